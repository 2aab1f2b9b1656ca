// Speed limits of roads and lanes.
#pragma once

#include <optional>
#include <vector>

#include "backlot/formats/opendrive/internal/plan/lane_chain.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// The limits of a section as attributes, by plan distance of the section: those of the road, then those of lanes. Where the
// file gives a kind of road and no speed, what is usual there.
std::vector<network::AttributeDescription> speed_limits(const RoadPlan& road, const SectionPlan& section);

// The smallest limit along a chain of lanes; none where nothing is said.
std::optional<double> slowest_limit_mps(const RoadPlan& road, const LaneChain& chain);

}  // namespace backlot::formats::opendrive
