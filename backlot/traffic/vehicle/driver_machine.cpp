#include "backlot/traffic/vehicle/driver_machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/hcsm/compiled_machine.h"

namespace backlot::traffic {

namespace {

using Context = DriverContext;
using State = hcsm::StateDescription<Context>;

using StoppingLaw = double (&)(const DriverTraits&, double, double);

void stop_within(Context& c, double room_m, StoppingLaw law) {
  BACKLOT_ASSERT(!std::isnan(room_m), "the room to stop is a number");
  if (room_m < c.sight_m)
    c.command.accel_mps2 = std::min(c.command.accel_mps2, law(c.driver.traits, c.self.speed(), room_m));
}

constexpr State speed() {
  return {.name = "speed",
          .one_of = {{.name = "drive",
                      .transitions = {{.to = "queue",
                                       .when = [](const Context& c) { return c.is_queued; },
                                       .label = "stands behind another"}}},
                     {.name = "queue",
                      .transitions = {{.to = "drive",
                                       .when = [](const Context& c) { return !c.is_queued; },
                                       .label = "he moves on"}}}}};
}

// The corridor ahead. A driver that was held shows for a step that it is not any more; a committed driver is held no more.
constexpr State ahead() {
  const auto is_stopping = [](const Context& c) { return c.crossing.is_stopping; };
  const auto is_held = [](const Context& c) { return c.crossing.is_held; };
  const auto is_committed = [](const Context& c) { return c.crossing.is_committed; };
  return {
      .name = "ahead",
      .one_of = {{.name = "look out",
                  .transitions = {{.to = "stop at light", .when = is_stopping, .label = "red, or soon"},
                                  {.to = "held", .when = is_held, .label = "no room behind"},
                                  {.to = "committed", .when = is_committed, .label = "clear, and near"}}},
                 {.name = "stop at light",
                  .transitions = {{.to = "held", .when = is_held, .label = "no room behind"},
                                  {.to = "committed", .when = is_committed, .label = "green, clear"},
                                  {.to = "look out",
                                   .when = [](const Context& c) { return !c.crossing.is_stopping; },
                                   .label = "green"}}},
                 {.name = "held",
                  .transitions = {{.to = "stop at light", .when = is_stopping, .label = "red"},
                                  {.to = "look out",
                                   .when = [](const Context& c) { return !c.crossing.is_held; },
                                   .label = "room"}}},
                 {.name = "committed",
                  .transitions = {{.to = "stop at light", .when = is_stopping, .label = "red, and can stop"},
                                  {.to = "look out",
                                   .when = [](const Context& c) { return !c.crossing.is_committed; },
                                   .label = "not clear"}}}}};
}

// The line before that corridor.
constexpr State line() {
  const auto has_stopped = [](const Context& c) { return c.crossing.has_stopped; };
  const auto has_left = [](const Context& c) { return !c.crossing.has_stopped; };
  const auto is_reacting = [](const Context& c) { return c.is_reacting; };
  return {.name = "line",
          .one_of = {{.name = "not stopped",
                      .leave = [](Context& c) { c.driver.at_line = c.around.tick.time; },
                      .transitions = {{.to = "react", .when = is_reacting, .label = "stands, and may go"},
                                      {.to = "stopped", .when = has_stopped, .label = "stands at it"}}},
                     {.name = "stopped",
                      .transitions = {{.to = "react", .when = is_reacting, .label = "may go"},
                                      {.to = "not stopped", .when = has_left, .label = "another line"}}},
                     {.name = "react",
                      .after = [](Context& c) { c.command.accel_mps2 = std::min(c.command.accel_mps2, 0.0); },
                      .transitions = {{.to = "not stopped", .when = has_left, .label = "another line"},
                                      {.to = "stopped",
                                       .when = [](const Context& c) { return !c.is_reacting; },
                                       .label = "a moment later"}}}}};
}

// The corridor under the vehicle.
constexpr State inside() {
  return {.name = "inside",
          .one_of = {{.name = "go through",
                      .transitions = {{.to = "clear",
                                       .when = [](const Context& c) { return c.crossing.is_clearing; },
                                       .label = "in the way of others"}}},
                     {.name = "clear",
                      .transitions = {{.to = "go through",
                                       .when = [](const Context& c) { return !c.crossing.is_clearing; },
                                       .label = "out of it"}}}}};
}

constexpr State side() {
  const auto wants_left = [](const Context& c) { return c.lane.intent == Side::left; };
  const auto wants_right = [](const Context& c) { return c.lane.intent == Side::right; };
  const auto wants_none = [](const Context& c) { return c.lane.intent == Side::none; };
  const auto starts = [](const Context& c) { return c.lane.starts; };
  return {.name = "side",
          .one_of = {{.name = "keep",
                      .transitions = {{.to = "show left", .when = wants_left, .label = "wants left"},
                                      {.to = "show right", .when = wants_right, .label = "wants right"}}},
                     {.name = "show left",
                      .transitions = {{.to = "shift", .when = starts, .label = "safe"},
                                      {.to = "show right", .when = wants_right, .label = "wants right"},
                                      {.to = "keep", .when = wants_none, .label = "no more"}}},
                     {.name = "show right",
                      .transitions = {{.to = "shift", .when = starts, .label = "safe"},
                                      {.to = "show left", .when = wants_left, .label = "wants left"},
                                      {.to = "keep", .when = wants_none, .label = "no more"}}},
                     {.name = "shift",
                      .enter =
                          [](Context& c) {
                            const world::Track& track = c.self.track(c.around.tracks);
                            c.command.shift_to = c.lane.intent == Side::left ? track.left : track.right;
                          },
                      .transitions = {{.to = "show left", .when = wants_left, .label = "wants left"},
                                      {.to = "show right", .when = wants_right, .label = "wants right"},
                                      {.to = "keep",
                                       .when = [](const Context& c) { return !c.self.mover.is_shifting(); },
                                       .label = "there"}}}}};
}

constexpr State end() {
  return {.name = "end",
          .one_of = {{.name = "far off",
                      .transitions = {{.to = "ask for room",
                                       .when = [](const Context& c) { return c.lane.must; },
                                       .label = "lane ends soon, leads nowhere"}}},
                     {.name = "ask for room",
                      .transitions = {{.to = "far off",
                                       .when = [](const Context& c) { return !c.lane.must; },
                                       .label = "another lane"}}}}};
}

constexpr State beside() {
  return {.name = "beside",
          .one_of = {{.name = "free",
                      .transitions = {{.to = "squeezed",
                                       .when = [](const Context& c) { return c.lane.is_squeezed; },
                                       .label = "one stands where he must go"}}},
                     {.name = "squeezed",
                      .transitions = {{.to = "free",
                                       .when = [](const Context& c) { return !c.lane.is_squeezed; },
                                       .label = "passed"}}}}};
}

// Over the oncoming lane.
constexpr State overtaking() {
  const auto go_over = [](Context& c) {
    c.command.shift_to = c.self.mover.trail.current();
    c.command.home_m = static_cast<float>(c.home_m);
  };
  const auto returns = [](const Context& c) { return c.overtaking == Overtaking::returns; };
  const auto stays = [](const Context& c) { return c.overtaking == Overtaking::none; };
  return {.name = "overtaking",
          .one_of = {
              {.name = "stay",
               .transitions = {{.to = "show",
                                .when = [](const Context& c) { return c.overtaking == Overtaking::shows; },
                                .label = "slow one ahead, free beyond"}}},
              {.name = "show",
               .transitions = {{.to = "pass",
                                .when = [](const Context& c) { return c.overtaking == Overtaking::passes; },
                                .label = "still free"},
                               {.to = "stay", .when = stays, .label = "not any more"}}},
              {.name = "pass",
               .enter = go_over,
               .transitions = {{.to = "give up",
                                .when = [](const Context& c) { return c.overtaking == Overtaking::gives_up; },
                                .label = "one comes"},
                               {.to = "return", .when = returns, .label = "past him"}}},
              {.name = "give up", .transitions = {{.to = "return", .when = returns, .label = "room behind"}}},
              {.name = "return",
               .enter = go_over,
               .transitions = {{.to = "stay", .when = stays, .label = "back in the lane"}}}}};
}

constexpr State others() {
  return {.name = "others",
          .one_of = {{.name = "keep behind",
                      .transitions = {{.to = "overtaken",
                                       .when = [](const Context& c) { return c.is_overtaken; },
                                       .label = "one passes him, or near ahead"}}},
                     {.name = "overtaken",
                      .transitions = {{.to = "keep behind",
                                       .when = [](const Context& c) { return !c.is_overtaken; },
                                       .label = "he has passed"}}}}};
}

// The driver does the most cautious of what lane, crossing and end of the lane ask for.
constexpr hcsm::MachineDescription<Context> describe_driver() {
  return {.root = {.name = "driver",
                   .before = [](Context& c) { c.command.accel_mps2 = c.in_lane_mps2; },
                   .all_of = {speed(),
                              {.name = "crossing",
                               .before =
                                   [](Context& c) {
                                     c.command.accel_mps2 = std::min(
                                         c.command.accel_mps2, most_at_crossing(c.crossing, c.driver.traits));
                                     stop_within(c, c.crossing.room_m,
                                                 c.crossing.is_unlit ? pulling_up_accel : stopping_accel);
                                   },
                               .all_of = {ahead(), line(), inside()}},
                              {.name = "lane",
                               .before = [](Context& c) { stop_within(c, c.lane.room_m, stopping_accel); },
                               .all_of = {side(), end(), beside(), overtaking(), others()}}}}};
}

using DriverMachine = hcsm::CompiledMachine<describe_driver>;

// What driver.h says of the machine is so.
static_assert(DriverMachine::find_state("queue") == driver_states::kQueue);
static_assert(DriverMachine::find_state("stop at light") == driver_states::kStopAtLight);
static_assert(DriverMachine::find_state("held") == driver_states::kHeld);
static_assert(DriverMachine::find_state("committed") == driver_states::kCommitted);
static_assert(DriverMachine::find_state("not stopped") == driver_states::kNotStopped);
static_assert(DriverMachine::find_state("clear") == driver_states::kClear);
static_assert(DriverMachine::find_state("show left") == driver_states::kShowLeft);
static_assert(DriverMachine::find_state("show right") == driver_states::kShowRight);
static_assert(DriverMachine::find_state("ask for room") == driver_states::kAskForRoom);
static_assert(DriverMachine::find_state("squeezed") == driver_states::kSqueezed);
static_assert(DriverMachine::find_state("show") == driver_states::kShowOvertaking);
static_assert(DriverMachine::find_state("pass") == driver_states::kPass);
static_assert(DriverMachine::find_state("give up") == driver_states::kGiveUp);
static_assert(DriverMachine::find_state("return") == driver_states::kReturn);
static_assert(DriverMachine::find_state("overtaken") == driver_states::kOvertaken);
static_assert(driver_states::kOut ==
              (hcsm::StateSet::of(driver_states::kPass) | hcsm::StateSet::of(driver_states::kGiveUp) |
               hcsm::StateSet::of(driver_states::kReturn)));
static_assert((DriverMachine::within(DriverMachine::find_state("overtaking")) |
               DriverMachine::within(DriverMachine::find_state("others"))) == driver_states::kWithinPassing);
static_assert(DriverMachine::entered(hcsm::StateId(0)) == driver_states::kAtStart);
static_assert(DriverMachine::within(DriverMachine::find_state("crossing")) == driver_states::kWithinCrossing);

}  // namespace

void step_machine(DriverContext& context) { DriverMachine::step(context.driver.states, context); }

hcsm::Machine<DriverContext> driver_machine() {
  base::Result<hcsm::Machine<DriverContext>> machine = hcsm::Machine<DriverContext>::build(describe_driver());
  BACKLOT_CHECK(machine && machine.diagnostics().is_empty(), to_text(machine.diagnostics()));
  return std::move(*machine);
}

}  // namespace backlot::traffic
