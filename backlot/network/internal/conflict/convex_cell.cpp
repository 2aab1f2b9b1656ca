#include "backlot/network/internal/conflict/convex_cell.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {}  // namespace

CellBox box_of(const ConvexCell& cell) {
  const auto [x_low, x_high] = std::minmax({cell[0].x, cell[1].x, cell[2].x, cell[3].x});
  const auto [y_low, y_high] = std::minmax({cell[0].y, cell[1].y, cell[2].y, cell[3].y});
  return {x_low, x_high, y_low, y_high};
}

CellBox joined(const CellBox& a, const CellBox& b) {
  return {std::min(a.x_low, b.x_low), std::max(a.x_high, b.x_high), std::min(a.y_low, b.y_low),
          std::max(a.y_high, b.y_high)};
}

void ConvexPolygon::keep(const std::array<double, kMost>& values) {
  BACKLOT_ASSERT(count <= kMost, "a polygon has no more corners than it has room for");
  ConvexPolygon kept;
  for (std::size_t k = 0; k < count; ++k) {
    const Corner& here = corners[k];
    const std::size_t n = k + 1 < count ? k + 1 : 0;
    if (values[k] >= 0) kept.corners[kept.count++] = here;
    if ((values[k] >= 0) == (values[n] >= 0)) continue;
    const Corner& next = corners[n];
    const double t = values[k] / (values[k] - values[n]);
    kept.corners[kept.count++] = {mixed(here.x, next.x, t), mixed(here.y, next.y, t),
                                  mixed(here.climb, next.climb, t)};
  }
  *this = kept;
}

ConvexPolygon overlap_of(const ConvexCell& cell, const ConvexCell& other) {
  ConvexPolygon polygon;
  std::array<double, ConvexPolygon::kMost> values;
  for (const PlanPoint& p : other) polygon.corners[polygon.count++] = {p.x, p.y, 0};
  for (std::size_t side = 0; side < 4 && polygon.count > 0; ++side) {
    const PlanPoint &p = cell[side], &q = cell[(side + 1) % 4];
    bool is_cut = false;
    for (std::size_t k = 0; k < polygon.count; ++k) {
      const ConvexPolygon::Corner& v = polygon.corners[k];
      values[k] = (q.x - p.x) * (v.y - p.y) - (q.y - p.y) * (v.x - p.x);
      is_cut = is_cut || values[k] < 0;
    }
    if (is_cut) polygon.keep(values);
  }
  return polygon;
}

}  // namespace backlot::network::internal
