#include "backlot/hcsm/panel.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace backlot::hcsm::panel_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ControlPanel panel() {
  return *ControlPanel::build(
      {.dials = {{.name = "speed", .unit = "m/s", .value = 10, .least = 0, .most = 40}, {.name = "turn"}},
       .buttons = {"halt", "go"}});
}

TEST(ControlPanel, FindsDialsAndButtonsByName) {
  EXPECT_EQ(panel().find_dial("turn"), DialId(1));
  EXPECT_EQ(panel().find_button("go"), ButtonId(1));
  EXPECT_TRUE(panel().find_dial("go").is_empty());
  EXPECT_TRUE(panel().find_button("turn").is_empty());
}

TEST(ControlPanel, RestsAtItsOwnValuesWithButtonsUp) {
  const PanelState state = panel().at_rest();
  EXPECT_EQ(state.dial(DialId(0)), 10);
  EXPECT_EQ(state.dial(DialId(1)), 0);
  EXPECT_EQ(state.pressed, 0U);
}

TEST(Deliver, AnswersEveryMessage) {
  struct Case {
    const char* name;
    Message message;
    Answer answer;
    double speed;
    std::uint32_t pressed;
  };
  const Case cases[] = {
      {"a value between the ends", turn(DialId(0), 25), Answer::done, 25, 0},
      {"an end itself", turn(DialId(0), 40), Answer::done, 40, 0},
      {"beyond the end: the dial stands at it", turn(DialId(0), 41), Answer::limited, 40, 0},
      {"below the least", turn(DialId(0), -kInfinity), Answer::limited, 0, 0},
      {"no number: nothing changes", turn(DialId(0), std::nan("")), Answer::refused, 10, 0},
      {"no such dial", turn(DialId(2), 1), Answer::refused, 10, 0},
      {"a button", press(ButtonId(1)), Answer::done, 10, 2},
      {"no such button", press(ButtonId(2)), Answer::refused, 10, 0},
      {"neither", {}, Answer::refused, 10, 0},
  };
  for (const Case& c : cases) {
    PanelState state = panel().at_rest();
    EXPECT_EQ(deliver(panel(), state, c.message), c.answer) << c.name;
    EXPECT_EQ(state.dial(DialId(0)), c.speed) << c.name;
    EXPECT_EQ(state.pressed, c.pressed) << c.name;
  }
}

TEST(PanelState, DialsHoldTheirValueAndButtonsAreTakenOnce) {
  PanelState state = panel().at_rest();
  deliver(panel(), state, turn(DialId(1), 3));
  deliver(panel(), state, press(ButtonId(0)));
  deliver(panel(), state, press(ButtonId(0)));  // counts once
  EXPECT_TRUE(take(state, ButtonId(0)));
  EXPECT_FALSE(take(state, ButtonId(0)));
  deliver(panel(), state, press(ButtonId(1)));
  release_buttons(state);
  EXPECT_FALSE(state.is_pressed(ButtonId(1)));
  EXPECT_TRUE(state.was_missed(ButtonId(1)));
  EXPECT_FALSE(state.was_missed(ButtonId(0)));
  EXPECT_EQ(state.dial(DialId(1)), 3);
}

TEST(PanelState, IsHashedByDialsAndButtons) {
  const auto hash = [](const PanelState& s) {
    base::Hasher hasher;
    add(hasher, s);
    return hasher.value();
  };
  PanelState turned = panel().at_rest(), pressed = panel().at_rest();
  turned.dials[1] = 1;
  pressed.pressed = 1;
  EXPECT_EQ(hash(panel().at_rest()), hash(panel().at_rest()));
  EXPECT_NE(hash(panel().at_rest()), hash(turned));
  EXPECT_NE(hash(panel().at_rest()), hash(pressed));
}

}  // namespace
}  // namespace backlot::hcsm::panel_test
