// The stage `enter`: vehicles come in from outside where there is room.
#pragma once

#include <cstddef>

namespace backlot::sim {

struct Run;

// Reads the occupancy; writes rows of new extras, their entries, the flows, the entrances and the tally. Whether any vehicle came in: then
// the occupancy is to be made anew.
bool enter(Run& run);

// Spreads vehicles over the roads, no more than one on 25 m of lane; the others wait outside. How many found room.
std::size_t insert_spread(Run& run, std::size_t count);

}  // namespace backlot::sim
