// Where roads touch without a junction, or in a direct one, and where several of them run into one lane there.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <vector>

#include "backlot/formats/opendrive/internal/import/translation.h"

namespace backlot::formats::opendrive {

// A pair of lanes at two ends that touch.
struct Touch {
  LaneOfEnd a, b;

  friend auto operator<=>(const Touch&, const Touch&) = default;
};

// Everything that touches, by the links of roads and by direct junctions; not at ends that are attached already.
std::set<Touch> find_touches(const Translation& translation);

// Ends that touch, directly or over others, belong together: by the first of their ends.
std::map<RoadEnd, std::vector<Touch>> groups_of(const std::set<Touch>& touches);

// Lanes of different roads from which vehicles run into one.
struct Merge {
  LaneOfEnd to;
  std::set<LaneOfEnd> from;
};
std::vector<Merge> find_merges(const RoadPlans& roads, const std::vector<Touch>& touches);

}  // namespace backlot::formats::opendrive
