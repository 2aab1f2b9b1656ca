// How a surface lies over the plane of its ribbon: kerbs, crowns and gutters.
//
//            ______                 heights of a lane, at its two edges: here a raised sidewalk
//     ______|      |___
//                  .   ---___       stations of a road, from edge to edge: here a crown
//     - - - - - - - - - - - - - -   the ribbon's plane
//
// Heights are metres along the ribbon's normal. They lift what stands on the surface; traffic moves in the plane.
#pragma once

#include <vector>

#include "backlot/geometry/cubic_profile.h"

namespace backlot::network {

// Of a lane, at its left and its right edge; even between them. Without records: 0.
struct LaneHeights {
  geometry::CubicProfile left{}, right{};

  bool is_empty() const { return left.records.empty() && right.records.empty(); }

  friend bool operator==(const LaneHeights&, const LaneHeights&) = default;
};

// Of a road at one distance, under the heights of its lanes: cubics by offset, from right to left. The outermost ones go on to
// the edges. Between two stations the height is even, before the first and after the last it stays.
struct SurfaceStation {
  double distance = 0;
  geometry::CubicProfile height{};

  double height_at(double offset) const;

  friend bool operator==(const SurfaceStation&, const SurfaceStation&) = default;
};

}  // namespace backlot::network
