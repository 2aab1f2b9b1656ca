// Asking for memory before it is needed. Objects come sorted by place, but the roads around each are read at random: without
// this a step would wait for them most of its time.
#pragma once

#include <algorithm>

#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// Calls for the tracks that a body is on and comes to; seldom does one look further.
template <class Call>
void for_tracks_near(const Tracks& tracks, const Trail& trail, const Call& call) {
  constexpr std::uint32_t kAhead = 2;
  call(tracks[trail.current()]);
  for (std::uint32_t k = 0; k < std::min(trail.ahead(), kAhead); ++k) call(tracks[trail.ahead(k)]);
}

// Three times for one body, each time with what the time before has brought: first the tracks, ...
inline void prefetch_tracks(const Roads& roads, const Trail& trail) {
  for_tracks_near(roads.tracks, trail, [](const Track& track) { __builtin_prefetch(&track); });
  __builtin_prefetch(&roads.tracks[trail.current()].origin);
}
// ... then where their lists and conflicts are, ...
inline void prefetch_lists(const Roads& roads, const Occupancy& occupancy, const Trail& trail) {
  for_tracks_near(roads.tracks, trail, [&](const Track& track) {
    occupancy.prefetch_list(track.strip);
    if (track.is_corridor()) roads.conflicts.prefetch_start(track);
  });
}
// ... then who is first on them, and whom one meets there.
inline void prefetch_entries(const Roads& roads, const Occupancy& occupancy, const Trail& trail) {
  for_tracks_near(roads.tracks, trail, [&](const Track& track) {
    occupancy.prefetch_entries(track.strip);
    if (track.is_corridor()) roads.conflicts.prefetch(track);
  });
}

}  // namespace backlot::world
