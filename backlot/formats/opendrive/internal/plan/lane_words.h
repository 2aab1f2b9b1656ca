// What the words of lanes and marks mean in a network.
#pragma once

#include <string>
#include <string_view>

#include "backlot/formats/opendrive/lane_section.h"
#include "backlot/formats/opendrive/road.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// By the type of a lane; words that are not known become strips without traffic. Where its rules of access keep cars out, somewhere
// along it, a lane for vehicles is one for buses.
network::LaneKind lane_kind(const Lane& lane);

// By side and rule of the road: where traffic keeps right, lanes right of the reference line run along s.
network::LaneDirection lane_direction(const Lane& lane, network::LaneKind kind, TrafficRule rule);

// The paint of a mark. Of two lines the file names the one nearer to the reference line first, and on the reference
// line the left one; a network::Marking names them from left to right.
network::Marking marking_of(std::string_view type, int lane);

// The speed that is usual on a kind of road where the file gives none, m/s; zero for a word that says nothing.
double usual_speed_mps(std::string_view road_type);

// A name without white space and never empty.
std::string plain_name(std::string_view text);

}  // namespace backlot::formats::opendrive
