// The reference line of a road from above, to be asked for places and headings.
#pragma once

#include <optional>

#include "backlot/formats/opendrive/internal/plan/road_plan.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::formats::opendrive {

// None where no ribbon can be made of it.
std::optional<geometry::Ribbon> plan_line(const RoadPlan& road);

}  // namespace backlot::formats::opendrive
