#include "backlot/hcsm/machine_outline.h"

#include "backlot/base/assert.h"

namespace backlot::hcsm {

StateId MachineOutline::find_state(std::string_view name) const {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].name == name) return StateId::from_size(i);
  return {};
}

MonitorId MachineOutline::find_monitor(std::string_view name) const {
  for (std::size_t i = 0; i < monitors.size(); ++i)
    if (monitors[i] == name) return MonitorId::from_size(i);
  return {};
}

bool is_sound(const MachineOutline& machine, const MachineState& state) {
  BACKLOT_ASSERT(!machine.states.empty(), "a machine has a root");
  if (machine.monitors.size() < kMostMonitors && state.monitors >> machine.monitors.size() != 0) return false;
  const StateSet active = state.active;
  if (active.is_empty()) return true;
  if (!(active - machine.states[0].within).is_empty() || !active.has(StateId(0))) return false;
  for (std::uint32_t i = 0; i < machine.states.size(); ++i) {
    const StateOutline& s = machine.states[i];
    std::size_t active_children = 0;
    for (const StateId child : s.children) active_children += active.has(child) ? 1U : 0U;
    const std::size_t expected = s.kind == StateKind::sequential ? 1 : s.children.size();
    if (active_children != (active.has(StateId(i)) ? expected : 0)) return false;
  }
  return true;
}

std::string active_text(const MachineOutline& machine, const MachineState& state) {
  std::string out;
  for (const StateId leaf : (state.active & machine.states[0].within).down()) {
    if (machine.state(leaf).kind != StateKind::leaf) continue;
    std::string path = machine.state(leaf).name;
    for (StateId s = machine.state(leaf).parent; !s.is_empty() && s.index() != 0; s = machine.state(s).parent)
      path.insert(0, machine.state(s).name + ".");
    if (!out.empty()) out += " | ";
    out += path;
  }
  return out;
}

}  // namespace backlot::hcsm
