// What people on foot are told: their pace, where they go, and where they look.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/direct/directive_table.h"
#include "backlot/traffic/pedestrian/motion.h"
#include "backlot/traffic/pedestrian/shortcut.h"
#include "backlot/traffic/pedestrian/walker_machine.h"

namespace backlot::direct {

namespace {

using traffic::FootDials;
using traffic::Gait;
using traffic::Walker;
using world::Track;

constexpr double kStandsStill_mps = 0.05;
constexpr double kFastestFoot_mps = 4;  // no one is told to go faster
constexpr double kFarthestFoot_m = 60;  // a place is no further off
constexpr double kNearestFoot_m = 0.2;  // nor nearer
constexpr double kOverRoad_m = 40;      // past the place the other side is no further off
constexpr double kNoSidewalk_m = 6;     // where there is none, a walker stands so far past the place
constexpr double kBesideMark_m = 20;    // a mark on a road is so near to the footway beside it
constexpr double kLevel_m = 0.3;        // a walker that is so near to a place is there
constexpr double kSlowestPace = 0.3;    // one that has more time than that leaves it stands for a while
constexpr double kLanePiece_m = 5;      // a way along a lane is laid in such pieces
constexpr double kNextPiece_m = 0.4;    // the next one so long before the end of the last
constexpr double kKerbAhead_m = 6;      // a crosswalk so near is before the walker
constexpr double kFacing = 0.97;        // cosine: it looks there

Refusal on_foot_in_range(bool is_in_range) { return is_in_range ? Refusal::none : Refusal::out_of_range; }

double own_mps(const Walker& w) { return static_cast<double>(w.traits.free_mps); }

// The place beside the middle of a track.
geometry::WorldPoint place_beside(const world::Tracks& tracks, const world::Mark& mark, double left_m) {
  BACKLOT_ASSERT(!mark.track.is_empty(), "a mark lies on a track");
  const Track& track = tracks[mark.track];
  const double distance = tracks.distance_at(track, std::clamp(mark.metres, 0.0, track.length));
  return tracks.place(track, distance, tracks.centre_at(track, distance) + track.sign() * left_m);
}

// A straight way from a walker to a place.
struct WayThere {
  double ux = 1, uy = 0, metres = 0, rise_m = 0;
};
WayThere way_to(const Walker& w, const geometry::WorldPoint& place) {
  const double x = place.x - w.at.x, y = place.y - w.at.y;
  const double metres = std::sqrt(x * x + y * y);
  if (metres < 1e-6) return {.metres = 0};
  return {x / metres, y / metres, metres, place.z - w.at.z};
}

Beginning begin_way(const DirectedWalker& a, const world::Mark& mark, double left_m) {
  if (mark.track.is_empty() || mark.track.index() >= a.run.roads.tracks.all().size())
    return {Refusal::not_on_way};
  const WayThere way = way_to(a.walker, place_beside(a.run.roads.tracks, mark, left_m));
  return {on_foot_in_range(way.metres >= kNearestFoot_m && way.metres <= kFarthestFoot_m)};
}

// How long a walker needs for some metres in a direction, from its velocity now.
double seconds_on_foot(const DirectedWalker& a, const WayThere& way, double pace_mps) {
  BACKLOT_ASSERT(pace_mps > 0, "a walker that goes somewhere walks");
  const Walker& w = a.walker;
  const double lags_s = traffic::kGathersPace_s - a.tick().step.seconds();
  const double has = (w.velocity_x * way.ux + w.velocity_y * way.uy) / pace_mps;
  return way.metres / pace_mps + lags_s * (1 - std::clamp(has, 0.0, 1.0));
}

double pace_of(const Walker& w, double speed_mps) { return speed_mps > 0 ? speed_mps : own_mps(w); }

// Straight through a place and on over the road.
void cross_through(const DirectedWalker& a, const WayThere& way, double speed_mps) {
  const world::Footways& footways = a.run.roads.footways;
  const std::optional<traffic::FootwayAhead> ahead = traffic::find_footway_ahead(
      footways, a.walker.at, way.ux, way.uy, way.metres, way.metres + kOverRoad_m);
  const double length_m = ahead ? ahead->metres : way.metres + kNoSidewalk_m;
  traffic::take_shortcut({.ux = way.ux,
                          .uy = way.uy,
                          .length_m = length_m,
                          .pace_mps = speed_mps,
                          .onto = ahead ? ahead->footway : world::FootwayId{}},
                         a.walker);
}

// How far ahead on its footway a walker is level with a mark; empty where its footway does not pass the mark, or the walker has.
std::optional<double> metres_to_level(const DirectedWalker& a, const world::Mark& mark) {
  const Walker& w = a.walker;
  if (w.shortcut.is_on || mark.track.is_empty() || mark.track.index() >= a.run.roads.tracks.all().size())
    return std::nullopt;
  const world::Footways& footways = a.run.roads.footways;
  const geometry::WorldPoint point = place_beside(a.run.roads.tracks, mark, 0);
  const traffic::FootPlace here = traffic::nearest_on(footways, w.footway, point);
  const double ahead_m = w.sign() * (here.metres - w.metres);
  const double length = footways[w.footway].length;
  if (std::fabs(here.offset) > kBesideMark_m || here.metres < -kLevel_m || here.metres > length + kLevel_m ||
      ahead_m < -kLevel_m)
    return std::nullopt;
  return ahead_m;
}

bool stands(const Walker& w) { return w.speed_mps() < kStandsStill_mps; }

}  // namespace

// ---- pace

Progress WalkOn::go_on(const DirectedWalker& a, Lease& lease, FootDials&) const {
  const bool walks = !a.walker.states.has(traffic::walker_states::kStands) &&
                     !a.walker.states.has(traffic::walker_states::kDashes);
  return is_once(lease) && walks ? Progress{LeaseState::done} : Progress{};
}

Progress Dash::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  dials.gait = Gait::dashes;
  constexpr double kRuns = 1.8;  // times the own pace
  return is_once(lease) && a.walker.speed_mps() > kRuns * own_mps(a.walker) ? Progress{LeaseState::done}
                                                                            : Progress{};
}

Progress Halt::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  dials.gait = Gait::stands;
  return is_once(lease) && stands(a.walker) ? Progress{LeaseState::done} : Progress{};
}

Progress AdjustSpeed::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  const double own = own_mps(a.walker), wanted = std::clamp(own + speed_mps, 0.1 * own, kFastestFoot_mps);
  dials.pace = wanted / own;
  constexpr double kAtPace_mps = 0.1;
  return is_once(lease) && std::fabs(a.walker.speed_mps() - wanted) < kAtPace_mps ? Progress{LeaseState::done}
                                                                                  : Progress{};
}

// It stands level with the mark.
Beginning StopAt::begin(const DirectedWalker& a, Lease& lease) const {
  lease.held_from = Directive::kEnd;
  return {metres_to_level(a, mark) ? Refusal::none : Refusal::not_on_way};
}

Progress StopAt::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  if (!lease.is_later) {
    const std::optional<double> left_m = metres_to_level(a, mark);
    if (!left_m) return {LeaseState::failed, Refusal::took_another_way};
    lease.is_later = *left_m <= a.walker.speed_mps() * traffic::kGathersPace_s;
  }
  if (!lease.is_later) return {};
  dials.gait = Gait::stands;
  if (!stands(a.walker)) return {};
  if (lease.held_from == Directive::kEnd) lease.held_from = a.tick().time;
  return is_once(lease) ? Progress{LeaseState::done} : Progress{};
}

// It is level with the mark at a time.
Beginning Arrive::begin(const DirectedWalker& a, Lease& lease) const {
  const std::optional<double> left_m = metres_to_level(a, mark);
  if (!left_m) return {Refusal::not_on_way};
  lease.left_m = *left_m;
  const double now_s = a.tick().time.seconds(), soonest_s = now_s + *left_m / kFastestFoot_mps;
  if (time.seconds() < soonest_s)
    return {Refusal::too_soon, soonest_s, std::numeric_limits<double>::infinity()};
  return {};
}

Progress Arrive::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  const std::optional<double> left_m = metres_to_level(a, mark);
  const double now_s = a.tick().time.seconds();
  if (!left_m || *left_m <= 0) {
    if (lease.left_m > kFastestFoot_mps * a.tick().step.seconds() + kLevel_m)
      return {LeaseState::failed, Refusal::took_another_way};
    return {LeaseState::done, Refusal::none, now_s, now_s - time.seconds()};
  }
  lease.left_m = *left_m;
  lease.seen = a.tick().time;
  const double left_s = std::max(time.seconds() - now_s, a.tick().step.seconds());
  const double pace = *left_m / left_s / own_mps(a.walker);
  if (pace < kSlowestPace)
    dials.gait = Gait::stands;
  else
    dials.pace = std::min(pace, kFastestFoot_mps / own_mps(a.walker));
  return {};
}

// ---- route

Beginning CrossNow::begin(const DirectedWalker& a, Lease&) const {
  const Walker& w = a.walker;
  const world::Footways& footways = a.run.roads.footways;
  if (w.shortcut.is_on) return {Refusal::no_crosswalk};
  const world::Footway& here = footways[w.footway];
  if (here.kind == world::FootwayKind::crosswalk) return {};
  const double left_m = w.is_along ? here.length - w.metres : w.metres;
  const bool is_before =
      !w.next.is_empty() && footways[w.next].kind == world::FootwayKind::crosswalk && left_m <= kKerbAhead_m;
  return {is_before ? Refusal::none : Refusal::no_crosswalk};
}

Progress CrossNow::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  if (lease.is_later && !a.walker.is_crossing()) return {LeaseState::done};
  lease.is_later = a.walker.is_crossing();
  dials.crosses = true;
  return {};
}

Refusal CrossRoad::check() const {
  return on_foot_in_range(speed_mps >= 0 && speed_mps <= kFastestFoot_mps &&
                          std::fabs(left_m) <= kOverRoad_m);
}

Beginning CrossRoad::begin(const DirectedWalker& a, Lease&) const {
  if (const Beginning beginning = begin_way(a, mark, left_m); beginning.refusal != Refusal::none)
    return beginning;
  if (time == base::SimTime{}) return {};
  const WayThere way = way_to(a.walker, place_beside(a.run.roads.tracks, mark, left_m));
  const double soonest_s = a.tick().time.seconds() + seconds_on_foot(a, way, pace_of(a.walker, speed_mps));
  if (time.seconds() < soonest_s)
    return {Refusal::too_soon, soonest_s, std::numeric_limits<double>::infinity()};
  return {};
}

// It waits, then it is on its way; then it has crossed.
Progress CrossRoad::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  const double now_s = a.tick().time.seconds();
  if (!lease.is_later) {
    const WayThere way = way_to(a.walker, place_beside(a.run.roads.tracks, mark, left_m));
    const double at_s = now_s + seconds_on_foot(a, way, pace_of(a.walker, speed_mps));
    if (time != base::SimTime{} && at_s < time.seconds()) {
      dials.gait = Gait::stands;
      return {};
    }
    cross_through(a, way, speed_mps);
    lease.left_m = way.metres;
    lease.expected_s = at_s;
    lease.is_later = true;
    return {};
  }
  const traffic::Shortcut& shortcut = a.walker.shortcut;
  if (shortcut.is_on && a.walker.metres < lease.left_m) lease.expected_s = now_s;
  const bool has_crossed =
      !shortcut.is_on || (shortcut.onto.is_empty() && shortcut.length - a.walker.metres < kLevel_m);
  if (!has_crossed) return {};
  const double late_s = time == base::SimTime{} ? 0 : lease.expected_s - time.seconds();
  return {LeaseState::done, Refusal::none, lease.expected_s, late_s};
}

Refusal WalkInLane::check() const {
  constexpr double kMostInLane_m = 500;
  return on_foot_in_range(speed_mps >= 0 && speed_mps <= kFastestFoot_mps &&
                          std::fabs(left_m) <= kOverRoad_m && metres != 0 &&
                          std::fabs(metres) <= kMostInLane_m);
}

Beginning WalkInLane::begin(const DirectedWalker& a, Lease& lease) const {
  lease.left_m = 0;
  return begin_way(a, mark, left_m);
}

// To the lane, then piece by piece along it, then off the road.
Progress WalkInLane::go_on(const DirectedWalker& a, Lease& lease, FootDials&) const {
  const world::Tracks& tracks = a.run.roads.tracks;
  const traffic::Shortcut& shortcut = a.walker.shortcut;
  const auto go_to = [&](double along_m) {
    const WayThere way = way_to(a.walker, place_beside(tracks, {mark.track, mark.metres + along_m}, left_m));
    if (way.metres < kNearestFoot_m) return false;
    traffic::take_shortcut(
        {.ux = way.ux, .uy = way.uy, .length_m = way.metres, .rise_m = way.rise_m, .pace_mps = speed_mps},
        a.walker);
    return true;
  };
  if (!lease.is_later) {
    lease.is_later = true;
    go_to(0);
    return {};
  }
  if (!shortcut.is_on) return {LeaseState::done};  // it turned back, or is off the road again
  if (!shortcut.onto.is_empty() || shortcut.length - a.walker.metres > kNextPiece_m) return {};
  const double sign = metres < 0 ? -1 : 1, most_m = std::fabs(metres);
  if (lease.left_m < most_m) {
    lease.left_m = std::min(most_m, lease.left_m + kLanePiece_m);
    if (go_to(sign * lease.left_m)) return {};
  }
  // to the right of its way
  cross_through(a, {shortcut.uy, -shortcut.ux, 0, 0}, speed_mps);
  return {};
}

Progress TurnBack::go_on(const DirectedWalker&, Lease& lease, FootDials& dials) const {
  if (lease.is_later) return {LeaseState::done};
  dials.turns_back = lease.is_later = true;
  return {};
}

// ---- where it looks

Beginning LookAt::begin(const DirectedWalker& a, Lease&) const {
  return {find_object(a.run, object) ? Refusal::none : Refusal::unknown_object};
}

Progress LookAt::go_on(const DirectedWalker& a, Lease& lease, FootDials& dials) const {
  const std::optional<SeenObject> seen = find_object(a.run, object);
  if (!seen) return {LeaseState::failed, Refusal::unknown_object};
  const WayThere way = way_to(a.walker, seen->at());
  if (way.metres <= 0) return {};
  dials.gaze_x = way.ux;
  dials.gaze_y = way.uy;
  const bool looks = way.ux * a.walker.heading_x + way.uy * a.walker.heading_y > kFacing;
  return is_once(lease) && looks ? Progress{LeaseState::done} : Progress{};
}

}  // namespace backlot::direct
