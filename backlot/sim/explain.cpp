// Why somebody drives as he does: his next decision, made on a copy of his mind.
#include "backlot/sim/simulation.h"

namespace backlot::sim {

std::optional<traffic::Why> Simulation::explain(world::ObjectId id) {
  const std::optional<std::uint32_t> slot = numbers_.find_slot(id);
  if (!slot) return std::nullopt;
  refresh_occupancy();
  base::Tick tick = tick_;
  if (tick.step == base::Duration()) tick.step = kLongestStep;  // no step was taken yet
  traffic::SignalView signals(roads_.conflicts, tick.time);
  const traffic::Surroundings around{roads_.tracks, roads_.conflicts, occupancy_, tick, signals};
  const traffic::Self self{id.slot(), shape_of(movers_[*slot]), movers_[*slot], stances_[*slot]};
  return traffic::find_why(around, self, drivers_[*slot]);
}

}  // namespace backlot::sim
