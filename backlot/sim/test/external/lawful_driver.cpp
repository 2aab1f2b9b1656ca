#include "backlot/sim/test/external/lawful_driver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/right_of_way.h"

namespace backlot::sim {

namespace {

constexpr double kLength_m = 4.5, kWidth_m = 1.8,
                 kBeside_m = 0.25;  // its body, and the air at each of its sides
constexpr double kAccel_mps2 = 1.5, kBrake_mps2 = 2, kHardest_mps2 = 6, kHeadway_s = 1.4, kGap_m = 2.5;
constexpr double kShare = 0.95;               // of the limit
constexpr double kBefore_m = 1;               // it stops so far before a line
constexpr double kYellow_mps2 = 3;            // where it takes no more than this, it stops at yellow
constexpr double kLooks_m = 14;               // so far before a line it looks for a gap
constexpr double kAccept_s = 7;               // the gap that it asks for
constexpr double kLeast_mps = 4;              // a slow body may speed up
constexpr double kNear_m = 9;                 // a body so near to the meeting place is in the way
constexpr double kClear_m = 30, kEnd_m = 10;  // room to begin; it leaves so far before the end
constexpr double kHalted_mps = 0.1;

double away(const geometry::WorldPoint& a, const geometry::WorldPoint& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

world::BodyBox box_of(const record::FrameObject& o) {
  return {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
          0.5 * static_cast<double>(o.width_m)};
}

}  // namespace

std::vector<world::TrackId> tracks_to(const TestRoads& roads, world::TrackId from, network::StripId way) {
  const world::Tracks& tracks = roads.roads.tracks;
  std::vector<world::TrackId> reached{from};
  std::vector<std::size_t> by{0};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (tracks[reached[k]].strip == way) {
      std::vector<world::TrackId> list;
      for (std::size_t at = k; at != 0; at = by[at]) list.push_back(reached[at]);
      list.push_back(from);
      std::ranges::reverse(list);
      return list;
    }
    for (const world::TrackId next : tracks.onward(tracks[reached[k]])) {
      if (std::ranges::find(reached, next) != reached.end()) continue;
      reached.push_back(next);
      by.push_back(k);
    }
  }
  return {};
}

LawfulDriver::LawfulDriver(const TestRoads& roads, std::vector<world::TrackId> tracks, double begin_m)
    : roads_(roads), course_(roads.roads.tracks, std::move(tracks)), begin_m_(begin_m) {
  for (std::size_t part = 0; part < course_.list().size(); ++part) add_line(part);
}

void LawfulDriver::add_line(std::size_t part) {
  const world::Tracks& tracks = roads_.roads.tracks;
  const world::Track& track = tracks[course_.list()[part]];
  if (!track.is_corridor()) return;
  Line line;
  line.metre = course_.start_of(part);
  line.corridor = track.corridor;
  const auto points_of = [&](network::CorridorId corridor) {
    const world::TrackId id = tracks.track_of(corridor);
    return id.is_empty() ? std::vector<geometry::WorldPoint>() : points_along(tracks, std::span(&id, 1));
  };
  const std::vector<geometry::WorldPoint> own = points_of(track.corridor);
  for (const network::Dependency& there : roads_.network.dependencies(track.corridor)) {
    Line::Stream stream{there.other};
    double nearest = std::numeric_limits<double>::infinity();
    for (const geometry::WorldPoint& its : points_of(there.other)) {
      for (const geometry::WorldPoint& mine : own) {
        if (away(its, mine) >= nearest) continue;
        nearest = away(its, mine);
        stream.meet = its;
      }
    }
    if (!std::isinf(nearest)) line.streams.push_back(stream);
  }
  lines_.push_back(std::move(line));
}

bool LawfulDriver::try_to_begin(Simulation& run, const record::Frame& frame) {
  const geometry::WorldPoint at = course_.point_at(begin_m_), next = course_.point_at(begin_m_ + 2);
  for (const record::FrameObject& o : frame.objects)
    if (away(o.centre, at) < kClear_m) return false;
  std::vector<geometry::WorldPoint> path{at};
  for (double m = begin_m_ + world::Course::kStep_m; m < course_.length_m(); m += world::Course::kStep_m)
    path.push_back(course_.point_at(m));
  const double speed = kShare * course_.speed_at(begin_m_);
  const AddedExternal added =
      run.add_external(world::ObjectKind::car, {at, base::atan2(next.y - at.y, next.x - at.x), speed},
                       ByPath{.points = path, .speed_mps = speed, .gain_mps2 = 8, .slow_mps2 = 8});
  BACKLOT_CHECK(added.refused.empty(), "the body can be there");
  id_ = added.id;
  metre_ = begin_m_;
  has_arrived_ = false;
  for (Line& line : lines_) line.is_passed = line.has_stopped = false;
  return true;
}

void LawfulDriver::leave(Simulation& run) {
  if (id_) run.remove(*id_);
  id_.reset();
}

// Metres from its front to the first body on its way, and how fast that comes along the way.
double LawfulDriver::room_ahead(const record::Frame& frame, double metre, double look_m,
                                double& leader_mps) const {
  std::vector<const record::FrameObject*> near;
  const geometry::WorldPoint own = course_.point_at(metre);
  for (const record::FrameObject& o : frame.objects)
    if (o.id != *id_ && away(o.centre, own) < look_m + 15) near.push_back(&o);
  for (double m = 0.5; m < look_m; m += 0.5) {
    const geometry::WorldPoint at = course_.point_at(metre + m), next = course_.point_at(metre + m + 1);
    const double length = away(at, next);
    if (length <= 0) break;
    const double x = (next.x - at.x) / length, y = (next.y - at.y) / length;
    for (const record::FrameObject* o : near) {
      if (!world::overlap({at, x, y, 0.5 * kLength_m, 0.5 * kWidth_m + kBeside_m}, box_of(*o))) continue;
      leader_mps = std::max(0.0, o->speed_mps * (o->heading_x * x + o->heading_y * y));
      return m;
    }
  }
  return std::numeric_limits<double>::infinity();
}

// Whether no body of a stream that goes first comes so soon.
bool LawfulDriver::has_gap(const Line& line, const record::Frame& frame) const {
  for (const network::Dependency& there : roads_.network.dependencies(line.corridor)) {
    if (network::precedence(roads_.network, line.corridor, there, frame.signals) !=
        network::Precedence::yields)
      continue;
    const auto stream = std::ranges::find(line.streams, there.other, &Line::Stream::other);
    if (stream == line.streams.end()) continue;
    for (const record::FrameObject& o : frame.objects) {
      if (o.id == *id_ || o.corridor != there.other) continue;
      const double x = stream->meet.x - o.centre.x, y = stream->meet.y - o.centre.y, d = std::hypot(x, y);
      const bool is_past = x * o.heading_x + y * o.heading_y < 0;
      if (d < kNear_m || (!is_past && d / std::max(o.speed_mps, kLeast_mps) < kAccept_s)) return false;
    }
  }
  return true;
}

bool LawfulDriver::has_to_stop(const Line& line, const record::Frame& frame, double away_m) const {
  const network::ControlState state = network::control_state(roads_.network, line.corridor, frame.signals);
  if (state == network::ControlState::stop) return true;
  const record::FrameObject* own = record::find(frame, *id_);
  const double v = own->speed_mps, needed = v * v / (2 * std::max(away_m, 0.1));
  if (state == network::ControlState::prepare_to_stop) return needed < kYellow_mps2;
  if (state == network::ControlState::stop_then_yield && !line.has_stopped) return true;
  return away_m > kLooks_m ? state <= network::ControlState::yield : !has_gap(line, frame);
}

std::optional<ExternalCommand> LawfulDriver::act(const Simulation& run, const record::Frame& frame) {
  const record::FrameObject* own = id_ ? record::find(frame, *id_) : nullptr;
  if (own == nullptr || own->behaviour == record::Behaviour::wrecked) return std::nullopt;
  metre_ = course_.metre_near(own->centre, metre_);
  has_arrived_ = metre_ > course_.length_m() - kEnd_m;
  const double v = own->speed_mps, front = metre_ + 0.5 * kLength_m;
  const double look = 15 + v * (1 + v / (2 * kBrake_mps2));
  // the road
  double wanted = kShare * course_.speed_at(metre_);
  for (double m = 1; m < look; m += 1)
    wanted =
        std::min(wanted, std::sqrt(std::pow(kShare * course_.speed_at(metre_ + m), 2) + 2 * kBrake_mps2 * m));
  // what is ahead
  double leader_mps = 0;
  double room = room_ahead(frame, metre_, look, leader_mps);
  const auto following = [&](double gap_m, double u) {
    const double distance =
        kGap_m + std::max(0.0, v * kHeadway_s + v * (v - u) / (2 * std::sqrt(kAccel_mps2 * kBrake_mps2)));
    return -kAccel_mps2 * std::pow(distance / std::max(gap_m, 0.1), 2);
  };
  double accel = kAccel_mps2 * (1 - std::pow(v / std::max(wanted, 0.1), 4));
  if (!std::isinf(room)) accel = std::min(accel, kAccel_mps2 + following(room, leader_mps));
  // lines
  for (Line& line : lines_) {
    const double away_m = line.metre - kBefore_m - front;
    if (line.is_passed || away_m > look) continue;
    if (away_m < kBefore_m && v < kHalted_mps) line.has_stopped = true;
    const bool can_stop = v * v / (2 * kHardest_mps2) < away_m + kBefore_m;
    if (!can_stop || (away_m < kLooks_m && !has_to_stop(line, frame, away_m))) {
      line.is_passed = away_m < 2 || !can_stop;
      continue;
    }
    if (has_to_stop(line, frame, away_m))
      accel = std::min(
          accel, away_m > 0.2 ? std::min(kAccel_mps2,
                                         kAccel_mps2 - (kAccel_mps2 + kBrake_mps2) *
                                                           std::pow(v * v / (2 * away_m) / kBrake_mps2, 2))
                              : -kBrake_mps2);
    break;
  }
  const double step_s = 0.1;
  const double next = std::max(0.0, v + step_s * std::clamp(accel, -kHardest_mps2, kAccel_mps2));
  return ExternalCommand{*id_, run.tick().time, PaceCommand{next}};
}

}  // namespace backlot::sim
