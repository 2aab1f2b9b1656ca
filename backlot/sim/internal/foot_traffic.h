// How people on foot come and go: spread over the sidewalks at the start, then out of doors and into doors, alone and in groups.
#pragma once

#include <cstddef>

#include "backlot/sim/internal/walkers.h"

namespace backlot::sim {

// The table of doors and ways, made when the first one asks for it.
void need_foot_routes(Run& run);

// Spreads people over the sidewalks, where there is room; how many found some.
std::size_t insert_walkers_spread(Run& run, std::size_t count);

// One group, one behind the other from a place on; the first of them. Empty where the footway is too short.
world::ObjectId insert_walker_group(Run& run, const NewWalker& first, std::size_t size);

// In the stage `enter`: those that wait outside come out of doors where the sidewalk is free, so many as have gone in. Whether someone came. The lists of the
// step do not have them yet: they stand on sidewalks, where no vehicle asks for them.
bool enter_on_foot(Run& run);

// In the stage `drive`, when all walkers have moved: those before their doors go in, unless a director holds them.
void leave_on_foot(Run& run);

}  // namespace backlot::sim
