#include "backlot/sim/internal/stages/leave.h"

#include <algorithm>

#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

// By number: which new object gets which freed number must not depend on the order of the tables.
void leave(Run& run) {
  RunState& s = run.state;
  StepMemory& m = run.memory;
  m.leaving.clear();
  m.leaving.reserve(m.leaves.capacity());  // however many leave at once
  for (std::size_t slot = 0; slot < m.leaves.size(); ++slot) {
    if (m.leaves[slot] != 0) m.leaving.push_back(s.number_of[slot]);
  }
  std::sort(m.leaving.begin(), m.leaving.end());
  for (const std::uint32_t number : m.leaving) {
    const std::uint32_t slot = s.numbers.slot(number);
    if (!Demand::leaves_for_good(s.streams[number]))
      ++(s.movers[slot].kind == world::ObjectKind::bicycle ? s.cyclists_outside : s.outside);
    report_left(run, s.numbers.id(number));
    remove_extra(run, slot);
    ++s.tally.exits;
    ++s.tally.arrived;
  }
}

}  // namespace backlot::sim
