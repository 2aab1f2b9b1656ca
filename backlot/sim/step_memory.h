// What a run holds besides its state: made from it in every step, or kept for its memory alone. Nothing of it is saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "backlot/record/event_log.h"
#include "backlot/sim/contact.h"
#include "backlot/sim/external.h"
#include "backlot/sim/object_lists.h"
#include "backlot/sim/run_state.h"
#include "backlot/sim/tally.h"
#include "backlot/traffic/pedestrian/crowd.h"
#include "backlot/traffic/pedestrian/foot_routes.h"
#include "backlot/world/loose_listing.h"
#include "backlot/world/mover.h"

namespace backlot::sim {

struct StepMemory {
  explicit StepMemory(std::size_t strips) : lists(strips) {}

  // ---- by slot, as the tables of the state
  Table<world::Stance> stances;      // written by `drive`: how each body lies on its strip
  std::vector<std::uint8_t> leaves;  // written by `drive`: at the end of the road
  std::size_t cyclists = 0;          // how many of the extras are

  ObjectLists lists;                             // written by `occupy` and `drive`
  std::vector<Contact> contacts;                 // written by `occupy`: pairs of bodies that touch
  record::EventLog log;                          // of the step
  std::vector<ExternalAnswer> external_answers;  // to the commands of the step

  // ---- scratch
  struct PlaceKey {
    std::uint32_t strip, slot;
  };
  std::vector<PlaceKey> keys;
  std::vector<std::uint32_t> order, leaving, near;
  std::vector<std::vector<Contact>> chunk_contacts;
  std::vector<Tally> chunk_tallies;
  std::vector<std::uint64_t> chunk_hashes, walker_hashes;
  world::LooseScratch loose;
  std::vector<world::SurfacesAround> around;  // by row of the external objects
  traffic::Crowd crowd;                       // the walkers at the beginning of the step
  // Where they are bound for; null until someone is. Runs that come from each other share it.
  std::shared_ptr<const traffic::FootRoutes> foot_routes;
  world::PlaceScratch places;
  std::vector<world::LooseObject> listed;  // external objects, then walkers, for questions
};

}  // namespace backlot::sim
