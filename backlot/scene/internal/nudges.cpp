#include "backlot/scene/internal/nudges.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/actor_drive.h"

namespace backlot::scene {

namespace {

constexpr double kNudgeSlower = 0.35, kNudgeFaster = 0.22;  // shares of the speed that a driver would drive
constexpr double kMostSlowerAtAll = 0.9;                    // while it gains speed
constexpr double kBriskShare = 1.17;                        // of the limit
constexpr double kMostChange_mps = 0.8;                     // from one telling to the next
constexpr double kLeastNudge_mps = 0.15;                    // a smaller change is not worth telling
constexpr double kNudgeHold_s = 1.6;                        // until the next telling, and a little longer
constexpr double kAfter_s = 4;
constexpr double kSoonest_s = 2;  // nearer than that nothing can be shifted
constexpr double kFree_m = 70;    // before an intersection a driver can still change its mind
constexpr double kInLane_s = 30, kOvertakes_m = 0.6;
constexpr double kMovesOver_s = 12;
constexpr double kSlowShare = 0.6;  // of its own speed: a slower vehicle is gaining speed
constexpr double kNudgeStands_mps = 1;
constexpr double kInRow_s =
    2.5;  // from one vehicle of a row to the next, so that hurrying does not bunch them

float limit_at(const world::Tracks& tracks, const world::Mover& mover) {
  const world::Track& track = tracks[mover.trail.current()];
  float limit_mps = track.limit_mps;
  if (track.zone_count > 1)
    for (const world::SpeedZone& zone : tracks.zones(track))
      if (static_cast<double>(zone.from_m) <= mover.metres) limit_mps = zone.limit_mps;
  return limit_mps;
}

// How fast a driver drives under a limit by itself.
double own_road_mps(const traffic::DriverTraits& traits, float limit_mps) {
  return std::min(static_cast<double>(limit_mps) * static_cast<double>(traits.speed_factor),
                  static_cast<double>(traits.top_mps));
}

Nudged& nudged_of(Play& play, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an extra is nudged");
  std::vector<Nudged>& list = play.state.nudged;
  const auto at = std::find_if(list.begin(), list.end(), [&](const Nudged& n) { return n.id == id; });
  if (at != list.end()) return *at;
  list.push_back({.id = id});
  return list.back();
}

// Whether what an extra was told about its lane still holds.
bool has_lane_order(const Play& play, const Nudged& nudged) {
  if (nudged.lane == 0 || play.now_s() >= nudged.lane_until_s) return false;
  const auto answer = play.directing->find_answer(nudged.lane);
  return !answer || answer->answer == direct::AnswerKind::accepted;
}

}  // namespace

bool is_nudgeable(const Play& play, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an extra is nudged");
  return play.stage().find_extra(id).has_value() &&
         std::none_of(play.state.roles.begin(), play.state.roles.end(),
                      [&](const RoleState& role) { return role.actor == id; });
}

bool has_opposing_directive(const Play& play, world::ObjectId id, double by_s) {
  BACKLOT_ASSERT(!id.is_empty() && !std::isnan(by_s), "an extra is nudged by some seconds");
  return std::any_of(play.state.nudged.begin(), play.state.nudged.end(),
                     [&](const Nudged& n) { return n.id == id && n.change_mps * by_s > 0; });
}

std::vector<ApproachingBody> find_approaching(Play& play, const BehindLine& stretch, double from_s,
                                              double to_s) {
  const look::Snapshot now = play.stage().snapshot();
  const world::Tracks& tracks = play.scene->roads().tracks;
  std::vector<ApproachingBody> found;
  for (const look::Arriving& arriving : play.arrivals.find(now, stretch.line, std::max(0.0, from_s), to_s)) {
    const world::ObjectId id = now.id(arriving.number);
    const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
    if (!extra || !is_nudgeable(play, id)) continue;
    const traffic::DriverTraits& traits = extra->driver.traits;
    const double v = extra->mover.speed_mps,
                 road_mps = own_road_mps(traits, tracks[stretch.line.track].limit_mps);
    const auto free_seconds = [&](double way_m) {
      traffic::PaceZone zone{0, road_mps};
      return traffic::drive_along(traits, v, way_m, std::span(&zone, 1)).seconds;
    };
    // from the line on the road is free; up to there the vehicles ahead count, and a red light
    const double line_s = free_seconds(arriving.way_m), length_m = static_cast<double>(extra->shape.length_m);
    double held_s = arriving.arrival.expected_s - line_s;
    if (arriving.arrival.expected_s < stretch.red_s)
      held_s += v < kNudgeStands_mps ? stretch.red_s : stretch.red_s - arriving.arrival.expected_s;
    found.push_back({id, stretch.line, arriving.way_m + stretch.begins_m,
                     held_s + free_seconds(arriving.way_m + stretch.begins_m),
                     held_s + free_seconds(arriving.way_m + stretch.begins_m + stretch.length_m + length_m)});
  }
  std::sort(found.begin(), found.end(),
            [](const ApproachingBody& a, const ApproachingBody& b) { return a.from_s < b.from_s; });
  return found;
}

std::vector<double> find_hurries(std::span<const ApproachingBody> bodies, double until_s) {
  std::vector<double> hurries(bodies.size());
  for (std::size_t k = bodies.size(); k-- > 0;) {
    hurries[k] = std::max(hurries[k], bodies[k].to_s - until_s);
    if (k == 0) break;
    const double room_s = std::max(0.0, bodies[k].from_s - bodies[k - 1].from_s - kInRow_s);
    hurries[k - 1] = std::max(0.0, hurries[k] - room_s);
  }
  return hurries;
}

void shift(Play& play, const ApproachingBody& body, double by_s) {
  BACKLOT_ASSERT(!body.id.is_empty() && !std::isnan(by_s), "an extra is nudged by some seconds");
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(body.id);
  if (!extra || body.from_s < kSoonest_s) return;
  Nudged& nudged = nudged_of(play, body.id);
  if (by_s == 0 && nudged.change_mps == 0) return;
  const double wanted_s = std::max(body.from_s + by_s, kSoonest_s), v = extra->mover.speed_mps;
  MarkWay way;
  way.mark = body.line;
  way.lane = body.line.track;
  const ActorDrive drive(play.scene->roads().tracks, *extra, way);
  const double own_mps = drive.own_mps();
  const double change_mps =
      by_s == 0 ? 0 : drive.change_for(body.way_m, wanted_s, -kMostSlowerAtAll * own_mps, own_mps);
  if (by_s > 0 && v < kSlowShare * own_mps) {
    nudged.change_mps =
        std::min(0.0, change_mps);  // one that gains speed, as behind a line at green, gains less of it
  } else {
    // a slow driver may be as fast as a brisk one, but no faster than its vehicle gets
    const auto most_at_all = static_cast<double>(
        std::min(limit_at(play.scene->roads().tracks, extra->mover), extra->driver.traits.top_mps));
    const double most_mps = std::max(kNudgeFaster * own_mps, kBriskShare * most_at_all - own_mps);
    nudged.change_mps = std::clamp(std::clamp(change_mps, -kNudgeSlower * own_mps, most_mps),
                                   nudged.change_mps - kMostChange_mps, nudged.change_mps + kMostChange_mps);
  }
  if (std::fabs(nudged.change_mps) < kLeastNudge_mps) {
    nudged.change_mps = 0;
    return;
  }
  nudged.pace = play.directing->direct({.actor = body.id,
                                        .hold = direct::ForTime{kNudgeHold_s},
                                        .what = direct::AdjustSpeed{.speed_mps = nudged.change_mps}});
}

void send_straight_on(Play& play, const ApproachingBody& body) {
  Nudged& nudged = nudged_of(play, body.id);
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(body.id);
  const bool can_choose = body.way_m > kFree_m || (extra && extra->mover.speed_mps < kNudgeStands_mps);
  if (nudged.route != 0 || !can_choose) return;
  nudged.route =
      play.directing->direct({.actor = body.id, .what = direct::Turn{.direction = network::Turn::straight}});
}

void keep_in_lane(Play& play, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an extra is nudged");
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
  if (!extra || extra->mover.is_shifting() || std::fabs(extra->mover.lateral) > kOvertakes_m)
    return;                                                     // it would come back too soon
  if (extra->mover.kind == world::ObjectKind::bicycle) return;  // it overtakes nobody, and rides at the kerb
  Nudged& nudged = nudged_of(play, id);
  if (has_lane_order(play, nudged)) return;
  nudged.lane_until_s = play.now_s() + kInLane_s;
  nudged.lane = play.directing->direct(
      {.actor = id, .hold = direct::ForTime{kInLane_s}, .what = direct::SetOffset{.offset_m = 0}});
}

void slow_to(Play& play, world::ObjectId id, double speed_mps) {
  BACKLOT_ASSERT(!id.is_empty() && !std::isnan(speed_mps), "an extra is slowed to a speed");
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
  if (!extra) return;
  const double own_mps =
      own_road_mps(extra->driver.traits, limit_at(play.scene->roads().tracks, extra->mover));
  if (own_mps <= speed_mps) return;
  Nudged& nudged = nudged_of(play, id);
  nudged.pace = play.directing->direct({.actor = id,
                                        .hold = direct::ForTime{kNudgeHold_s},
                                        .what = direct::AdjustSpeed{.speed_mps = speed_mps - own_mps}});
}

void move_over(Play& play, world::ObjectId id, world::Side side) {
  BACKLOT_ASSERT(!id.is_empty(), "an extra is nudged");
  Nudged& nudged = nudged_of(play, id);
  if (has_lane_order(play, nudged)) return;
  nudged.lane_until_s = play.now_s() + kMovesOver_s;
  nudged.lane = play.directing->direct(
      {.actor = id, .hold = direct::ForTime{kMovesOver_s}, .what = direct::ChangeLane{.side = side}});
}

void stop_nudging(Play& play) {
  for (const Nudged& nudged : play.state.nudged) {
    for (const direct::DirectiveNumber number : {nudged.pace, nudged.lane, nudged.route})
      if (number != 0) play.stage().cancel(number);
    // one that was slowed down to leave room keeps on leaving it for a moment
    if (nudged.change_mps < 0 && play.stage().find_extra(nudged.id))
      play.directing->direct({.actor = nudged.id,
                              .hold = direct::ForTime{kAfter_s},
                              .what = direct::AdjustSpeed{.speed_mps = nudged.change_mps}});
  }
  play.state.nudged.clear();
}

}  // namespace backlot::scene
