#include "backlot/traffic/pedestrian/walker_machine.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/hcsm/compiled_machine.h"

namespace backlot::traffic {

namespace {

using Context = WalkerContext;
using State = hcsm::StateDescription<Context>;

constexpr double kAtKerb_m = 1.5;      // nearer than this to the line the walker looks at the road
constexpr float kLooksAgain_s = 0.3F;  // after waiting
constexpr double kDash = 2.2, kFastest_mps = 3.5;
constexpr double kHurry = 1.15;  // over a road that has got red
constexpr double kUp_m = 0.6;    // so near to the line a walker may still turn back
constexpr float kGivesUp_s = 6;  // stuck before the next lane

constexpr State way() {
  const auto is_at_kerb = [](const Context& c) {
    return c.kerb.is_near() && c.kerb.kerb_m < kAtKerb_m && c.kerb.kerb_m >= 0;
  };
  const auto may_cross = [](const Context& c) {
    return c.kerb.is_near() && c.kerb.may_go && c.kerb.is_clear &&
           c.walker.looked_s >= c.walker.traits.look_s;
  };
  const auto is_told = [](const Context& c) { return c.kerb.is_shortcut; };
  const auto is_off = [](const Context& c) { return !c.kerb.is_near(); };
  return {
      .name = "way",
      .one_of = {
          {.name = "walk",
           .transitions = {{.to = "turn back", .button = "turn back"},
                           {.to = "cross",
                            .when = [](const Context& c) { return c.kerb.is_on_roadway(); },
                            .label = "on the road"},
                           {.to = "look", .when = is_at_kerb, .label = "at the kerb"}}},
          {.name = "look",
           .enter = [](Context& c) { c.walker.looked_s = 0; },
           .before =
               [](Context& c) {
                 c.walker.looked_s += static_cast<float>(c.dt_s);
                 c.command.stop_m = std::min(c.command.stop_m, std::max(0.0, c.kerb.kerb_m));
               },
           .transitions = {{.to = "turn back", .button = "turn back"},
                           {.to = "cross", .button = "cross now"},
                           {.to = "cross", .when = is_told, .label = "told to"},
                           {.to = "walk", .when = is_off, .label = "not any more"},
                           {.to = "cross", .when = may_cross, .label = "may go, and clear"},
                           {.to = "wait",
                            .when =
                                [](const Context& c) { return c.walker.looked_s >= c.walker.traits.look_s; },
                            .label = "red, or not clear"}}},
          {.name = "wait",
           .enter = [](Context& c) { c.walker.waited_s = 0; },
           .leave =
               [](Context& c) { c.walker.looked_s = std::max(0.0F, c.walker.traits.look_s - kLooksAgain_s); },
           .before =
               [](Context& c) {
                 c.walker.waited_s += static_cast<float>(c.dt_s);
                 c.command.stop_m = std::min(c.command.stop_m, std::max(0.0, c.kerb.kerb_m));
               },
           .transitions = {{.to = "turn back", .button = "turn back"},
                           {.to = "cross", .button = "cross now"},
                           {.to = "cross", .when = is_told, .label = "told to"},
                           {.to = "walk", .when = is_off, .label = "not any more"},
                           {.to = "cross",
                            .when = [](const Context& c) { return c.kerb.may_go && c.kerb.is_clear; },
                            .label = "may go, and clear"}}},
          {.name = "cross",
           .before =
               [](Context& c) {
                 if (!c.kerb.may_go) c.command.pace_mps *= kHurry;
                 c.command.stop_m = std::min(c.command.stop_m, c.kerb.hold_m);
               },
           .transitions = {{.to = "turn back", .button = "turn back"},
                           {.to = "walk", .when = is_off, .label = "over the road"},
                           {.to = "look",
                            .when =
                                [](const Context& c) {
                                  return c.kerb.kerb_m > 0 && !(c.kerb.may_go && c.kerb.is_clear);
                                },
                            .label = "not over the line, and not clear"},
                           {.to = "turn back",
                            .when =
                                [](const Context& c) {
                                  return c.kerb.kerb_m > -kUp_m && c.walker.blocked_s > kGivesUp_s &&
                                         !c.kerb.is_clear;
                                },
                            .label = "stuck at the first lane"}}},
          {.name = "turn back",
           .enter = [](Context& c) { c.command.turns_back = true; },
           .transitions = {{.to = "cross",
                            .when = [](const Context& c) { return c.kerb.is_on_roadway(); },
                            .label = "on the road"},
                           {.to = "walk",
                            .when = [](const Context& c) { return !c.kerb.is_on_roadway(); },
                            .label = "beside it"}}}}};
}

constexpr State pace() {
  return {
      .name = "pace",
      .one_of = {
          {.name = "own pace",
           .transitions = {{.to = "stands", .button = "stop"}, {.to = "dashes", .button = "dash"}}},
          {.name = "stands",
           .before = [](Context& c) { c.command.pace_mps = 0; },
           .transitions = {{.to = "own pace", .button = "walk on"}, {.to = "dashes", .button = "dash"}}},
          {.name = "dashes",
           .before =
               [](Context& c) { c.command.pace_mps = std::min(kFastest_mps, kDash * c.command.pace_mps); },
           .transitions = {{.to = "own pace", .button = "walk on"}, {.to = "stands", .button = "stop"}}}}};
}

constexpr hcsm::MachineDescription<Context> describe_walker() {
  return {.panel = {.dials = {{.name = "pace", .unit = "", .value = 1, .least = 0.1, .most = 2.5},
                              {.name = "aside", .unit = "m", .value = 0, .least = -2, .most = 2}},
                    .buttons = {"walk on", "stop", "dash", "cross now", "turn back"}},
          .root = {.name = "walker",
                   .before =
                       [](Context& c) {
                         const Shortcut& shortcut = c.walker.shortcut;
                         const double own_mps = shortcut.is_on && shortcut.pace_mps > 0
                                                    ? shortcut.pace_mps
                                                    : static_cast<double>(c.walker.traits.free_mps);
                         c.command.pace_mps = own_mps * c.panel.dial(walker_panel::kPace);
                       },
                   .all_of = {way(), pace()}}};
}

using WalkerMachine = hcsm::CompiledMachine<describe_walker>;

// What walker.h says of the machine is so.
static_assert(WalkerMachine::find_state("walk") == walker_states::kWalk);
static_assert(WalkerMachine::find_state("look") == walker_states::kLook);
static_assert(WalkerMachine::find_state("wait") == walker_states::kWait);
static_assert(WalkerMachine::find_state("cross") == walker_states::kCross);
static_assert(WalkerMachine::find_state("turn back") == walker_states::kTurnBack);
static_assert(WalkerMachine::find_state("stands") == walker_states::kStands);
static_assert(WalkerMachine::find_state("dashes") == walker_states::kDashes);
static_assert(WalkerMachine::entered(hcsm::StateId(0)) == walker_states::kAtStart);

}  // namespace

hcsm::ControlPanel walker_control_panel() {
  base::Result<hcsm::ControlPanel> panel = hcsm::ControlPanel::build(describe_walker().panel);
  BACKLOT_CHECK(panel && panel.diagnostics().is_empty(), to_text(panel.diagnostics()));
  return std::move(*panel);
}

void step_machine(WalkerContext& context) { WalkerMachine::step(context.walker.states, context); }

hcsm::Machine<WalkerContext> walker_machine() {
  base::Result<hcsm::Machine<WalkerContext>> machine = hcsm::Machine<WalkerContext>::build(describe_walker());
  BACKLOT_CHECK(machine && machine.diagnostics().is_empty(), to_text(machine.diagnostics()));
  return std::move(*machine);
}

}  // namespace backlot::traffic
