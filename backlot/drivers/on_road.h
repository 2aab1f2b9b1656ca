// An object in the coordinates of a road: where it is along and beside it, and how it lies to it.
#pragma once

#include <optional>

#include "backlot/drivers/road_plan.h"
#include "backlot/sut/view.h"

namespace backlot::drivers {

inline constexpr double kLevel_m = 3;  // bodies and roads whose heights differ by more are on other levels

struct OnRoad {
  double metre = 0, left_m = 0;            // of its centre: along the road, and to the left of it
  double cos = 1, sin = 0;                 // of its heading against the road
  double half_along = 0, half_across = 0;  // of its box, in the directions of the road
};

// The place on the road nearest to an object, looked for between two metres. Empty where the object is more than 150 m beside the road, or on
// another level.
std::optional<OnRoad> place_on(const RoadPlan& plan, const sut::SeenObject& object, double from_m,
                               double to_m);

}  // namespace backlot::drivers
