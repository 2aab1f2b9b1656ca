// Corridors from the lanes of connecting roads, and of gaps in roads.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

#include "backlot/formats/opendrive/internal/import/translation.h"

namespace backlot::formats::opendrive {

// The sections of a road with lanes that become corridors of one intersection, and what is known of that.
struct CorridorSource {
  std::size_t road = 0;
  SectionRange sections;
  // The lanes outside that a chain touches where it reaches the first section's start or the last one's end.
  std::function<std::vector<LaneOfEnd>(const LaneChain& chain, network::End end)> outside;
  // What else is to be said of the corridor that comes from a lane.
  std::function<void(const LaneChain& chain, const LaneOfEnd& from, network::CorridorDescription& corridor)>
      complete;
};

// Adds the corridors to the intersection, and the ends that they lead from and to, to `arms`. A chain that no traffic
// comes through is a surface all the same.
void add_corridors(Translation& translation, const CorridorSource& source, std::set<RoadEnd>& arms,
                   network::IntersectionDescription& intersection);

// An arm at each of these ends, which are attached from then on.
void add_arms(Translation& translation, const std::set<RoadEnd>& ends,
              network::IntersectionDescription& intersection);

}  // namespace backlot::formats::opendrive
