// Drivers that fail as software: one ends, one never answers, one answers garbage, one answers differently from run to run. They run as child
// processes, so that the harness is unharmed.
#pragma once

#include <cstdint>
#include <memory>

#include "backlot/drivers/careful_driver.h"

namespace backlot::drivers {

enum class Flaw : std::uint8_t {
  crasher,  // aborts after 2 s of driving
  hanger,   // never answers again after 2 s of driving
  babbler,  // answers with numbers that are not finite after 2 s of driving
  moody,    // lifts its foot by a random amount of the operating system: no two runs are alike
};

class FlawedDriver final : public CarefulDriver {
 public:
  explicit FlawedDriver(Flaw flaw) : CarefulDriver(Manner{}), flaw_(flaw) {}

  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;
  // A copy would fail in the process that asks for it.
  std::unique_ptr<sut::System> copy() const override { return nullptr; }

 private:
  Flaw flaw_;
};

}  // namespace backlot::drivers
