#include "backlot/scene/internal/nudges.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "backlot/traffic/vehicle/free_drive.h"

namespace backlot::scene {

namespace {

using world::Track;

constexpr double kMostSlower = 0.35, kMostFaster = 0.22;  // shares of the speed that a driver would drive
constexpr double kMostChange_mps = 0.8;                   // from one telling to the next
constexpr double kLeast_mps = 0.15;                       // a smaller change is not worth telling
constexpr double kHold_s = 1.6;                           // until the next telling, and a little longer
constexpr double kSoonest_s = 2;                          // nearer than that nothing can be shifted
constexpr double kFree_m = 70;  // before an intersection a driver can still change its mind
constexpr double kInLane_s = 30;
constexpr double kSlowShare = 0.6;  // of its own speed: a slower vehicle is gaining speed
constexpr double kStands_mps = 1;
constexpr double kEven_mps2 = 1.4;
constexpr double kLeastSpeed_mps = 1, kMostSpeed_mps = 60;

Nudged& nudged_of(Play& play, world::ObjectId id) {
  std::vector<Nudged>& list = play.state.nudged;
  const auto at = std::find_if(list.begin(), list.end(), [&](const Nudged& n) { return n.id == id; });
  if (at != list.end()) return *at;
  list.push_back({.id = id});
  return list.back();
}

// The speed up to which a vehicle must gain, or lose, speed at once so that it is `way_m` ahead in so many seconds.
double even_speed(double v, double way_m, double seconds) {
  double low = kLeastSpeed_mps, high = kMostSpeed_mps;
  for (int k = 0; k < 30; ++k) {
    const double middle = 0.5 * (low + high), changed = middle - v;
    const double takes_s =
        way_m / middle + (changed > 0 ? 1 : -1) * changed * changed / (2 * kEven_mps2 * middle);
    (takes_s > seconds ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

bool is_nudgeable(const Play& play, world::ObjectId id) {
  return play.stage().find_extra(id).has_value() &&
         std::none_of(play.state.roles.begin(), play.state.roles.end(),
                      [&](const RoleState& role) { return role.actor == id; });
}

std::vector<Coming> find_coming(Play& play, const BehindLine& stretch, double from_s, double to_s) {
  const look::Snapshot now = play.stage().snapshot();
  const world::Tracks& tracks = play.scene->roads().tracks;
  std::vector<Coming> found;
  for (const look::Arriving& arriving : play.arrivals.find(now, stretch.line, std::max(0.0, from_s), to_s)) {
    const world::ObjectId id = now.id(arriving.number);
    const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
    if (!extra || !is_nudgeable(play, id)) continue;
    const traffic::DriverTraits& traits = extra->driver.traits;
    const double v = extra->mover.speed_mps,
                 limit_mps = static_cast<double>(tracks[stretch.line.track].limit_mps);
    const auto free_seconds = [&](double way_m) {
      traffic::PaceZone zone{0, limit_mps * static_cast<double>(traits.speed_factor)};
      return traffic::drive_along(traits, v, way_m, std::span(&zone, 1)).seconds;
    };
    // from the line on the road is free; up to there the vehicles ahead count, and a red light
    const double line_s = free_seconds(arriving.way_m), length_m = static_cast<double>(extra->shape.length_m);
    const double free_s = arriving.arrival.soonest_s / (1 - look::kSooner);
    double held_s = arriving.arrival.expected_s - line_s;
    if (arriving.arrival.expected_s < stretch.red_s)
      held_s += v < kStands_mps ? stretch.red_s : stretch.red_s - arriving.arrival.expected_s;
    found.push_back({id, arriving.way_m + stretch.begins_m,
                     free_s + free_seconds(arriving.way_m + stretch.begins_m) - line_s,
                     held_s + free_seconds(arriving.way_m + stretch.begins_m),
                     held_s + free_seconds(arriving.way_m + stretch.begins_m + stretch.length_m + length_m)});
  }
  std::sort(found.begin(), found.end(), [](const Coming& a, const Coming& b) { return a.from_s < b.from_s; });
  return found;
}

void shift(Play& play, const Coming& body, double by_s) {
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(body.id);
  if (!extra || body.from_s < kSoonest_s) return;
  Nudged& nudged = nudged_of(play, body.id);
  if (by_s == 0 && nudged.change_mps == 0) return;
  const double wanted_s = std::max(body.from_s + by_s, kSoonest_s), v = extra->mover.speed_mps;
  const Track& track = play.scene->roads().tracks[extra->mover.trail.current()];
  const double own_mps =
      static_cast<double>(std::min(track.limit_mps * extra->driver.traits.speed_factor, track.bend_mps));
  const double usual_mps = body.way_m / body.free_s;
  if (by_s > 0 && v < kSlowShare * own_mps) {
    // one that gains speed, as behind a line at green, gains less of it
    nudged.change_mps = std::min(0.0, even_speed(v, body.way_m, wanted_s) - own_mps);
  } else {
    // behind slower vehicles a driver is below its own speed already
    const double change_mps = by_s == 0 ? 0
                                        : std::clamp(body.way_m / wanted_s - usual_mps,
                                                     -kMostSlower * usual_mps, kMostFaster * usual_mps);
    nudged.change_mps =
        std::clamp(change_mps, nudged.change_mps - kMostChange_mps, nudged.change_mps + kMostChange_mps);
  }
  if (std::fabs(nudged.change_mps) < kLeast_mps) {
    nudged.change_mps = 0;
    return;
  }
  nudged.pace = play.directing->direct({.actor = body.id,
                                        .hold = direct::ForTime{kHold_s},
                                        .what = direct::AdjustSpeed{.speed_mps = nudged.change_mps}});
}

void send_straight_on(Play& play, const Coming& body) {
  Nudged& nudged = nudged_of(play, body.id);
  if (nudged.route != 0 || body.way_m < kFree_m) return;
  nudged.route =
      play.directing->direct({.actor = body.id, .what = direct::Turn{.direction = network::Turn::straight}});
}

void keep_in_lane(Play& play, world::ObjectId id) {
  Nudged& nudged = nudged_of(play, id);
  if (nudged.lane != 0 && play.now_s() < nudged.lane_until_s) return;
  nudged.lane_until_s = play.now_s() + kInLane_s;
  nudged.lane = play.directing->direct(
      {.actor = id, .hold = direct::ForTime{kInLane_s}, .what = direct::SetOffset{.offset_m = 0}});
}

void stop_nudging(Play& play) {
  for (const Nudged& nudged : play.state.nudged)
    for (const direct::DirectiveNumber number : {nudged.pace, nudged.lane, nudged.route})
      if (number != 0) play.stage().cancel(number);
  play.state.nudged.clear();
}

}  // namespace backlot::scene
