// The reference line of a road from above, as the file gives it: metres and radians, s along the road.
#pragma once

#include <variant>
#include <vector>

#include "backlot/formats/opendrive/cubic.h"

namespace backlot::formats::opendrive {

struct Line {};

struct Arc {
  double curvature = 0;  // 1/m, positive to the left
};

struct Spiral {
  double curvature_start = 0, curvature_end = 0;
};

// v = a + b u + c u^2 + d u^3 in the frame of the geometry's start.
struct Poly3 {
  double a = 0, b = 0, c = 0, d = 0;
};

// u and v as cubics of p, which runs from 0 to 1 (normalized) or to the geometry's length (arc_length).
enum class ParameterRange { normalized, arc_length };

struct ParamPoly3 {
  double a_u = 0, b_u = 0, c_u = 0, d_u = 0;
  double a_v = 0, b_v = 0, c_v = 0, d_v = 0;
  ParameterRange range = ParameterRange::normalized;  // where the file does not say
};

using Shape = std::variant<Line, Arc, Spiral, Poly3, ParamPoly3>;

struct Geometry {
  Where where;
  double s = 0;
  double x = 0, y = 0;
  double heading_rad = 0;
  double length_m = 0;
  Shape shape;
};

}  // namespace backlot::formats::opendrive
