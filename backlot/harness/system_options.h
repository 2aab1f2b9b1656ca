// How a system under test is put on the place of the subject.
#pragma once

#include <functional>
#include <string>

#include "backlot/base/sim_time.h"
#include "backlot/sut/system.h"
#include "backlot/view/sensing.h"

namespace backlot::harness {

// Called after each cycle, with what the system saw and answered. It changes nothing.
using ExchangeWatcher = std::function<void(const sut::View&, const sut::Command&)>;

struct SystemOptions {
  // In the place of the model subject; null: there is a model subject. It stays where it is during the run.
  sut::System* system = nullptr;
  std::string name{};  // as results show it
  // From one view to the next: a multiple of the step of a run.
  base::Duration cycle = base::Duration::from_milliseconds(50);
  view::Sensing sensing{};
  // ---- the way of its answers. A command takes effect so long after its view, in whole steps; up to `jitter` later, drawn for each cycle.
  // A lost one has no effect: the one before goes on
  base::Duration latency{}, jitter{};
  double lost_share = 0;  // 0 to 1
  ExchangeWatcher watcher{};
};

// Why a system cannot be run with these options in steps of this length, as a sentence; empty where it can.
std::string find_fault(const SystemOptions& options, base::Duration step);

}  // namespace backlot::harness
