// A driver inside this process that is watched: one that does not answer cannot be interrupted, so a thread of its own looks at the clock.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "apps/cli/ticker.h"
#include "backlot/sut/system.h"

namespace backlot::cli {

// Passes everything on, and notes since when the driver is busy.
class WatchedDriver final : public sut::System {
 public:
  // The driver stays where it is for as long as this is used.
  explicit WatchedDriver(sut::System& driver) : driver_(driver) {}

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;
  std::unique_ptr<sut::System> copy() const override { return driver_.copy(); }

  // Wall time of the answer that a driver of this process is busy with; 0 where none is.
  static double busy_s();

 private:
  sut::System& driver_;
};

}  // namespace backlot::cli
