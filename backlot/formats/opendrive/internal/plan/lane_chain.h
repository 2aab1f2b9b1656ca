// A lane of a connecting road or of a gap, from section to section: what becomes a corridor.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/formats/opendrive/internal/plan/road_plan.h"

namespace backlot::formats::opendrive {

struct LaneChain {
  std::size_t first_section = 0;
  std::vector<const LanePlan*> lanes;  // one in each section from there on

  const LanePlan& front() const { return *lanes.front(); }
  const LanePlan& back() const { return *lanes.back(); }
  std::size_t last_section() const { return first_section + lanes.size() - 1; }
};

// Some sections of a road, one after the other.
struct SectionRange {
  std::size_t first = 0, last = 0;  // both included
};

// Every lane of these sections in exactly one chain; where a lane splits, the first of its followers goes on with it.
std::vector<LaneChain> lane_chains(const RoadPlan& road, const SectionRange& sections);

// The centre, the width and the heights of a chain by plan distance from its start.
struct ChainShape {
  double from = 0, to = 0;  // plan distance of the road
  geometry::CubicProfile centre, width;
  network::LaneHeights heights;
};
ChainShape shape_of(const RoadPlan& road, const LaneChain& chain);

}  // namespace backlot::formats::opendrive
