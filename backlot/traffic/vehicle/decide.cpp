#include "backlot/traffic/vehicle/decide.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/cycling/riding.h"
#include "backlot/traffic/vehicle/cycling/side_room.h"
#include "backlot/traffic/vehicle/directing.h"
#include "backlot/traffic/vehicle/driver_machine.h"
#include "backlot/traffic/vehicle/internal/witness.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/overtaking.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::traffic {

namespace {

using internal::ObjectsAhead;

constexpr std::uint64_t kDeliberationSteps = 4;  // lane changes are thought over this often, by turns
constexpr double kEarlyBrake_mps2 = 1.2;  // for slower stretches a driver brakes no sooner than this asks for
constexpr double kBeforeCrossing_m = 1;   // a driver stops this far before a body that is in the way
constexpr double kCourtesy_m = 4;         // room for others is this much more than a gap
constexpr double kCourtesyLeast_m = 1.5;  // with less to the other vehicle the driver goes on
constexpr double kCourtesy_mps2 = 1.5;    // to make room for others a driver brakes no harder
constexpr double kForCrossing_mps2 =
    3.5;  // for a vehicle that crosses and moves on a driver brakes no harder
constexpr double kOncoming_s =
    4;  // for an oncoming vehicle a driver brakes no sooner than this before a collision
constexpr double kLeaves_mps = 0.3;  // a leader that is faster than this and than the own vehicle leaves
// What a driver that moves up keeps to its leader, standing, and its shares of headway and acceleration.
constexpr float kMovingUpGap_m = 0.8F, kMovingUpHeadway = 0.4F, kMovingUpAccel = 1.2F;
constexpr double kStanding_mps = 0.1;
constexpr double kSameHome_m = 0.02;
constexpr float kReaction_s = 1.0F;  // from green to the start, for the first at the line
constexpr double kMoveOff_m = 3;     // with this much room the driver is let go, not only to the line
constexpr double kQueue_m = 5, kQueue_mps = 0.5;  // nearer and slower than this a vehicle waits in a queue

// A driver that stands behind another vehicle looks no further: what it knew of line and lane stays, and it plans nothing.
Command wait_in_queue(const Surroundings& around, const Self& self, const Lead& lead, Driver& driver) {
  DriverContext context{around, self, driver};
  context.is_queued = lead.gap_m < kQueue_m && lead.speed_mps < kQueue_mps;
  context.crossing.is_stopping = driver.is_stopping();
  context.crossing.has_stopped = driver.has_stopped();
  context.lane.must = driver.must_shift();
  context.lane.is_squeezed = driver.is_squeezed();
  const auto dt = static_cast<float>(around.tick.step.seconds());
  driver.stood_s += dt;
  driver.since_shift_s += dt;
  driver.intent_s = 0;
  driver.reaction_s = 0;
  step_machine(context);
  return context.command;
}

// At a light that turned green a driver needs a moment before it goes. Whether it still takes that moment.
bool is_reacting(const Surroundings& around, const Self& self, const CrossingAdvice& crossing,
                 Driver& driver) {
  const world::Trail& trail = self.mover.trail;
  // the line is that of the next corridor, which may lie behind a joint or two
  std::uint32_t next = 0;
  while (next < trail.ahead() && !around.tracks[trail.ahead(next)].is_corridor()) ++next;
  const bool is_let_go =
      crossing.is_at_line && crossing.room_m > kMoveOff_m && next < trail.ahead() &&
      around.signals.aspect(around.tracks[trail.ahead(next)].corridor) != network::Aspect::dark;
  driver.reaction_s = is_let_go ? driver.reaction_s + static_cast<float>(around.tick.step.seconds()) : 0.0F;
  return is_let_go && driver.reaction_s <= kReaction_s;
}

// What the driver would do if there were no intersection: the most cautious of what road and others ask for.
template <class Witness>
double accel_in_lane(const DriverTraits& traits, double v, const Pace& pace, const Ahead& ahead, double sight,
                     Witness witness) {
  BACKLOT_ASSERT(!std::isnan(v) && sight >= 0, "a driver has a speed and sees ahead");
  const double hardest = static_cast<double>(traits.hardest_mps2);
  // in a bend a driver is slower, but keeps no more distance than on a straight road
  double accel = following_accel(traits, v, pace.road_mps, ahead.lead);
  witness.drives(traits, pace, ahead.lead, accel);
  const auto heed = [&](double wish, Limit limit, internal::ObjectAhead object) {
    witness.asks(limit, wish, object);
    accel = std::min(accel, wish);
  };
  if (pace.wanted_mps < pace.road_mps) accel = std::min(accel, free_accel(traits, v, pace.wanted_mps));
  if (ahead.beyond.gap_m < sight)
    heed(following_accel(traits, v, pace.wanted_mps, ahead.beyond), Limit::leader, &ObjectsAhead::beyond);
  if (pace.braking_mps2 > kEarlyBrake_mps2) {
    const double wish = std::max(-pace.braking_mps2, -hardest);
    witness.slows_down(traits, wish);
    accel = std::min(accel, wish);
  }
  // a driver makes room for a vehicle that must leave its lane, but not where that could not come in any more
  if (ahead.merging.gap_m > kCourtesyLeast_m && ahead.merging.gap_m < sight) {
    const Lead merging{ahead.merging.gap_m - kCourtesy_m, ahead.merging.speed_mps};
    heed(std::max(following_accel(traits, v, pace.wanted_mps, merging), -kCourtesy_mps2), Limit::merging,
         &ObjectsAhead::merging);
  }
  // for a vehicle that only crosses a driver brakes when it is time, not sooner
  const double room = ahead.crossing_m - kBeforeCrossing_m;
  if (room < v + 1 || braking_needed(v, room) > kEarlyBrake_mps2) {
    const double limit = ahead.is_crossing_fast ? kForCrossing_mps2 : hardest;
    heed(std::max(stopping_accel(traits, v, room), -limit), Limit::crossing, &ObjectsAhead::crossing);
  }
  if (ahead.external_mps2 >= 0) accel = std::min(accel, -std::min(ahead.external_mps2, hardest));
  return accel;
}

// Whether the driver moves up to the line of a stop sign, behind a leader that leaves that line.
bool moves_up(const CrossingAdvice& crossing, double v, const Lead& lead) {
  return crossing.moves_up && lead.speed_mps > std::max(v, kLeaves_mps);
}

// Such a driver moves up at once and briskly: it will stand at the line itself, so that it keeps no more than the distance to stop behind its leader.
DriverTraits moving_up(DriverTraits traits) {
  BACKLOT_ASSERT(traits.headway_s >= 0, "a headway is a time");
  traits.gap_m = std::min(traits.gap_m, kMovingUpGap_m);
  traits.headway_s *= kMovingUpHeadway;
  traits.accel_mps2 *= kMovingUpAccel;
  return traits;
}
[[gnu::noinline]] double moving_up_accel(const DriverTraits& traits, double v, const Pace& pace,
                                         const Ahead& ahead, double sight) {
  return accel_in_lane(moving_up(traits), v, pace, ahead, sight, internal::NoListener());
}

// Whether a directive says which lane to drive in, or where in it: then the driver does not think of overtaking.
bool has_directed_place(const Self& self) {
  const Dials* dials = self.dials;
  return dials != nullptr && !dials->overtakes &&
         (dials->side != Side::none || dials->has_home || dials->keeps_lane);
}

// Whether the vehicle passes another one, or is passed. A driver that is told where to drive does not think of overtaking, but it knows when it is
// overtaken, and gets no faster then.
[[gnu::noinline]] Passing find_passing(const Surroundings& around, const Self& self, const Driver& driver,
                                       const OvertakingAdvice& overtaking, bool deliberates) {
  if (driver.is_out()) return Passing::passes;
  if (!self.track(around.tracks).has_passing) return Passing::none;
  const bool is_passed = !has_directed_place(self) ? overtaking.is_overtaken
                         : deliberates             ? is_overtaken(around, self)
                                                   : driver.is_overtaken();
  return is_passed ? Passing::is_passed : Passing::none;
}

// What the driver does in its lane where its dials say how.
[[gnu::noinline]] double directed_accel_in_lane(const Surroundings& around, const Self& self,
                                                const DriverTraits& traits, double v, const Pace& pace,
                                                const Ahead& ahead, double sight, Passing passing) {
  const DriverTraits manner = hurrying(*self.dials, traits, self.shape);
  const PaceChange change = directed_change(*self.dials, passing);
  Pace directed = directed_pace(pace, change);
  // What lies ahead counts as the driver will drive there: one that is faster than by itself need not slow down for the same limit. One that is
  // slower brakes for that in comfort, and harder only where the road itself asks for it.
  if (pace.braking_mps2 > 0 || change.add_mps < 0) {
    const double told = braking_ahead_mps2(around, self, traits, 5 + v * v / (2 * kEarlyBrake_mps2), change);
    directed.braking_mps2 =
        std::min(told, std::max(pace.braking_mps2, static_cast<double>(traits.brake_mps2)));
  }
  const double own =
      accel_in_lane(manner, v, directed, without_target(*self.dials, ahead), sight, internal::NoListener());
  return directed_accel(*self.dials, manner, v, directed, own, around.tick.step.seconds());
}

// To the directed place in the lane, when the driver does not go over to another lane.
void go_home(const Dials& dials, const world::Mover& mover, Command& command) {
  if (!dials.has_home || mover.is_shifting() || mover.home == dials.home_m || !command.shift_to.is_empty())
    return;
  command.shift_to = mover.trail.current();
  command.home_m = static_cast<float>(dials.home_m);
}

// A cyclist shows that it has to leave the bicycle lane, and stops before the end of it.
[[gnu::noinline]] RidingAdvice look_where_to_ride(const Surroundings& around, const Self& self,
                                                  const DriverTraits& traits, LaneAdvice& lane) {
  const RidingAdvice riding = find_riding(around, self, traits, lane);
  lane.room_m = std::min(lane.room_m, riding.room_m);
  if (!riding.merges) return riding;
  lane.intent = passing_side(around.tracks);
  lane.must = true;
  lane.starts = false;
  return riding;
}

// To that place across the road, when the cyclist does not go over to another lane.
void ride_over(const RidingAdvice& riding, const world::Mover& mover, Command& command) {
  if (!riding.home || !command.shift_to.is_empty()) return;
  command.shift_to = mover.trail.current();
  command.home_m = static_cast<float>(*riding.home);
}

// Away from the cyclists that the driver passes in its lane, and back to where it keeps once they are behind.
[[gnu::noinline]] void make_side_room(const Surroundings& around, const Self& self, const Driver& driver,
                                      Command& command) {
  const world::Mover& mover = self.mover;
  if (self.is_cyclist() || driver.is_out() || has_directed_place(self) || mover.is_shifting() ||
      !command.shift_to.is_empty() || self.track(around.tracks).is_corridor())
    return;
  const double home = find_passing_place(around, self, static_cast<double>(driver.traits.top_mps),
                                         keep_of(around.tracks, driver));
  if (std::fabs(mover.home - home) < kSameHome_m) return;
  command.shift_to = mover.trail.current();
  command.home_m = static_cast<float>(home);
}

// Whether the driver brakes for oncoming vehicles at all.
bool minds_oncoming(const Driver& driver, const Ahead& ahead, double sight) {
  return ahead.oncoming.gap_m < sight && (!driver.is_out() || driver.overtaking() == Overtaking::gives_up);
}

// For an oncoming vehicle that overtakes a driver brakes gently where that one will just be back, else as hard as possible.
double accel_for_oncoming(const DriverTraits& traits, double v, const Lead& oncoming) {
  BACKLOT_ASSERT(!std::isnan(oncoming.gap_m) && !std::isnan(v), "a gap and a speed are numbers");
  const double left_s = oncoming.gap_m / (v - oncoming.speed_mps);
  if (left_s > kOncoming_s) return std::numeric_limits<double>::infinity();
  return -static_cast<double>(left_s > 0.5 * kOncoming_s ? traits.brake_mps2 : traits.hardest_mps2);
}

// For how long the driver has been in its states.
void count_time(const LaneAdvice& lane, double v, const base::Tick& tick, Driver& driver) {
  BACKLOT_ASSERT(tick.step.nanoseconds() > 0, "a step takes time");
  const auto dt = static_cast<float>(tick.step.seconds());
  driver.stood_s = v < kStanding_mps ? driver.stood_s + dt : 0.0F;
  driver.since_shift_s += dt;
  const bool keeps_intent = lane.intent != Side::none && lane.intent == driver.intent();
  driver.intent_s = keeps_intent ? driver.intent_s + dt : 0.0F;
}

}  // namespace

Command decide(const Surroundings& around, const Self& self, Driver& driver) {
  BACKLOT_ASSERT(around.tick.step.nanoseconds() > 0, "a step takes time");
  const DriverTraits& traits = driver.traits;
  const double v = self.speed(), sight = sight_m(v);

  const Ahead ahead = find_ahead(around, self, sight);
  if (waits_in_queue(self, traits, ahead.lead))
    return wait_in_queue(around, self, ahead.lead, driver);  // nothing else could make it move

  const bool deliberates = (around.tick.index + self.id) % kDeliberationSteps == 0;
  Pace pace = find_pace(around, self, traits, 5 + v * v / (2 * kEarlyBrake_mps2));
  const bool thinks_of_overtaking =
      (self.track(around.tracks).has_passing && !has_directed_place(self) && !self.is_cyclist()) ||
      driver.is_out();
  OvertakingAdvice overtaking;
  if (thinks_of_overtaking) {
    overtaking = find_overtaking(around, self, driver, pace, ahead.lead, deliberates);
    pace.wanted_mps = std::max(pace.wanted_mps, overtaking.wanted_mps);
  }
  const DriverTraits& manner = thinks_of_overtaking ? overtaking.manner : traits;
  const Passing passing =
      self.dials != nullptr ? find_passing(around, self, driver, overtaking, deliberates) : Passing::none;
  const double in_lane = self.dials != nullptr
                             ? directed_accel_in_lane(around, self, manner, v, pace, ahead, sight, passing)
                             : accel_in_lane(manner, v, pace, ahead, sight, internal::NoListener());
  DriverContext context{.around = around,
                        .self = self,
                        .driver = driver,
                        .sight_m = sight,
                        .in_lane_mps2 = in_lane,
                        .crossing = find_crossing(around, self, driver, sight),
                        .lane = find_lane(around, self, driver, pace, in_lane, deliberates)};
  if (moves_up(context.crossing, v, ahead.lead) && self.dials == nullptr) [[unlikely]]
    context.in_lane_mps2 = moving_up_accel(manner, v, pace, ahead, sight);
  if (minds_oncoming(driver, ahead, sight))
    context.in_lane_mps2 = std::min(context.in_lane_mps2, accel_for_oncoming(traits, v, ahead.oncoming));
  if (thinks_of_overtaking) {
    context.in_lane_mps2 = std::min(context.in_lane_mps2, overtaking.most_mps2);
    context.lane.intent = overtaking.intent;
    context.overtaking = overtaking.phase;
    context.is_overtaken = overtaking.is_overtaken;
    context.home_m = overtaking.home.value_or(0);
    driver.passes = overtaking.passes;
  }
  context.is_queued = v < kQueue_mps && ahead.lead.gap_m < kQueue_m && ahead.lead.speed_mps < kQueue_mps;
  context.is_reacting = is_reacting(around, self, context.crossing, driver);
  RidingAdvice riding;
  const bool rides = self.is_cyclist() && around.cycleways != nullptr && !has_directed_place(self);
  if (rides) [[unlikely]]
    riding = look_where_to_ride(around, self, traits, context.lane);
  if (around.perceived != nullptr) [[unlikely]]
    *around.perceived = {pace,
                         ahead,
                         thinks_of_overtaking ? std::optional(overtaking) : std::nullopt,
                         context.crossing,
                         context.lane,
                         context.is_reacting};
  count_time(context.lane, v, around.tick, driver);
  if (self.dials != nullptr) {
    if (!thinks_of_overtaking) context.is_overtaken = passing == Passing::is_passed;
    if (context.is_overtaken) context.in_lane_mps2 = std::min(context.in_lane_mps2, 0.0);
    context.is_reacting = context.is_reacting && self.dials->throttle != Throttle::launch;
    context.lane.room_m = std::min(context.lane.room_m, self.dials->stop_m + kBefore_m);
  }
  step_machine(context);
  if (self.dials != nullptr) go_home(*self.dials, self.mover, context.command);
  if (rides) [[unlikely]]
    ride_over(riding, self.mover, context.command);
  if (around.cycleways != nullptr) [[unlikely]]
    make_side_room(around, self, driver, context.command);
  return context.command;
}

void internal::report_wishes(const Self& self, const Driver& driver, const Perception& seen,
                             Listener& listener) {
  const double v = self.speed(), sight = sight_m(v);
  const DriverTraits& manner = seen.overtaking ? seen.overtaking->manner : driver.traits;
  const bool is_moving_up = self.dials == nullptr && moves_up(seen.crossing, v, seen.ahead.lead);
  accel_in_lane<Listener&>(is_moving_up ? moving_up(manner) : manner, v, seen.pace, seen.ahead, sight,
                           listener);
  if (minds_oncoming(driver, seen.ahead, sight))
    listener.asks(Limit::oncoming, accel_for_oncoming(driver.traits, v, seen.ahead.oncoming),
                  &ObjectsAhead::oncoming);
  if (seen.overtaking) listener.overtakes(*seen.overtaking);
  listener.stops(driver.traits, seen);
}

}  // namespace backlot::traffic
