// Signs and lights beside a section, as features and stop lines of its way.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/internal/import/translation.h"
#include "backlot/formats/opendrive/internal/plan/road_plan.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// Distances by plan from the section's start.
void add_wayside(const Translation& translation, const RoadPlan& road, const SectionPlan& section,
                 network::WayDescription& way);

}  // namespace backlot::formats::opendrive
