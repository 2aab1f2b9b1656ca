#pragma once

#include <span>
#include <vector>

#include "backlot/geometry/internal/exact_span.h"

namespace backlot::geometry::internal {

// The cubic spline with continuous second derivative through `values` at the increasing `knots`, one cubic in
// t from 0 to 1 for each gap between knots. At both ends the second derivative is that of the next knot, so that
// three points of a parabola give the parabola; two points give the line. At least two values.
std::vector<VectorCubic> spline_through(std::span<const double> knots, std::span<const Vec3> values);

}  // namespace backlot::geometry::internal
