// Cuts a polygon seen from above into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/geometry/points.h"

namespace backlot::draw::internal {

// Corners of a triangle, counter-clockwise, as indices of the polygon's.
using Triangle = std::array<std::uint32_t, 3>;

// By ear clipping: any simple polygon, convex or not, of either orientation. Corners that repeat or lie on a straight
// line make no triangle of their own. Of a polygon that crosses itself, as much as can be cut without crossing.
std::vector<Triangle> triangulate(std::span<const geometry::WorldPoint> polygon);

}  // namespace backlot::draw::internal
