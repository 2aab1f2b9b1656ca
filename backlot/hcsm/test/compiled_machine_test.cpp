#include "backlot/hcsm/compiled_machine.h"

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/hcsm/test/recorder.h"

namespace backlot::hcsm::test::compiled_machine_test {
namespace {

// A [ B { C D } | E { F [ G { H I } | J { K L } ] M } | N ]: regions in a state that can be left, initial children of all kinds, a
// transition to the state itself, buttons with and without a question.
constexpr MachineDescription<Recorder> describe_regions() {
  StateDescription<Recorder> j = one_of(
      recorded<'J'>(), {recorded<'K'>({when<'3'>("L"), when<'2'>("K")}), recorded<'L'>({when<'1'>("K")})});
  j.initial = "L";
  return {
      .panel = {.buttons = {"x", "y"}},
      .monitors = {{"one", when<'1'>("").when}, {"two", when<'2'>("").when}},
      .root = all_of(
          recorded<'A'>(),
          {one_of(recorded<'B'>(), {recorded<'C'>({when<'1'>("D"), {.to = "D", .button = "x"}}),
                                    recorded<'D'>({when<'2'>("C")})}),
           one_of(recorded<'E'>(),
                  {all_of(recorded<'F'>({when<'4'>("M")}),
                          {one_of(recorded<'G'>(), {recorded<'H'>({{.to = "I", .button = "x"}}),
                                                    recorded<'I'>({when<'3'>("H")})}),
                           j}),
                   recorded<'M'>({{.to = "F", .button = "y", .when = when<'1'>("").when}, when<'5'>("F")})}),
           recorded<'N'>()})};
}
// A sequential root.
constexpr MachineDescription<Recorder> describe_stages() {
  return {.root = one_of(recorded<'A'>(),
                         {one_of(recorded<'B'>({when<'2'>("E")}),
                                 {recorded<'C'>({when<'1'>("D")}), recorded<'D'>({when<'3'>("D")})}),
                          recorded<'E'>({when<'3'>("B"), when<'4'>("F")}), recorded<'F'>({when<'5'>("B")})})};
}

// What happens at random happens to both; they call the same functions in the same order, and are in the same states.
template <auto kDescribe>
void compare() {
  using Compiled = CompiledMachine<kDescribe>;
  Play built_one(built(kDescribe()));
  Recorder context;
  context.panel = built_one.context.panel = built_one.machine.panel().at_rest();
  MachineState state;
  Compiled::step(state, context);
  EXPECT_EQ(context.calls, "") << "not started";
  Compiled::start(state, context);
  EXPECT_EQ(std::exchange(context.calls, ""), built_one.start());
  StateSet seen;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    base::RandomStream random(i, 0, 0);
    std::string go;
    for (const char letter : {'1', '2', '3', '4', '5'})
      if (random.below(3) == 0) go += letter;
    const auto pressed = static_cast<std::uint32_t>(random.below(4));
    context.panel.pressed = built_one.context.panel.pressed = pressed;
    context.go = go;
    Compiled::step(state, context);
    ASSERT_EQ(std::exchange(context.calls, ""), built_one.step(go)) << i;
    ASSERT_EQ(state, built_one.state) << i;
    ASSERT_EQ(context.panel, built_one.context.panel) << i;
    seen = seen | state.active;
  }
  EXPECT_EQ(seen, built_one.machine.outline().states[0].within) << "not every state was visited";
  Compiled::stop(state, context);
  EXPECT_EQ(context.calls, built_one.stop());
  EXPECT_EQ(state, MachineState{});
}

TEST(CompiledMachine, DoesWhatTheBuiltOneDoes) {
  compare<describe_regions>();
  compare<describe_stages>();
}

using Regions = CompiledMachine<describe_regions>;
static_assert(Regions::find_state("A") == StateId(0) && Regions::find_state("L") == StateId(11));

TEST(CompiledMachine, KnowsTheSetsOfTheOutline) {
  const Machine<Recorder> machine = built(describe_regions());
  constexpr StateId kF = Regions::find_state("F");
  EXPECT_EQ(machine.find_state("F"), kF);
  constexpr StateSet kWithin = Regions::within(kF), kEntered = Regions::entered(kF);
  EXPECT_EQ(machine.outline().state(kF).within, kWithin);
  EXPECT_EQ(machine.outline().state(kF).entered, kEntered);
}

TEST(CompiledMachine, NeedsOnlyTheActiveStatesWhereThereAreNoMonitors) {
  using Stages = CompiledMachine<describe_stages>;
  StateSet active;
  Recorder context;
  Stages::start(active, context);
  context.calls.clear();
  context.go = "1";
  Stages::step(active, context);
  EXPECT_EQ(context.calls, "-C +D A> B> D> D< B< A<");
  EXPECT_TRUE(active.has(Stages::find_state("D")));
}

}  // namespace
}  // namespace backlot::hcsm::test::compiled_machine_test
