#include "backlot/drivers/flawed_drivers.h"

#include <cstdlib>
#include <limits>
#include <random>

#include <unistd.h>

namespace backlot::drivers {

namespace {

constexpr double kGood_s = 2;  // so long each of them drives well

}  // namespace

std::optional<sut::Trouble> FlawedDriver::step(const sut::View& view, sut::Command& command) {
  std::optional<sut::Trouble> trouble = CarefulDriver::step(view, command);
  if (trouble || view.time_s < mission().start_time_s + kGood_s) return trouble;
  auto* steering = std::get_if<sut::Steering>(&command.motion);
  switch (flaw_) {
    case Flaw::crasher:
      std::abort();
    case Flaw::hanger:
      for (;;) ::pause();
    case Flaw::babbler:
      steering->acceleration_mps2 = std::numeric_limits<double>::quiet_NaN();
      break;
    case Flaw::moody: {
      std::random_device device;
      steering->acceleration_mps2 -=
          0.5 * static_cast<double>(device()) / static_cast<double>(std::random_device::max());
      break;
    }
  }
  return std::nullopt;
}

}  // namespace backlot::drivers
