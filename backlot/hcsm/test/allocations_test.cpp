#include "backlot/base/test/allocations.h"

#include <gtest/gtest.h>

#include "backlot/hcsm/test/driver_machine.h"

namespace backlot::hcsm::test::allocations_test {
namespace {

TEST(Machine, AllocatesNothingInAStep) {
  const Machine<Driver> machine = driver_machine();
  Driver driver{.speed_mps = 10};
  MachineState state;
  const std::size_t before = base::allocation_count();
  driver.panel = machine.panel().at_rest();
  start(machine, state, driver);
  for (int i = 0; i < 1000; ++i) {
    driver.red_light_m = i % 2 == 0 ? 10 : kNothing;
    if (i % 100 == 0) deliver(machine.panel(), driver.panel, press(kChangeLane));
    driver.lane_offset_m += 0.1 * driver.drift_mps;
    step(machine, state, driver);
  }
  stop(machine, state, driver);
  EXPECT_EQ(base::allocation_count(), before);
}

}  // namespace
}  // namespace backlot::hcsm::test::allocations_test
