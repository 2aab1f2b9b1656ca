// The example as a story: what a reader of docs/hcsm.md would see.
#include "backlot/hcsm/test/driver_machine.h"

#include <string>

#include <gtest/gtest.h>

namespace backlot::hcsm::test {
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

}  // namespace
}  // namespace backlot::hcsm::test
