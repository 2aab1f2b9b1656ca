#pragma once

#include <cstddef>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/geometry/internal/exact_spine.h"
#include "backlot/geometry/ribbon_data.h"

namespace backlot::geometry::internal {

// How far the spline may be from the exact curve (the DESIGN of the ribbon).
struct SplineBounds {
  double surface_m = 1e-3;  // at the spine and at both edges
  double speed = 1e-4;      // | |Q'| - 1 |
  double heading_rad = 5e-4;
  double curvature_share = 0.02, curvature = 1e-5;  // the larger of the two
};

// The longest segment that keeps the bounds on an arc of this curvature with edges this far out:
//
//   spine R t^4 / 384, heading 0.008 t^3, speed t^4 / 456, curvature t^2 / 12, with t = h / R the angle of a segment;
//   the surface is off by the spine's error and the edge's offset times the heading's.
//
// Straight spines are cut at kLongestSegment_m for the sake of the index.
double longest_segment(double curvature, double edge_m, const SplineBounds& bounds);
inline constexpr double kLongestSegment_m = 64;

// Fills pieces, segments, normals and bins of `data`; its origin and edges are set already.
base::Diagnostics segment_spine(const ExactSpine& spine, const std::string& name, RibbonData& data);

}  // namespace backlot::geometry::internal
