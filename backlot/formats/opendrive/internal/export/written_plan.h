// The reference line of a road as geometries.
#pragma once

#include "backlot/formats/opendrive/road.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// Fills the plan view and the length of a road with a plan as its spine, and gives the plan distance against the s of
// the file. s is that of the file from which the road came, where it came from one, else the plan distance.
network::SourceFrame write_plan_view(const network::RoadDescription& road, Road& out);

}  // namespace backlot::formats::opendrive
