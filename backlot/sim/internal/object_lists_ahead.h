// What a driver's turn asks of the lists: small functions of a hot loop, inlined where the stage `drive` calls them.
#pragma once

#include "backlot/base/inline.h"
#include "backlot/sim/object_lists.h"
#include "backlot/sim/run.h"
#include "backlot/world/prefetch.h"

namespace backlot::sim {

BACKLOT_INLINE std::uint32_t ObjectLists::find_own_entry(const Run& run, std::size_t slot) {
  ListedEntries& filing = listed_[slot];
  filing.entry = occupancy_.number_of_own(filing.strip, run.memory.stances[slot].foot.from,
                                          run.state.number_of[slot], filing.entry);
  return filing.entry;
}

BACKLOT_INLINE void ObjectLists::prefetch(const Run& run, std::size_t slot, std::size_t last,
                                          std::size_t chunk) {
  const RunState& s = run.state;
  next_[kFirstChunkBatch + chunk].prefetch_room();
  // entries are for the vehicles around to look at, and neighbours on the road have slots not far apart
  if (const std::size_t k = slot + 40; k < last && keeps(k))
    entries_[listed_[k].batch].prefetch(listed_[k].first);
  if (const std::size_t k = slot + 10; k < last) {
    world::prefetch_row(s.movers[k]);
    world::prefetch_row(s.drivers[k]);
    world::prefetch_row(run.memory.stances[k]);
    world::prefetch_row(listed_[k]);
  }
  if (const std::size_t k = slot + 6; k < last) world::prefetch_tracks(run.roads, s.movers[k].trail);
  if (const std::size_t k = slot + 4; k < last)
    world::prefetch_lists(run.roads, occupancy_, s.movers[k].trail);
  if (const std::size_t k = slot + 2; k < last)
    world::prefetch_entries(run.roads, occupancy_, s.movers[k].trail, listed_[k].entry);
  if (const std::size_t k = slot + 1; k < last) {
    find_own_entry(run, k);
    world::prefetch_lead(run.roads, occupancy_, s.movers[k].trail, listed_[k].entry);
  }
}

}  // namespace backlot::sim
