// The stage `drive`: every driver decides by the occupancy of the step's beginning and its own state, moves at once, and shows where it is
// then. A driver reads nothing that another one writes, so any number of threads gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/record/event.h"
#include "backlot/sim/tally.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::sim {

struct Run;

// Reads the occupancy and the dials; writes movers, drivers, stances, external objects, entries of the next step, events of motion, tally, and
// the hash of the frame.
void drive(Run& run);

// ---- for both kinds of update

// How an extra has fared in a step.
struct Driven {
  std::uint64_t hash = 0;
  bool is_unchanged = false;  // it shows the same to others as before
};
Driven drive_one(Run& run, std::size_t slot, const traffic::Surroundings& around, Tally& tally,
                 std::vector<record::Event>& events);

// By sequential update: by their numbers one after the other decides, moves, and is in the occupancy where it is then. The sum of all hashes.
std::uint64_t drive_in_turn(Run& run);

}  // namespace backlot::sim
