#include "backlot/draw/internal/clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::draw::internal {

namespace {

SheetPoint between(const SheetPoint& a, const SheetPoint& b, double share) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a place between two points has a share of the way");
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

// One border of the box: points with a positive depth are inside.
struct Border {
  double nx, ny, offset;

  double depth(const SheetPoint& p) const { return nx * p.x + ny * p.y + offset; }
};

std::array<Border, 4> borders_of(const ClipBox& box) {
  BACKLOT_ASSERT(box.low.x <= box.high.x && box.low.y <= box.high.y, "a box has an order");
  return {Border{1, 0, -box.low.x}, {-1, 0, box.high.x}, {0, 1, -box.low.y}, {0, -1, box.high.y}};
}

std::vector<SheetPoint> cut_at(const std::vector<SheetPoint>& corners, const Border& border) {
  std::vector<SheetPoint> kept;
  kept.reserve(corners.size() + 4);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const SheetPoint &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const double from = border.depth(a), to = border.depth(b);
    if (from >= 0) kept.push_back(a);
    if ((from >= 0) != (to >= 0)) kept.push_back(between(a, b, from / (from - to)));
  }
  return kept;
}

// The shares of the way from a to b between which it is inside; from > to where it is not.
std::pair<double, double> inside_shares(const SheetPoint& a, const SheetPoint& b, const ClipBox& box) {
  double from = 0, to = 1;
  for (const Border& border : borders_of(box)) {
    const double at_a = border.depth(a), at_b = border.depth(b);
    if (at_a < 0 && at_b < 0) return {1, 0};
    if (at_a < 0) from = std::max(from, at_a / (at_a - at_b));
    if (at_b < 0) to = std::min(to, at_a / (at_a - at_b));
  }
  return {from, to};
}

}  // namespace

std::vector<SheetPoint> clip_polygon(std::span<const SheetPoint> corners, const ClipBox& box) {
  std::vector<SheetPoint> rest(corners.begin(), corners.end());
  for (const Border& border : borders_of(box)) rest = cut_at(rest, border);
  return rest;
}

std::vector<LinePart> clip_polyline(std::span<const SheetPoint> points, const ClipBox& box) {
  std::vector<LinePart> parts;
  bool is_open = false;  // the last part ends at the point where the next segment begins
  double passed = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const SheetPoint &a = points[i], &b = points[i + 1];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    const auto [from, to] = inside_shares(a, b, box);
    if (from <= to) {
      if (!is_open || from > 0) parts.push_back({passed + from * length, {between(a, b, from)}});
      parts.back().points.push_back(to < 1 ? between(a, b, to) : b);
    }
    is_open = from <= to && to >= 1;
    passed += length;
  }
  return parts;
}

}  // namespace backlot::draw::internal
