// One step of one walker: it looks, its machine decides, it moves.
#pragma once

#include "backlot/traffic/pedestrian/crowd.h"
#include "backlot/traffic/pedestrian/kerb.h"
#include "backlot/world/occupancy.h"

namespace backlot::traffic {

// `stream` is that of the walker's random numbers. Reads the surroundings and the crowd, writes the walker alone.
void walk(const WalkerSurroundings& around, const Crowd& crowd, std::uint64_t stream, Walker& walker);

// What a walker shows of itself to others: an entry on its own footway, and on each lane that it crosses. There it is foretold as well, until it
// is out of the lane: while it crosses for the time at which it will be there, and at the kerb as a person that wants to cross. A walker on a
// shortcut shows itself as any body that no lane binds (world/loose_listing.h), which is for the caller to add.
void add_entries(const WalkerSurroundings& around, const Walker& walker, world::EntryBatch& entries);

// A walker has no more entries than this, in all lists, on the average.
inline constexpr std::size_t kEntriesOfWalker = 16;

}  // namespace backlot::traffic
