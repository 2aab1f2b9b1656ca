#include "backlot/traffic/vehicle/decide.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/overtaking.h"

namespace backlot::traffic {

namespace {

constexpr std::uint64_t kDeliberationSteps = 4;  // lane changes are thought over this often, by turns
constexpr double kEarlyBrake_mps2 = 1.2;   // for slower stretches one brakes no sooner than this asks for
constexpr double kBeforeCrossing_m = 1;    // one stands so far before a body that is in the way
constexpr double kCourtesy_m = 4;          // room for others is so much more than a gap
constexpr double kCourtesyLeast_m = 1.5;   // with less to him one goes on
constexpr double kCourtesy_mps2 = 1.5;     // to make room for others one brakes no harder
constexpr double kForCrossing_mps2 = 3.5;  // for who crosses and moves on one brakes no harder
constexpr double kOncoming_s = 4;  // for who comes towards one brakes no sooner than this before a collision
constexpr double kStanding_mps = 0.1;
constexpr float kReaction_s = 1.0F;               // from green to the start, for the first at the line
constexpr double kMoveOff_m = 3;                  // with so much room he is let go, not only to the line
constexpr double kQueue_m = 5, kQueue_mps = 0.5;  // nearer and slower than this one waits in a queue

// The mind of one who stands behind another.
void wait_in_queue(Driver& driver, const Lead& lead, double dt) {
  driver.is_queued = lead.gap_m < kQueue_m && lead.speed_mps < kQueue_mps;
  driver.is_committed = driver.is_held = driver.is_clearing = false;
  driver.stood_s += static_cast<float>(dt);
  driver.since_shift_s += static_cast<float>(dt);
  driver.intent = Side::none;
  driver.intent_s = 0;
  driver.reaction_s = 0;
}

// At a light that lets him go he needs a moment before he does. Whether he still takes it.
bool is_reacting(const Surroundings& around, const Self& self, const CrossingAdvice& crossing,
                 Driver& driver) {
  const world::Trail& trail = self.mover.trail;
  const bool is_let_go =
      crossing.is_at_line && crossing.room_m > kMoveOff_m && trail.ahead() > 0 &&
      around.signals.aspect(around.tracks[trail.ahead(0)].corridor) != network::Aspect::dark;
  driver.reaction_s = is_let_go ? driver.reaction_s + static_cast<float>(around.tick.step.seconds()) : 0.0F;
  return is_let_go && driver.reaction_s <= kReaction_s;
}

// What he would do if there were no intersection: the most cautious of what road and others ask for.
double accel_in_lane(const DriverTraits& traits, double v, const Pace& pace, const Ahead& ahead,
                     double sight) {
  const double hardest = static_cast<double>(traits.hardest_mps2);
  double accel = following_accel(traits, v, pace.wanted_mps, ahead.lead);
  if (ahead.beyond.gap_m < sight)
    accel = std::min(accel, following_accel(traits, v, pace.wanted_mps, ahead.beyond));
  if (pace.braking_mps2 > kEarlyBrake_mps2) accel = std::min(accel, std::max(-pace.braking_mps2, -hardest));
  // for who must leave his lane one makes room, but not where he could not come in any more
  if (ahead.merging.gap_m > kCourtesyLeast_m && ahead.merging.gap_m < sight) {
    const Lead merging{ahead.merging.gap_m - kCourtesy_m, ahead.merging.speed_mps};
    accel = std::min(accel, std::max(following_accel(traits, v, pace.wanted_mps, merging), -kCourtesy_mps2));
  }
  // for who only crosses one brakes when it is time, not sooner
  const double room = ahead.crossing_m - kBeforeCrossing_m;
  if (room < v + 1 || braking_needed(v, room) > kEarlyBrake_mps2) {
    const double limit = ahead.is_crossing_fast ? kForCrossing_mps2 : hardest;
    accel = std::min(accel, std::max(stopping_accel(traits, v, room), -limit));
  }
  return accel;
}

// For who overtakes and comes towards one brakes gently where he will just be back, else as hard as it goes.
double accel_for_oncoming(const DriverTraits& traits, double v, const Lead& oncoming) {
  const double left_s = oncoming.gap_m / (v - oncoming.speed_mps);
  if (left_s > kOncoming_s) return std::numeric_limits<double>::infinity();
  return -static_cast<double>(left_s > 0.5 * kOncoming_s ? traits.brake_mps2 : traits.hardest_mps2);
}

// What remains of a decision in his mind.
void remember(const CrossingAdvice& crossing, const LaneAdvice& lane, const Lead& lead, double v,
              const base::Tick& tick, Driver& driver) {
  const auto dt = static_cast<float>(tick.step.seconds());
  driver.is_committed = crossing.is_committed;
  driver.is_held = crossing.is_held;
  driver.is_stopping = crossing.is_stopping;
  driver.is_clearing = crossing.is_clearing;
  driver.is_queued = v < kQueue_mps && lead.gap_m < kQueue_m && lead.speed_mps < kQueue_mps;
  driver.has_stopped = crossing.has_stopped;
  if (crossing.is_at_line && !driver.has_line) driver.at_line = tick.time;
  driver.has_line = crossing.is_at_line || (driver.has_line && crossing.has_stopped);
  driver.stood_s = v < kStanding_mps ? driver.stood_s + dt : 0.0F;
  driver.since_shift_s += dt;
  driver.must_shift = lane.must;
  driver.is_squeezed = lane.is_squeezed;
  const bool keeps_intent = lane.intent != Side::none && lane.intent == driver.intent;
  driver.intent_s = keeps_intent ? driver.intent_s + dt : 0.0F;
  driver.intent = lane.intent;
}

}  // namespace

Command decide(const Surroundings& around, const Self& self, Driver& driver) {
  const DriverTraits& traits = driver.traits;
  const double v = self.speed(), sight = sight_m(v);

  const Ahead ahead = find_ahead(around, self, sight);
  if (v == 0 && ahead.lead.gap_m <= static_cast<double>(traits.gap_m)) {
    wait_in_queue(driver, ahead.lead, around.tick.step.seconds());  // nothing else could make him move
    return {};
  }
  const bool deliberates = (around.tick.index + self.id) % kDeliberationSteps == 0;
  Pace pace = find_pace(around, self, traits, 5 + v * v / (2 * kEarlyBrake_mps2));
  std::optional<OvertakingAdvice> overtaking;
  if (self.track(around.tracks).has_passing || driver.is_out()) {
    overtaking = find_overtaking(around, self, driver, pace, ahead.lead, deliberates);
    pace.wanted_mps = std::max(pace.wanted_mps, overtaking->wanted_mps);
  }
  const double in_lane = accel_in_lane(overtaking ? overtaking->manner : traits, v, pace, ahead, sight);
  double accel = in_lane;
  if (ahead.oncoming.gap_m < sight && (!driver.is_out() || driver.overtaking == Overtaking::gives_up))
    accel = std::min(accel, accel_for_oncoming(traits, v, ahead.oncoming));

  const CrossingAdvice crossing = find_crossing(around, self, driver, sight);
  if (crossing.room_m < sight) accel = std::min(accel, stopping_accel(traits, v, crossing.room_m));

  LaneAdvice lane = find_lane(around, self, driver, pace, in_lane, deliberates);
  if (lane.room_m < sight) accel = std::min(accel, stopping_accel(traits, v, lane.room_m));

  Command command;
  if (overtaking) {
    accel = std::min(accel, overtaking->most_mps2);
    lane.intent = overtaking->intent;
    driver.overtaking = overtaking->phase;
    driver.passes = overtaking->passes;
    driver.is_overtaken = overtaking->is_overtaken;
    if (overtaking->home) {
      command.shift_to = self.mover.trail.current();
      command.home_m = static_cast<float>(*overtaking->home);
    }
  }

  if (is_reacting(around, self, crossing, driver)) accel = std::min(accel, 0.0);

  remember(crossing, lane, ahead.lead, v, around.tick, driver);
  command.accel_mps2 = accel;
  if (lane.starts) {
    const world::Track& track = self.track(around.tracks);
    command.shift_to = lane.intent == Side::left ? track.left : track.right;
  }
  return command;
}

}  // namespace backlot::traffic
