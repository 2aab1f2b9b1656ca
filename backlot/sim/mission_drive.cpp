#include "backlot/sim/mission_drive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::sim {

namespace {

constexpr double kTolerance_mps = 0.44704;  // a mile an hour
constexpr double kReach_m = 3;              // the front is at the checkpoint, or nearly
constexpr std::size_t kWaysAhead = 7;       // ways that the driver is told at a time
constexpr float kSpeedFactor = 0.95F;       // of the limit: what the driver likes to drive
constexpr double kTellsLane_m = 300;        // before a checkpoint the vehicle is told to change to its lane
constexpr double kTellsAgain_s = 2;         // and again, until it has been there
constexpr double kKeepsLane_s = 3;  // for so long it then stays on it: it is told again before that is over

// As answers name it.
std::uint8_t kind_of_paths() {
  return static_cast<std::uint8_t>(direct::Directive{.what = direct::FollowPath{}}.kind());
}

}  // namespace

MissionDrive::MissionDrive(const network::Mission& mission, const world::Roads& roads,
                           direct::IssuerId issuer)
    : mission_(mission), roads_(roads), issuer_(issuer), graph_(roads.tracks.network()) {
  outcome_.checkpoints = mission.checkpoints.size();
  at_.resize(mission.checkpoints.size());
  problems_ = network::check(mission, roads.tracks.network());
  if (problems_.has_errors()) return;
  base::Result<std::vector<network::Route>> routes = network::plan(mission, graph_);
  problems_.append(routes.diagnostics());
  if (routes) plan_from(mission.checkpoints.front().at, 0);
}

// The path from a place through the checkpoints from number `next` on; false where no such path exists.
bool MissionDrive::plan_from(const network::LanePlace& from, std::size_t next) {
  BACKLOT_ASSERT(next <= mission_.checkpoints.size(), "the mission has no such checkpoint");
  network::Mission rest;
  rest.checkpoints.push_back({{}, from, {}});
  rest.checkpoints.insert(rest.checkpoints.end(),
                          mission_.checkpoints.begin() + static_cast<std::ptrdiff_t>(next),
                          mission_.checkpoints.end());
  const base::Result<std::vector<network::Route>> routes = network::plan(rest, graph_);
  if (!routes) return false;
  path_.clear();
  here_ = directed_ = 0;
  const world::Tracks& tracks = roads_.tracks;
  for (std::size_t k = 0; k < routes->size(); ++k) {
    bool is_first = true;
    for (const network::RouteLeg& leg : (*routes)[k].legs) {
      const world::TrackId track = tracks.track_of(leg.lane);
      if (track.is_empty() || tracks[track].is_corridor()) continue;
      // a lane beside is the same way, and each route begins on the last one of the route before
      const bool is_same = !path_.empty() && (leg.by_lane_change || is_first) &&
                           tracks[path_.back()].carriageway == tracks[track].carriageway;
      if (is_same)
        path_.back() = track;
      else
        path_.push_back(track);
      is_first = false;
    }
    at_[next + k] = path_.empty() ? 0 : path_.size() - 1;
  }
  return !path_.empty();
}

// ---- before a step

void MissionDrive::enter(Simulation& run) {
  const world::Tracks& tracks = roads_.tracks;
  const world::Track& track = tracks[path_.front()];
  const network::Network& net = tracks.network();
  // at the first checkpoint, as near to it as the way leaves room for a body
  const world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
  const double low = static_cast<double>(shape.rear_m()) + 0.1,
               high = track.length - static_cast<double>(shape.front_m()) - 0.1;
  const double metres =
      std::clamp(mission_.checkpoints.front().at.metres, std::min(low, high), std::max(low, high));
  const double distance = tracks.distance_at(track, metres);
  const Added added =
      run.add(world::ObjectKind::car, track.strip, distance, net.edges(track.lane, distance).centre(), 0);
  if (added.refusal != NotAdded::none) return;
  car_ = added.id;
  has_car_ = true;
  begun_ = run.tick().time;
  const std::optional<VehicleView> car = run.find(car_);
  traffic::DriverTraits traits = car->driver.traits;
  traits.speed_factor = std::min(traits.speed_factor, kSpeedFactor);
  run.set_traits(car_, traits);
  run.claim(car_, issuer_);
  last_x_ = car->mover.guide.x;
  last_y_ = car->mover.guide.y;
  outcome_.reached = std::max<std::size_t>(outcome_.reached, 1);
}

void MissionDrive::step(Simulation& run) {
  if (path_.empty() || is_over() || has_failed()) return;
  if (!has_car_) return enter(run);
  const std::optional<VehicleView> car = run.find(car_);
  if (!car) return;
  // a vehicle that could not go where it was told gets a new plan on the next way that it is on
  bool has_failed_path = false;
  for (const direct::Answer& answer : run.direction().answers())
    if (answer.actor == car_ && answer.kind == kind_of_paths() &&
        (answer.answer == direct::AnswerKind::failed || answer.answer == direct::AnswerKind::refused))
      has_failed_path = true;
  const world::Track& track = roads_.tracks[car->mover.trail.current()];
  if (track.is_corridor()) {
    if (has_failed_path) directed_ = 0;
    return;
  }
  if (has_failed_path || !find_place(*car)) {
    plan_anew(*car);
    if (has_failed()) return;
  }
  tell_lane(run, *car);
  if (directed_ == here_ + 1) return;
  direct::Directive directive;
  directive.actor = car_;
  directive.issuer = issuer_;
  const std::size_t end = std::min(path_.size(), here_ + kWaysAhead);
  if (end - here_ < 2) return;
  directive.what = direct::FollowPath{
      {path_.begin() + static_cast<std::ptrdiff_t>(here_), path_.begin() + static_cast<std::ptrdiff_t>(end)}};
  run.direct(std::move(directive));
  directed_ = here_ + 1;
}

// The rest of the mission from where the vehicle is, on a way.
void MissionDrive::plan_anew(const VehicleView& vehicle) {
  const world::Track& track = roads_.tracks[vehicle.mover.trail.current()];
  const network::LanePlace from{track.lane, track.is_along, std::min(vehicle.mover.metres, track.length)};
  if (plan_from(from, outcome_.reached)) return;
  const network::Network& net = roads_.tracks.network();
  outcome_.failure =
      fmt::format("there is no way from {}, {:.0f} m, to checkpoint {}", net.name_of(track.strip),
                  roads_.tracks.distance_at(track, from.metres), outcome_.reached + 1);
}

// To the lane of the next checkpoint, on the way where it lies, and to stay there until it is reached.
void MissionDrive::tell_lane(Simulation& run, const VehicleView& vehicle) {
  const std::size_t next = outcome_.reached;
  if (next >= at_.size() || here_ != at_[next]) return;
  const world::Tracks& tracks = roads_.tracks;
  const network::LanePlace& place = mission_.checkpoints[next].at;
  const world::TrackId wanted = tracks.track_of(place.directed());
  const world::Track& track = tracks[vehicle.mover.trail.current()];
  if (wanted.is_empty() || tracks[wanted].carriageway != track.carriageway) return;
  const base::SimTime now = run.tick().time;
  const bool is_there = tracks[wanted].abreast == track.abreast;
  const bool is_told = is_there == was_on_lane_ && (now - lane_told_).seconds() < kTellsAgain_s;
  if (is_told || place.metres - vehicle.mover.metres > kTellsLane_m) return;
  direct::Directive directive;
  directive.actor = car_;
  directive.issuer = issuer_;
  if (is_there) {
    directive.what = direct::SetOffset{0};
    directive.hold = direct::ForTime{kKeepsLane_s};
  } else {
    // lanes abreast are counted from the kerb
    const bool is_inward = tracks[wanted].abreast > track.abreast;
    const bool keeps_right = tracks.network().side() == network::TrafficSide::right;
    directive.what = direct::ChangeLane{is_inward == keeps_right ? world::Side::left : world::Side::right};
  }
  run.direct(std::move(directive));
  lane_told_ = now;
  was_on_lane_ = is_there;
}

// Whether the vehicle is on its path, and where.
bool MissionDrive::find_place(const VehicleView& vehicle) {
  const world::Tracks& tracks = roads_.tracks;
  const world::CarriagewayId at = tracks[vehicle.mover.trail.current()].carriageway;
  for (std::size_t k = here_; k < std::min(path_.size(), here_ + 4); ++k) {
    if (tracks[path_[k]].carriageway != at) continue;
    here_ = k;
    return true;
  }
  return false;
}

// ---- after a step

// A vehicle that is no driver's any more: it left the map, or it is a wreck.
void MissionDrive::look_after_it(const Simulation& run, double now_s) {
  // the last checkpoint lies at the end of the road over which it left
  if (!run.find_object(car_) && outcome_.reached + 1 == outcome_.checkpoints &&
      at_[outcome_.reached] == here_) {
    ++outcome_.reached;
    outcome_.time_s = now_s;
    return;
  }
  const std::size_t next = outcome_.reached + 1;
  outcome_.failure = run.find_object(car_)
                         ? fmt::format("the vehicle touched another one before checkpoint {}", next)
                         : fmt::format("the vehicle left the map before checkpoint {}", next);
}

// A checkpoint is reached on its own lane.
void MissionDrive::look_for_checkpoints(const VehicleView& vehicle, double now_s) {
  const world::Tracks& tracks = roads_.tracks;
  const world::TrackId on = vehicle.mover.trail.current();
  const world::Track& track = tracks[on];
  if (!track.is_corridor()) find_place(vehicle);
  while (!is_over()) {
    const std::size_t next = outcome_.reached;
    const network::LanePlace& place = mission_.checkpoints[next].at;
    const world::TrackId wanted = tracks.track_of(place.directed());
    const bool is_on_its_way = here_ == at_[next] && !track.is_corridor();
    const bool is_at_it = is_on_its_way && vehicle.mover.metres + kReach_m >= place.metres;
    if (is_at_it && on == wanted) {
      ++outcome_.reached;
      outcome_.time_s = now_s;
      continue;
    }
    const bool is_past = here_ > at_[next] || (is_at_it && vehicle.mover.metres > place.metres + kReach_m);
    if (is_past && !track.is_corridor()) {
      ++outcome_.missed;
      plan_anew(vehicle);
    }
    break;
  }
}

void MissionDrive::look(const Simulation& run) {
  if (!has_car_ || is_over() || has_failed()) return;
  const std::optional<VehicleView> car = run.find(car_);
  const double now_s = (run.tick().time - begun_).seconds();
  if (!car) return look_after_it(run, now_s);
  const world::Mover& mover = car->mover;
  const double dx = mover.guide.x - last_x_, dy = mover.guide.y - last_y_;
  outcome_.distance_m += std::sqrt(dx * dx + dy * dy);
  last_x_ = mover.guide.x;
  last_y_ = mover.guide.y;

  const world::Tracks& tracks = roads_.tracks;
  const world::Track& track = tracks[mover.trail.current()];
  // as the mission says of the way, or of the faster one of those that a corridor joins; else as the network does
  const network::Network& net = tracks.network();
  const auto allowed_on = [&](network::LaneId lane) {
    const network::WayId way = lane.is_empty() ? network::WayId{} : net.way_of(lane);
    const network::MissionSpeed* speed = way.is_empty() ? nullptr : network::speed_on(mission_, way);
    return speed != nullptr ? speed->max_mps : 0;
  };
  double limit = allowed_on(track.lane);
  if (track.is_corridor()) {
    const network::Corridor& corridor = net.corridor(track.corridor);
    limit = std::max(allowed_on(corridor.from.lane), allowed_on(corridor.to.lane));
  }
  if (!(limit > 0))
    limit = net.speed_limit_mps({track.lane, track.is_along}, tracks.distance_at(track, mover.metres));
  const bool is_too_fast = mover.speed_mps > limit + kTolerance_mps;
  if (is_too_fast && !is_too_fast_) ++outcome_.speed_violations;
  is_too_fast_ = is_too_fast;

  look_for_checkpoints(*car, now_s);
}

}  // namespace backlot::sim
