// The curve of a corridor in its own frame: it begins at the origin and heads along the x axis.
#pragma once

#include <span>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::network::internal {

// Where a corridor ends and through which points it goes, seen from its start.
struct ShapeEnds {
  double x = 0, y = 0, z = 0;  // of the far end
  double heading_rad = 0;      // there
  double start_grade_rad = 0, end_grade_rad = 0;
  double start_bank_rad = 0, end_bank_rad = 0;
};

// From end to end with both headings kept: one Hermite cubic, or a smooth chain of cubics over the points. Heights and
// banks blend from one end to the other.
geometry::PlanSpine corridor_spine(const ShapeEnds& ends, std::span<const geometry::WorldPoint> through);

}  // namespace backlot::network::internal
