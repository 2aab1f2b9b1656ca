// The curve on which a vehicle drives from one pose to another, where nothing but the two is known.
#pragma once

#include <vector>

#include "backlot/formats/rndf/internal/course.h"

namespace backlot::formats::rndf::internal {

// Round like an arc where there is room for that. Where it would be tighter than a car can turn: the shortest line of
// arcs that are not (L. E. Dubins, "On curves of minimal length with a constraint on average curvature", 1957), so that
// a vehicle that turns back between two lanes swings out first. Where even that would be a loop, the round one after
// all, unless it is a mere knot.
std::vector<WorldPoint> turn_between(const Pose& from, const Pose& to, double spacing);

// Of a line, by the circle over each three of its places that follow each other.
double tightest_radius(const std::vector<WorldPoint>& line);

}  // namespace backlot::formats::rndf::internal
