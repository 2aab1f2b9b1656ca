#include "backlot/sim/people.h"

#include "backlot/sim/internal/foot_traffic.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

std::size_t People::spread(std::size_t count) { return insert_walkers_spread(*run_, count); }

world::ObjectId People::insert(world::FootwayId footway, bool is_along, double metres, double offset) {
  const world::ObjectId id = sim::insert_walker(*run_, {footway, is_along, metres, offset});
  run_->memory.lists.forget();
  return id;
}

world::ObjectId People::insert_group(world::FootwayId footway, bool is_along, double metres, double offset,
                                     std::size_t size) {
  const world::ObjectId id = insert_walker_group(*run_, {footway, is_along, metres, offset}, size);
  run_->memory.lists.forget();
  return id;
}

bool People::set_traits(world::ObjectId id, const traffic::WalkerTraits& traits) {
  traffic::Walker* walker = find_walker(*run_, id);
  if (walker != nullptr) walker->traits = traits;
  return walker != nullptr;
}

hcsm::Answer People::tell(world::ObjectId id, const hcsm::Message& message) {
  traffic::Walker* walker = find_walker(*run_, id);
  return walker == nullptr ? hcsm::Answer::refused : deliver(run_->walker_panel, walker->panel, message);
}

}  // namespace backlot::sim
