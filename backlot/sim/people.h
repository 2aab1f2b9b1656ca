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

  // Spreads walkers over the sidewalks, alone and in groups, each bound for a door; returns how many found room. For each that goes in, another comes out of
  // a door.
  std::size_t spread(std::size_t count);
  // One walker that stands at a place of a footway, alone and bound for no door: it walks about for ever. The caller sees to it that there is room. `offset` is to the left of growing metres.
  world::ObjectId insert(world::FootwayId footway, bool is_along, double metres, double offset);
  // Two to four that walk together, one behind the other from a place on, bound for one door; the first of them. Empty where the footway is too short.
  world::ObjectId insert_group(world::FootwayId footway, bool is_along, double metres, double offset,
                               std::size_t size);
  // What a walker is like, from now on; false for a walker that left.
  bool set_traits(world::ObjectId id, const traffic::WalkerTraits& traits);
  // Turns a dial of a walker's panel, or presses a button of it (traffic/pedestrian/walker_machine.h); refused for a walker that left.
  hcsm::Answer tell(world::ObjectId id, const hcsm::Message& message);

 private:
  Run* run_;
};

}  // namespace backlot::sim
