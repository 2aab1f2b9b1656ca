#include "backlot/sim/internal/explain.h"

#include "backlot/sim/internal/object_lists_ahead.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

std::optional<traffic::Why> explain(Run& run, world::ObjectId id) {
  RunState& s = run.state;
  const std::optional<std::uint32_t> slot = s.numbers.find_extra(id);
  if (!slot) return std::nullopt;
  run.memory.lists.refresh(run);
  base::Tick tick = s.tick;
  if (tick.step == base::Duration()) tick.step = kLongestStep;  // no step was taken yet
  traffic::SignalView signals(run.roads.conflicts, s.clocks, tick.time);
  const traffic::Surroundings around = run.surroundings(tick, signals);
  const world::Mover& mover = s.movers[*slot];
  traffic::Self self{id.slot(), run.shape_of(mover), mover, run.memory.stances[*slot],
                     run.memory.lists.find_own_entry(run, *slot)};
  self.yields_on_foot = s.drivers[*slot].traits.yields_on_foot;
  traffic::Why why = traffic::find_why(around, self, s.drivers[*slot]);
  for (const direct::Lease& lease : s.direction.leases(id))
    why.leases.push_back(
        {lease.number, lease.directive.issuer.raw(), direct::name_of(lease.directive.kind())});
  // under leases: whether these hold the driver back from what it would do by itself
  self.dials = s.direction.find_dials(id.slot());
  if (self.dials != nullptr) {
    const double told = traffic::find_why(around, self, s.drivers[*slot]).accel_mps2;
    if (told < why.accel_mps2) why.limit = traffic::Limit::directive;
    why.accel_mps2 = told;
  }
  return why;
}

}  // namespace backlot::sim
