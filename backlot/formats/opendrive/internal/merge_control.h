// What corridors that run into one lane at a direct junction are told, which no sign says.
#pragma once

#include <string_view>

#include "backlot/network/intersection_description.h"

namespace backlot::opendrive {

// By the rules of their intersection: who yields to anybody is told to yield, who only goes first is on a priority road.
network::Control merge_control(const network::IntersectionDescription& intersection,
                               std::string_view corridor);

}  // namespace backlot::opendrive
