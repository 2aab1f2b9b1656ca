// The objects of a road as features: each at its place, again and again where they are repeated.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/internal/import/translation.h"
#include "backlot/formats/opendrive/internal/plan/road_plan.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// To the ways of a road, one for each of its sections, or to the road itself where it has none.
void add_objects(Translation& translation, const RoadPlan& plan, network::RoadDescription& road);

// What was put right in all of them.
void report_objects(Translation& translation);

}  // namespace backlot::formats::opendrive
