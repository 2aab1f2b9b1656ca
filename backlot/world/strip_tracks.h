// The tracks of a strip. They stand next to each other in Tracks::all(), by lane, and of each lane the one along the distance first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backlot/network/ids.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Where vehicles drive on the strip in neither direction, there are none.
inline std::span<const Track> tracks_on(const Tracks& tracks, network::StripId strip) {
  const network::Strip& s = tracks.network().strip(strip);
  const std::span<const Track> all = tracks.all();
  for (std::uint32_t k = 0; k < s.lane_count; ++k) {
    for (const bool is_along : {true, false}) {
      const TrackId id = tracks.track_of(network::DirectedLane{network::LaneId(s.first_lane + k), is_along});
      if (id.is_empty()) continue;
      const std::size_t first = id.index();
      std::size_t end = first + 1;
      while (end < all.size() && all[end].strip == strip) ++end;
      return all.subspan(first, end - first);
    }
  }
  return {};
}

}  // namespace backlot::world
