// Cuts shapes at the edges of an upright rectangle of the sheet, so that a file holds no points that are never seen.
#pragma once

#include <span>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::draw::internal {

// The rectangle between two corners, low.x < high.x and low.y < high.y.
struct ClipBox {
  SheetPoint low, high;
};

// The part of a polygon inside the box; empty where the two do not meet. A polygon with a dent may get edges along the border of the box,
// so the box should be larger than what is seen by the width of a stroke.
std::vector<SheetPoint> clip_polygon(std::span<const SheetPoint> corners, const ClipBox& box);

// A connected part of a line.
struct LinePart {
  double skipped = 0;  // length of the line before the part: where its dashes begin
  std::vector<SheetPoint> points;
};

// The parts of a line inside the box, in order.
std::vector<LinePart> clip_polyline(std::span<const SheetPoint> points, const ClipBox& box);

}  // namespace backlot::draw::internal
