// Where a reference line leads: poses at the ends of geometries and of roads, and the true length of curves.
#pragma once

#include "backlot/formats/opendrive/road.h"

namespace backlot::formats::opendrive {

struct Pose {
  double x = 0, y = 0;
  double heading_rad = 0;
};

Pose start_pose(const Geometry& geometry);

// By the formula of its shape, at its own length.
Pose end_pose(const Geometry& geometry);

// At the start or the end of a road, with the heading of the line. A road without geometries is at the origin.
Pose road_pose(const Road& road, bool at_end);

// The plan length of the curve between two values of its parameter.
double curve_length(const ParamPoly3& curve, double from, double to);

// The end of its parameter's range.
double last_parameter(const Geometry& geometry, const ParamPoly3& curve);

}  // namespace backlot::formats::opendrive
