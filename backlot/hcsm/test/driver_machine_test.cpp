// The example as a story: what a reader of docs/hcsm.md would see.
#include "backlot/hcsm/test/driver_machine.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace backlot::hcsm::test::driver_machine_test {
namespace {

struct Actor {
  Machine<Driver> machine = driver_machine();
  MachineState state{};
  Driver driver{.speed_mps = 10};

  Actor() {
    driver.panel = machine.panel().at_rest();
    start(machine, state, driver);
  }
  std::string step() {
    hcsm::step(machine, state, driver);
    driver.lane_offset_m += driver.drift_mps;
    return active_text(machine.outline(), state);
  }
};

TEST(DriverMachine, TheMostCautiousRegionWins) {
  Actor a;
  EXPECT_EQ(a.step(), "speed.cruise | lights.watch | lane.keep | turns.go straight");
  EXPECT_DOUBLE_EQ(a.driver.accel_mps2, 0.5 * (13.9 - 10));
  a.driver.red_light_m = 25;  // brakes for it, although the road is free
  EXPECT_EQ(a.step(), "speed.cruise | lights.obey | lane.keep | turns.go straight");
  EXPECT_DOUBLE_EQ(a.driver.accel_mps2, -2);
}

TEST(DriverMachine, ADirectorMakesItRunTheLight) {
  Actor a;
  a.driver.red_light_m = 25;
  a.step();
  EXPECT_EQ(deliver(a.machine.panel(), a.driver.panel, press(kIgnoreLight)), Answer::done);
  EXPECT_EQ(deliver(a.machine.panel(), a.driver.panel, turn(kSpeedFactor, 3)), Answer::limited);
  EXPECT_EQ(a.step(), "speed.cruise | lights.run it | lane.keep | turns.go straight");
  EXPECT_DOUBLE_EQ(a.driver.accel_mps2, 2);
  EXPECT_DOUBLE_EQ(a.driver.wanted_mps, 2 * 13.9);
}

TEST(DriverMachine, ChangesLaneStateByState) {
  Actor a;
  a.driver.is_neighbour_free = false;
  deliver(a.machine.panel(), a.driver.panel, press(kChangeLane));
  EXPECT_EQ(a.step(), "speed.cruise | lights.watch | lane.change.wait for a gap | turns.go straight");
  EXPECT_EQ(a.driver.blinks, 1);
  EXPECT_FALSE(a.state.says(kChangesLane));
  a.driver.is_neighbour_free = true;
  EXPECT_EQ(a.step(), "speed.cruise | lights.watch | lane.change.cross | turns.go straight");
  EXPECT_TRUE(a.state.says(kChangesLane));
  a.step();
  EXPECT_EQ(a.step(), "speed.cruise | lights.watch | lane.change.settle | turns.go straight");
  for (int i = 0; i < 3; ++i) a.step();
  EXPECT_EQ(a.step(), "speed.cruise | lights.watch | lane.keep | turns.go straight");
  EXPECT_EQ(a.driver.blinks, 0);
  EXPECT_FALSE(a.state.says(kChangesLane));
}

// As docs/hcsm.md has it.
TEST(DriverMachine, IsRunLikeThis) {
  const Machine<Driver> machine = driver_machine();
  MachineState state;
  Driver driver{.speed_mps = 10};
  driver.panel = machine.panel().at_rest();
  start(machine, state, driver);

  deliver(machine.panel(), driver.panel, press(kChangeLane));
  step(machine, state, driver);
  EXPECT_EQ(active_text(machine.outline(), state),
            "speed.cruise | lights.watch | lane.change.wait for a gap | turns.go straight");
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Without blanks and line breaks.
std::string squeezed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

// Statement by statement what docs/hcsm.md shows is what is compiled here.
TEST(DriverMachine, IsWhatTheDocumentShows) {
  const std::filesystem::path here = std::filesystem::path(__FILE__).parent_path();
  const std::string page = content(here / ".." / ".." / ".." / "docs" / "hcsm.md");
  const std::string code =
      squeezed(content(here / "driver_machine.cpp") + content(here / "driver_machine_test.cpp"));
  int lines = 0;
  for (std::size_t at = page.find("```cpp\n"); at != std::string::npos; at = page.find("```cpp\n", at + 1)) {
    std::istringstream block(page.substr(at + 7, page.find("```", at + 7) - at - 7));
    for (std::string line; std::getline(block, line);) {
      // without the comment, and the semicolon before it
      const std::size_t end = std::min(line.find("//"), line.find(";  //"));
      const std::string shown = squeezed(line.substr(0, end));
      EXPECT_NE(code.find(shown), std::string::npos) << line;
      ++lines;
    }
  }
  EXPECT_GE(lines, 20);
}

}  // namespace
}  // namespace backlot::hcsm::test::driver_machine_test
