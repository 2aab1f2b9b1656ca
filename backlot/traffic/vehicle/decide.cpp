#include "backlot/traffic/vehicle/decide.h"

#include <algorithm>

#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic {

namespace {

constexpr std::uint64_t kDeliberationSteps = 4;   // lane changes are thought over this often, by turns
constexpr double kEarlyBrake_mps2 = 1.2;          // for slower stretches one brakes no sooner than this asks for
constexpr double kStanding_mps = 0.1;

}  // namespace

Command decide(const Surroundings& around, const Self& self, Driver& driver) {
  const DriverTraits& traits = driver.traits;
  const double v = self.speed(), dt = around.tick.step.seconds();
  const double sight = sight_m(v);

  // the road, the one ahead, the intersection: the most cautious wish wins
  const Pace pace = find_pace(around, self, traits, sight);
  const Lead lead = find_lead(around, self, sight);
  double accel = following_accel(traits, v, pace.wanted_mps, lead);
  if (pace.braking_mps2 > kEarlyBrake_mps2)
    accel = std::min(accel, std::max(-pace.braking_mps2, -static_cast<double>(traits.hardest_mps2)));
  const double in_lane = accel;
  const CrossingAdvice crossing = find_crossing(around, self, driver, sight);
  if (crossing.room_m < sight) accel = std::min(accel, stopping_accel(traits, v, crossing.room_m));

  // the lane
  const bool deliberates = (around.tick.index + self.id) % kDeliberationSteps == 0;
  const LaneAdvice lane = find_lane(around, self, driver, pace, in_lane, deliberates);
  if (lane.room_m < sight) accel = std::min(accel, stopping_accel(traits, v, lane.room_m));

  // what remains of it in his mind
  driver.is_committed = crossing.is_committed;
  driver.is_held = crossing.is_held;
  driver.has_stopped = crossing.has_stopped;
  if (crossing.is_at_line && !driver.has_line) driver.at_line = around.tick.time;
  driver.has_line = crossing.is_at_line || (driver.has_line && crossing.has_stopped);
  driver.stood_s = v < kStanding_mps ? driver.stood_s + static_cast<float>(dt) : 0.0F;
  driver.since_shift_s += static_cast<float>(dt);
  driver.intent_s = lane.intent != Side::none && lane.intent == driver.intent ? driver.intent_s + static_cast<float>(dt) : 0.0F;
  driver.intent = lane.intent;

  Command command;
  command.accel_mps2 = accel;
  if (lane.starts) {
    const world::Track& track = self.track(around.tracks);
    command.shift_to = lane.intent == Side::left ? track.left : track.right;
  }
  return command;
}

}  // namespace backlot::traffic
