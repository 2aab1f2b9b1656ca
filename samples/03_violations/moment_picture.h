// A picture of the moment: the vehicle in the subject's way, and where both came from.
#pragma once

#include <string>

#include "backlot/draw/svg.h"
#include "county_road.h"
#include "performance.h"

namespace violations {

// Of a performance in which a vehicle did it.
backlot::draw::Sheet draw_moment(const CountyRoad& set, const Performance& performance,
                                 const std::string& title);

}  // namespace violations
