// The state of one actor's machine: which states are active, and what its monitors said last.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backlot/base/hash.h"
#include "backlot/hcsm/state_set.h"

namespace backlot::hcsm {

constexpr std::size_t kMostMonitors = 64;

// Plain data without padding. As it comes no state is active; `start` changes that.
struct MachineState {
  StateSet active{};
  std::uint64_t monitors = 0;  // a bit for each MonitorId

  bool is_in(StateId state) const { return active.has(state); }
  bool says(MonitorId monitor) const { return (monitors >> monitor.index() & 1U) != 0; }

  static void visit(auto& self, auto& field) { field(self.active, self.monitors); }
  friend bool operator==(const MachineState&, const MachineState&) = default;
};

inline void add(base::Hasher& hasher, const MachineState& state) {
  hasher.add(state.active.bits());
  hasher.add(state.monitors);
}

}  // namespace backlot::hcsm
