// The corridors on a road without ways, put together to lanes: the road of a junction as a file has it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// Corridors that are one lane of the file: a lane that leads from several lanes or to several is a corridor for each.
struct CorridorChain {
  std::vector<const network::CorridorDescription*> corridors;
  const network::OnRoad* on = nullptr;
  const network::SourceFrame* source = nullptr;  // may be null

  const network::CorridorDescription& first() const { return *corridors.front(); }
  // The id in the file at an s of the old file; by the side on which its traffic keeps where it has none.
  int id_at(double s, network::TrafficSide side) const;
};

// In the order of the corridors.
std::vector<CorridorChain> corridor_chains(const std::vector<const network::CorridorDescription*>& corridors,
                                           const network::RoadDescription& road);

// A stretch of the road on which it has the same lanes, each a chain with its id, from left to right.
struct CorridorSection {
  struct Member {
    const CorridorChain* chain = nullptr;
    int id = 0;
  };
  double from = 0, to = 0;  // plan distance of the road
  std::vector<Member> lanes;
  std::size_t lanes_left = 0;
};
std::vector<CorridorSection> corridor_sections(const std::vector<CorridorChain>& chains,
                                               const network::RoadDescription& road, double length,
                                               network::TrafficSide side);

// The part of a profile between two of its distances, from zero on.
geometry::CubicProfile part_of(const geometry::CubicProfile& profile, double from, double to);

}  // namespace backlot::formats::opendrive
