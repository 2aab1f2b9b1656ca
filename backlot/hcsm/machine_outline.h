// A machine without its functions: names, nesting and transitions, the same for every context. For pictures, logs and checks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/hcsm/ids.h"
#include "backlot/hcsm/machine_state.h"
#include "backlot/hcsm/panel.h"

namespace backlot::hcsm {

enum class StateKind : std::uint8_t {
  leaf,
  sequential,  // one child is active
  concurrent,  // all children are
};

struct StateOutline {
  std::string name;
  StateKind kind = StateKind::leaf;
  StateId parent{};   // empty for the root
  StateId initial{};  // of a sequential state: the child that is entered with it
  std::vector<StateId> children{};
  StateSet within{};  // the state and all below it
  StateSet
      entered{};  // what becomes active with it: the state, and below it initial children and all concurrent ones
};

struct TransitionOutline {
  StateId from{}, to{};
  ButtonId button{};  // empty where it asks for none
  std::string label{};
};

struct MachineOutline {
  std::vector<StateOutline> states;            // by StateId; the root is 0
  std::vector<TransitionOutline> transitions;  // by state that they lead from, then in order of precedence
  ControlPanel panel;
  std::vector<std::string> monitors;

  const StateOutline& state(StateId id) const { return states[id.index()]; }
  const std::string& name() const { return states[0].name; }

  // Empty where no state or monitor has this name.
  StateId find_state(std::string_view name) const;
  MonitorId find_monitor(std::string_view name) const;
};

// Whether the state could be one of this machine: nothing is active, or the root is, and below every active state what its kind
// asks for. For states that come from a file.
bool is_sound(const MachineOutline& machine, const MachineState& state);

// The active leaves, each with the way to it from below the root: "speed.follow | lane.change.cross".
std::string active_text(const MachineOutline& machine, const MachineState& state);

}  // namespace backlot::hcsm
