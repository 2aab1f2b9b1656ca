#include "backlot/sut_link/connected_driver.h"

#include <utility>

namespace backlot::sut_link {

std::optional<sut::Trouble> ConnectedDriver::step(const sut::View& view, sut::Command& command) {
  const auto begin = std::chrono::steady_clock::now();
  std::optional<sut::Trouble> trouble = system_->step(view, command);
  times_.add(std::chrono::steady_clock::now() - begin);
  return trouble;
}

std::unique_ptr<sut::System> ConnectedDriver::copy() const {
  std::unique_ptr<sut::System> other = system_->copy();
  return other == nullptr ? nullptr : std::make_unique<ConnectedDriver>(std::move(other));
}

CycleTimes ConnectedDriver::take_times() { return std::exchange(times_, CycleTimes()); }

}  // namespace backlot::sut_link
