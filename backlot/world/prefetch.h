// Asking for memory before it is needed. Objects come sorted by place, but the roads around each are read at random: without
// this a step would wait for them most of its time.
#pragma once

#include <algorithm>

#include "backlot/base/prefetch.h"
#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// A row of a table.
template <class Row>
void prefetch_row(const Row& row) {
  for (std::size_t at = 0; at < sizeof(Row); at += 64)
    base::prefetch(reinterpret_cast<const char*>(&row) + at);
}

// Calls for the tracks that a body comes to; seldom does one look further.
template <class Call>
void for_tracks_ahead(const Tracks& tracks, const Trail& trail, const Call& call) {
  constexpr std::uint32_t kAhead = 2;
  for (std::uint32_t k = 0; k < std::min(trail.ahead(), kAhead); ++k) call(tracks[trail.ahead(k)]);
}

// Four times for one body, each time with what the time before has brought: first the tracks, ...
inline void prefetch_tracks(const Roads& roads, const Trail& trail) {
  prefetch_row(roads.tracks[trail.current()]);
  for_tracks_ahead(roads.tracks, trail, [](const Track& track) { base::prefetch(&track); });
}
// ... then how the own one lies, and where the lists and corridors are, ...
inline void prefetch_lists(const Roads& roads, const Occupancy& occupancy, const Trail& trail) {
  const Track& own = roads.tracks[trail.current()];
  roads.tracks.prefetch_frame(own);
  const auto prefetch = [&](const Track& track) {
    occupancy.prefetch_list(track.strip);
    if (track.is_corridor()) roads.conflicts.prefetch(track);
  };
  prefetch(own);
  for_tracks_ahead(roads.tracks, trail, prefetch);
}
// ... then the entries nearby, and the lists of the conflicting corridors. `entry` is the own one in the list of its strip.
inline void prefetch_entries(const Roads& roads, const Occupancy& occupancy, const Trail& trail,
                             std::uint32_t entry) {
  const Track& own = roads.tracks[trail.current()];
  occupancy.prefetch_order(own.strip, entry);
  const auto prefetch = [&](const Track& corridor) {
    if (!corridor.is_corridor()) return;
    roads.conflicts.prefetch_signals(corridor);
    const auto [first, last] = roads.conflicts.strips_of(corridor);
    occupancy.prefetch_lists(first, last);
  };
  prefetch(own);
  for_tracks_ahead(roads.tracks, trail, [&](const Track& track) {
    occupancy.prefetch_end(track.strip, track.is_along);
    prefetch(track);
  });
}

// ... and at last the leader.
inline void prefetch_lead(const Roads& roads, const Occupancy& occupancy, const Trail& trail,
                          std::uint32_t entry) {
  const Track& own = roads.tracks[trail.current()];
  occupancy.prefetch_next(own.strip, entry, own.is_along);
}

}  // namespace backlot::world
