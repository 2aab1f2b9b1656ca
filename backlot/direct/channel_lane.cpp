// Directives about the lane of an actor, and its place in the lane.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/direct/directive_table.h"
#include "backlot/direct/internal/objects.h"
#include "backlot/direct/ways.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/neighbours.h"
#include "backlot/traffic/vehicle/overtaking.h"
#include "backlot/world/lane_band.h"

namespace backlot::direct {

namespace {

using traffic::Dials;
using traffic::Throttle;
using world::Side;
using world::Track;
using world::TrackId;

constexpr double kSideAir_m = 0.1;  // between a body and the edge of its lane
constexpr double kThere_m = 0.02;   // of an offset
constexpr double kLeastCutIn_m = 1, kMostCutIn_m = 100;
constexpr double kLeastDuration_s = 1, kMostDuration_s = 20;
constexpr double kLeastLateral_mps = 0.2, kMostLateral_mps = 4;
constexpr double kInPlace_m = 0.5,
                 kInPlaceShare = 0.1;  // so near to the gap that was asked for the actor moves over
constexpr double kInPlace_mps = 1;     // where it is about as fast as the object
constexpr double kToGoOut_s = 2;       // an actor that has not begun to pass by then does not any more
constexpr double kFaster_mps = 3;      // than the one that it passes

TrackId lane_beside(const Track& track, Side side) {
  if (side == Side::none) return {};
  return side == Side::left ? track.left : track.right;
}

// The lane beside becomes the aim of the lease.
Refusal aim_beside(const DirectedActor& a, Side side, Lease& lease) {
  if (side == Side::none) return Refusal::no_such_lane;
  if (a.track().is_corridor()) return Refusal::in_intersection;
  lease.aim = lane_beside(a.track(), side);
  return lease.aim.is_empty() ? Refusal::no_such_lane : Refusal::none;
}

bool is_on_lane(const DirectedActor& a, const SeenObject& object, TrackId lane) {
  return std::ranges::any_of(find_places(a.run, a.scratch, object),
                             [lane](const Place& place) { return place.track == lane; });
}

bool is_left_behind(const DirectedActor& a, const Lease& lease) {
  return a.mover.trail.current() != lease.aim && a.track().carriageway != lease.way;
}

// What a driver sees, for questions between two steps.
struct Look {
  explicit Look(const DirectedActor& a)
      : stance(world::stance_of(a.tracks(), a.shape, a.mover)),
        around{a.run.roads.tracks, a.run.roads.conflicts, a.run.occupancy,
               a.run.tick,         a.run.signals,         !a.run.loose.empty()},
        self{a.id.slot(), a.shape, a.mover, stance, 0} {}

  world::Stance stance;
  traffic::Surroundings around;
  traffic::Self self;  // its own entry in the lists is not looked up
};

// Whether another body is at a place of the lane beside the actor, or nearly.
bool is_taken_at(const DirectedActor& a, double home) {
  BACKLOT_ASSERT(!std::isnan(home), "a place beside the middle of a lane is a number");
  if (a.mover.home == home) return false;
  constexpr double kAirBeside_m = 0.3, kAirAlong_m = 1.5;
  const Look look(a);
  const double half = static_cast<double>(a.shape.half_width_m()) + kAirBeside_m;
  const traffic::Neighbours there = traffic::find_neighbours(
      look.around, look.self, world::LaneBand::around(a.tracks(), a.track(), a.track().sign() * home, half));
  return there.is_beside || there.ahead.gap_m < kAirAlong_m || there.gap_behind_m < kAirAlong_m;
}

}  // namespace

// ---- change lane

Beginning ChangeLane::begin(const DirectedActor& a, Lease& lease) const {
  return {aim_beside(a, side, lease)};
}

Progress ChangeLane::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  if (a.mover.trail.current() == lease.aim)
    return a.mover.is_shifting() ? Progress{} : Progress{LeaseState::done};
  if (is_left_behind(a, lease)) return {LeaseState::failed, Refusal::took_another_way};
  dials.side = side;
  return {};
}

// ---- set offset

Beginning SetOffset::begin(const DirectedActor& a, Lease&) const {
  const double room = static_cast<double>(a.track().half_width - a.shape.half_width_m()) - kSideAir_m;
  return {std::fabs(offset_m) <= room ? Refusal::none : Refusal::out_of_range};
}

Progress SetOffset::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  dials.has_home = dials.keeps_lane = true;
  dials.home_m = offset_m;
  return is_once(lease) && std::fabs(a.mover.lateral - offset_m) < kThere_m ? Progress{LeaseState::done}
                                                                            : Progress{};
}

// ---- ride on

Beginning RideOn::begin(const DirectedActor& a, Lease&) const {
  return {a.mover.kind == world::ObjectKind::bicycle ? Refusal::none : Refusal::no_cyclist};
}

Progress RideOn::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const world::Cycleway& way = a.run.roads.cycleways[a.mover.trail.current()];
  const auto on_lane = static_cast<double>(way.lane);
  dials.has_home = dials.keeps_lane = true;
  dials.home_m = way.has_lane() && !is_taken_at(a, on_lane) ? on_lane : a.mover.home;
  const bool is_through = !a.track().is_corridor() && a.track().carriageway != lease.way;
  return is_once(lease) && is_through ? Progress{LeaseState::done} : Progress{};
}

// ---- cut in

Refusal CutIn::check() const {
  const bool is_possible = gap_m >= kLeastCutIn_m && gap_m <= kMostCutIn_m &&
                           duration_s >= kLeastDuration_s && duration_s <= kMostDuration_s;
  return is_possible ? Refusal::none : Refusal::out_of_range;
}

Beginning CutIn::begin(const DirectedActor& a, Lease& lease) const {
  const std::optional<SeenObject> seen = find_object(a.run, object);
  if (!seen) return {Refusal::unknown_object};
  if (const Refusal refusal = aim_beside(a, side, lease); refusal != Refusal::none) return {refusal};
  if (!is_on_lane(a, *seen, lease.aim) || !find_along(a, *seen, Where::nearest))
    return {Refusal::not_on_lane};
  lease.object_mps = seen->speed_mps;
  return {};
}

Progress CutIn::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const bool is_there = a.mover.trail.current() == lease.aim;
  if (is_there && !a.mover.is_shifting()) return {LeaseState::done};
  if (is_left_behind(a, lease)) return {LeaseState::failed, Refusal::took_another_way};
  const internal::Tracked target =
      internal::follow_object(a, object, Where::nearest, Refusal::not_on_lane, lease);
  if (!target.seen) return is_there ? Progress{} : target.lost;
  // a lease of its pace counts for more
  if (dials.throttle == Throttle::own)
    internal::aim_ahead_of(*target.seen, target.accel_mps2, gap_m, 0, dials);
  if (is_there) {
    world::hasten_shift(a.shape, duration_s, a.tick().step.seconds(), a.mover);
    return {};
  }
  const double wrong_m = std::fabs(target.seen->behind_m - gap_m);
  const double wrong_mps = std::fabs(a.speed_mps() - target.seen->object.speed_mps);
  if (wrong_m > std::max(kInPlace_m, kInPlaceShare * gap_m) || wrong_mps > kInPlace_mps) return {};
  dials.side = side;
  dials.is_at_once = dials.cuts_in = true;
  return {};
}

// ---- swerve

Refusal Swerve::check() const {
  return lateral_mps >= kLeastLateral_mps && lateral_mps <= kMostLateral_mps ? Refusal::none
                                                                             : Refusal::out_of_range;
}

Beginning Swerve::begin(const DirectedActor& a, Lease& lease) const { return {aim_beside(a, side, lease)}; }

Progress Swerve::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const bool is_there = a.mover.trail.current() == lease.aim;
  if (is_there && !a.mover.is_shifting()) return {LeaseState::done};
  if (is_left_behind(a, lease)) return {LeaseState::failed, Refusal::took_another_way};
  if (is_there) {
    const double across_m = std::fabs(a.mover.home - a.mover.shift_from);
    world::hasten_shift(a.shape, across_m / lateral_mps, a.tick().step.seconds(), a.mover);
    return {};
  }
  dials.side = side;
  dials.is_at_once = dials.cuts_in = true;
  return {};
}

// ---- overtake now

Beginning OvertakeNow::begin(const DirectedActor& a, Lease& lease) const {
  if (a.track().is_corridor()) return {Refusal::in_intersection};
  const Look look(a);
  const std::optional<std::uint32_t> leader = traffic::find_leader(look.around, look.self);
  if (!leader) return {Refusal::no_leader};
  const Side side = traffic::passing_side(a.tracks());
  lease.aim = lane_beside(a.track(), side);
  if (!lease.aim.is_empty()) {
    lease.object = a.run.numbers.id(*leader);
    return {traffic::has_room_beside(look.around, look.self, a.driver, side) ? Refusal::none
                                                                             : Refusal::no_room_to_pass};
  }
  if (!a.track().has_passing) return {Refusal::no_such_lane};
  const std::optional<std::uint32_t> last =
      traffic::find_passable(look.around, look.self, a.driver, is_reckless);
  if (!last) return {Refusal::no_room_to_pass};
  lease.object = a.run.numbers.id(*last);
  return {};
}

Progress OvertakeNow::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const std::optional<SeenObject> leader = find_object(a.run, lease.object);
  if (!leader) return {LeaseState::failed, Refusal::unknown_object};
  const std::optional<Sighting> seen = find_along(a, *leader, Where::nearest);
  const bool is_past = seen && seen->behind_m > 0;
  const bool is_late = (a.tick().time - lease.begun).seconds() > kToGoOut_s;
  if (lease.aim.is_empty()) {
    // over the oncoming lane, and back
    lease.is_later = lease.is_later || a.driver.is_out();
    dials.overtakes = !lease.is_later;
    dials.is_reckless = is_reckless;
    if (lease.is_later ? a.driver.is_out() || a.mover.is_shifting() : !is_late) return {};
    return is_past ? Progress{LeaseState::done} : Progress{LeaseState::failed, Refusal::no_room_to_pass};
  }
  const bool is_out = a.mover.trail.current() == lease.aim;
  if (is_out && is_past) return {LeaseState::done};
  if (is_left_behind(a, lease)) return {LeaseState::failed, Refusal::took_another_way};
  if (!is_out && is_late) return {LeaseState::failed, Refusal::no_room_to_pass};
  if (!is_out) {
    dials.side = traffic::passing_side(a.tracks());
    dials.is_at_once = true;
  }
  const auto own = static_cast<double>(traffic::road_mps(a.driver.traits, a.track().limit_mps));
  if (dials.throttle == Throttle::own)
    dials.speed_change_mps = std::max(dials.speed_change_mps, leader->speed_mps + kFaster_mps - own);
  return {};
}

}  // namespace backlot::direct
