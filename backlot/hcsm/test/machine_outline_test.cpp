#include "backlot/hcsm/machine_outline.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/hcsm/test/driver_machine.h"

namespace backlot::hcsm::test::machine_outline_test {
namespace {

TEST(MachineOutline, TellsTheMachineWithoutItsFunctions) {
  const MachineOutline outline = driver_machine().outline();
  EXPECT_EQ(outline.name(), "driver");
  EXPECT_EQ(outline.states[0].kind, StateKind::concurrent);
  EXPECT_EQ(outline.states[0].children.size(), 4U);

  const StateId change = outline.find_state("change"), cross = outline.find_state("cross");
  EXPECT_EQ(outline.state(change).kind, StateKind::sequential);
  EXPECT_EQ(outline.state(change).initial, outline.find_state("wait for a gap"));
  EXPECT_EQ(outline.state(cross).parent, change);
  EXPECT_EQ(outline.state(cross).kind, StateKind::leaf);
  EXPECT_EQ(outline.state(change).within.size(), 4);
  EXPECT_EQ(outline.state(change).entered.size(), 2);

  EXPECT_EQ(outline.transitions[0].from, outline.find_state("cruise"));
  EXPECT_EQ(outline.transitions[0].to, outline.find_state("halt"));
  EXPECT_EQ(outline.transitions[0].button, kHalt);
  EXPECT_EQ(outline.transitions[1].label, "leader near");
  EXPECT_TRUE(outline.transitions[1].button.is_empty());
  EXPECT_EQ(outline.panel.dials()[1].unit, "s");
  EXPECT_EQ(outline.find_monitor("changes lane"), kChangesLane);
}

TEST(MachineOutline, NumbersParentsBeforeChildren) {
  const MachineOutline outline = driver_machine().outline();
  for (std::uint32_t i = 1; i < outline.states.size(); ++i) {
    EXPECT_LT(outline.states[i].parent.index(), i);
    EXPECT_EQ(outline.states[i].within.first(), StateId(i));
  }
}

TEST(IsSound, KnowsTheStatesOfTheMachine) {
  const MachineOutline outline = driver_machine().outline();
  const StateSet good = outline.states[0].entered;
  const StateSet follow = StateSet::of(outline.find_state("follow")),
                 cruise = StateSet::of(outline.find_state("cruise"));
  const StateSet lane = StateSet::of(outline.find_state("lane")),
                 cross = StateSet::of(outline.find_state("cross"));
  struct Case {
    const char* name;
    MachineState state;
    bool is_sound;
  };
  const Case cases[] = {
      {"not started", {}, true},
      {"started", {good, 0}, true},
      {"another child", {(good - cruise) | follow, 3}, true},
      {"two children of a sequential state", {good | follow, 0}, false},
      {"no child of a sequential state", {good - cruise, 0}, false},
      {"a region is missing", {good - lane, 0}, false},
      {"a child without its parent", {good | cross, 0}, false},
      {"no root", {good - StateSet::of(StateId(0)), 0}, false},
      {"states that the machine does not have", {good | StateSet::of(StateId(60)), 0}, false},
      {"monitors that the machine does not have", {good, 4}, false},
  };
  for (const Case& c : cases) EXPECT_EQ(is_sound(outline, c.state), c.is_sound) << c.name;
}

}  // namespace
}  // namespace backlot::hcsm::test::machine_outline_test
