// Counts every allocation of this program: a step makes none.
#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "backlot/hcsm/test/driver_machine.h"

namespace {
std::atomic<std::size_t> allocations{0};
}

// Not inline: g++ would take the pair of new and free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace backlot::hcsm::test {
namespace {

TEST(Machine, AllocatesNothingInAStep) {
  const Machine<Driver> machine = driver_machine();
  Driver driver{.speed_mps = 10};
  MachineState state;
  const std::size_t before = allocations;
  driver.panel = machine.panel().at_rest();
  start(machine, state, driver);
  for (int i = 0; i < 1000; ++i) {
    driver.red_light_m = i % 2 == 0 ? 10 : kNothing;
    if (i % 100 == 0) deliver(machine.panel(), driver.panel, press(kChangeLane));
    driver.lane_offset_m += 0.1 * driver.drift_mps;
    step(machine, state, driver);
  }
  stop(machine, state, driver);
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace backlot::hcsm::test
