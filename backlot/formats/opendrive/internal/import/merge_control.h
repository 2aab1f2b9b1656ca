// The control of corridors that run into one lane at a direct junction, which no sign gives.
#pragma once

#include <string_view>

#include "backlot/network/intersection_description.h"

namespace backlot::formats::opendrive {

// By the rules of their intersection: a corridor that yields to any other is told to yield; one that only goes first is
// on a priority road.
network::Control merge_control(const network::IntersectionDescription& intersection,
                               std::string_view corridor);

}  // namespace backlot::formats::opendrive
