// Speed limits of ways as types of roads and speeds of lanes.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/road.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// Limits for all lanes, along the whole road.
std::vector<RoadType> road_types(const network::RoadDescription& road, const network::SourceFrame& measure,
                                 double usual_speed_mps);

// Limits for one lane of a way that ends at this plan distance of the road.
std::vector<Speed> lane_speeds(const network::WayDescription& way, const network::LaneDescription& lane,
                               double end, const network::SourceFrame& measure, double usual_speed_mps);

}  // namespace backlot::formats::opendrive
