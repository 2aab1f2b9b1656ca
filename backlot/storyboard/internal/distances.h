// Distances on the sheet, and in plan on the road.
#pragma once

#include <cmath>

#include "backlot/draw/svg.h"
#include "backlot/geometry/points.h"

namespace backlot::storyboard::internal {

inline double distance(const draw::SheetPoint& a, const draw::SheetPoint& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

inline double distance(const geometry::WorldPoint& a, const geometry::WorldPoint& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace backlot::storyboard::internal
