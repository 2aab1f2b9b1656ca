#include "backlot/sim/run.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/fields.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/foot_traffic.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/traffic/pedestrian/walker_machine.h"

namespace backlot::sim {

namespace {

std::array<world::LongShape, world::kVehicleKinds> shapes_of(const traffic::DriverSet& drivers) {
  std::array<world::LongShape, world::kVehicleKinds> shapes;
  for (std::size_t k = 0; k < shapes.size(); ++k) shapes[k] = world::LongShape(drivers.kinds[k].shape);
  return shapes;
}

}  // namespace

Run::Run(const world::Roads& all_roads, const SimulationSettings& given)
    : roads(all_roads),
      settings(given),
      shapes(shapes_of(given.drivers)),
      turning{given.seed, given.turning_shares},
      demand(given.seed, given.flows),
      walker_panel(traffic::walker_control_panel()),
      drivers_all_yield(traffic::yielding_on_foot(given.drivers) >= 1),
      memory(all_roads.tracks.network().strips().size()),
      workers(given.threads) {
  for (const Flow& flow : settings.flows)
    BACKLOT_CHECK(find_fault(roads.tracks, flow).empty(), "a flow has a fault");
  BACKLOT_CHECK(settings.sort_every > 0, "the tables are sorted every some steps");
  state.clocks = traffic::SignalClocks(settings.signal_limits);
  state.entrance_free.resize(roads.tracks.entrances().size());
  state.flows = demand.at_start();
}

world::BodyBox Run::box_of(std::uint32_t number) const {
  BACKLOT_ASSERT(state.numbers.is_taken(number), "the number has no owner");
  const std::uint32_t slot = state.numbers.slot(number);
  if (is_external(slot)) return world::box_of(state.externals[external_row(slot)].body);
  if (is_walker(slot)) return traffic::box_of(state.walkers[walker_row(slot)]);
  return world::box_of(shape_of(state.movers[slot]), state.movers[slot]);
}

std::uint64_t hash_of(const RunState& state) {
  base::FieldHasher hasher;
  hasher(state);
  return hasher.value();
}

void replace_state(Run& run, RunState state) {
  run.state = std::move(state);
  RunState& s = run.state;
  StepMemory& m = run.memory;
  const std::size_t count = s.movers.size();
  m.stances.clear();
  m.leaves.assign(count, 0);
  m.contacts.clear();
  m.external_answers.clear();
  m.log.clear();
  m.lists.reset_rows(count);
  m.cyclists =
      static_cast<std::size_t>(std::ranges::count(s.movers, world::ObjectKind::bicycle, &world::Mover::kind));
  m.lists.forget();
  s.numbers.forget_slots();
  for (std::size_t k = 0; k < count; ++k) {
    world::Mover& mover = s.movers[k];
    s.numbers.move(s.number_of[k], static_cast<std::uint32_t>(k));
    mover.shape_class = world::width_class(mover.kind, run.shape_of(mover));
    m.stances.push_back(world::stance_of(run.roads.tracks, run.shape_of(mover), mover));
  }
  for (std::size_t k = 0; k < s.externals.size(); ++k)
    s.numbers.move(s.externals[k].number, external_slot(k));
  for (std::size_t k = 0; k < s.walkers.size(); ++k) s.numbers.move(s.walkers[k].number, walker_slot(k));
  if (s.outside_on_foot > 0 ||
      std::ranges::any_of(s.walkers, [](const traffic::Walker& w) { return w.door != traffic::kNoDoor; }))
    need_foot_routes(run);
  m.around.resize(s.externals.size());
  m.lists.reserve(run);
}

}  // namespace backlot::sim
