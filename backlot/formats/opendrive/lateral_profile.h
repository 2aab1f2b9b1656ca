// How a road lies across: superelevation and shape, or since 1.8 the cross section surface in their place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/cubic.h"

namespace backlot::formats::opendrive {

// A height over the plane of the superelevation: a + b dt + ... with dt = t - record.t, at this s; linear in s between two s.
struct ShapeRecord {
  Where where;
  double s = 0, t = 0;
  double a = 0, b = 0, c = 0, d = 0;
};

// One strip of the surface: a height constant + linear t + quadratic t^2 + cubic t^3, each a function of s.
struct SurfaceStrip {
  Where where;
  int id = 0;        // 1, 2 ... to the left, -1, -2 ... to the right
  std::string mode;  // "relative" or "independent", or empty
  std::vector<Cubic> width, constant, linear, quadratic, cubic;
};

struct CrossSectionSurface {
  Where where;
  std::vector<Cubic> t_offset;
  std::vector<SurfaceStrip> strips;
};

struct LateralProfile {
  std::vector<Cubic> superelevation;  // radians, positive: the left side higher
  std::vector<ShapeRecord> shape;
  std::optional<CrossSectionSurface> surface;
};

}  // namespace backlot::formats::opendrive
