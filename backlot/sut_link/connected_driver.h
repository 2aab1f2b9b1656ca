// A driver that was opened, however it is connected, with the wall times of its cycles.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "backlot/sut/system.h"
#include "backlot/sut_link/cycle_times.h"

namespace backlot::sut_link {

class ConnectedDriver final : public sut::System {
 public:
  explicit ConnectedDriver(std::unique_ptr<sut::System> system) : system_(std::move(system)) {}

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override { return system_->reset(mission); }
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;
  // With times of its own.
  std::unique_ptr<sut::System> copy() const override;

  // Of all cycles since the last call.
  CycleTimes take_times();

 private:
  std::unique_ptr<sut::System> system_;
  CycleTimes times_;
};

}  // namespace backlot::sut_link
