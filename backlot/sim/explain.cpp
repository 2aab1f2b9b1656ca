// Why somebody drives as he does: his next decision, made on a copy of his mind.
#include "backlot/sim/simulation.h"

namespace backlot::sim {

std::optional<traffic::Why> Simulation::explain(world::ObjectId id) {
  const std::optional<std::uint32_t> slot = numbers_.find_extra(id);
  if (!slot) return std::nullopt;
  refresh_occupancy();
  base::Tick tick = tick_;
  if (tick.step == base::Duration()) tick.step = kLongestStep;  // no step was taken yet
  traffic::SignalView signals(roads_.conflicts, clocks_, tick.time);
  const traffic::Surroundings around{roads_.tracks, roads_.conflicts, occupancy_,
                                     tick,          signals,          !externals_.is_empty()};
  traffic::Self self{id.slot(), shape_of(movers_[*slot]), movers_[*slot], stances_[*slot], own_entry(*slot)};
  traffic::Why why = traffic::find_why(around, self, drivers_[*slot]);
  for (const direct::Lease& lease : direction_.leases(id))
    why.leases.push_back(
        {lease.number, lease.directive.issuer.raw(), direct::name_of(lease.directive.kind())});
  // under leases: whether these hold him back from what he would do by himself
  self.dials = direction_.find_dials(id.slot());
  if (self.dials != nullptr) {
    const double told = traffic::find_why(around, self, drivers_[*slot]).accel_mps2;
    if (told < why.accel_mps2) why.limit = traffic::Limit::directive;
    why.accel_mps2 = told;
  }
  return why;
}

}  // namespace backlot::sim
