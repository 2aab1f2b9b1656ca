// People on foot of a run, between steps: they are added, changed and told what to do here. Simulation::walkers() reads them.
#pragma once

#include <cstddef>

#include "backlot/hcsm/panel.h"
#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// A view: good for as long as the simulation that returned it.
class People {
 public:
  explicit People(Run& run) : run_(&run) {}

  // Spreads walkers over the sidewalks; returns how many found room.
  std::size_t spread(std::size_t count);
  // One walker that stands at a place of a footway; the caller sees to it that there is room. `offset` is to the left of growing metres.
  world::ObjectId insert(world::FootwayId footway, bool is_along, double metres, double offset);
  // What a walker is like, from now on; false for a walker that left.
  bool set_traits(world::ObjectId id, const traffic::WalkerTraits& traits);
  // Turns a dial of a walker's panel, or presses a button of it (traffic/pedestrian/walker_machine.h); refused for a walker that left.
  hcsm::Answer tell(world::ObjectId id, const hcsm::Message& message);

 private:
  Run* run_;
};

}  // namespace backlot::sim
