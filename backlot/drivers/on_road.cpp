#include "backlot/drivers/on_road.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/math.h"

namespace backlot::drivers {

namespace {

constexpr double kBeside_m = 150;
constexpr std::size_t kStride = 4;  // points that are looked at first, then those between them

}  // namespace

std::optional<OnRoad> place_on(const RoadPlan& plan, const sut::SeenObject& o, double from_m, double to_m) {
  const auto& points = plan.road().points;
  const std::size_t first = plan.index_of(from_m), last = plan.index_of(to_m) + 1;
  std::size_t best = first;
  double best2 = std::numeric_limits<double>::infinity();
  const auto look = [&](std::size_t k) {
    const double dx = points[k].x - o.x, dy = points[k].y - o.y, d2 = dx * dx + dy * dy;
    if (d2 < best2) {
      best2 = d2;
      best = k;
    }
  };
  for (std::size_t k = first; k <= last; k += kStride) look(k);
  if (best2 > kBeside_m * kBeside_m) return std::nullopt;
  const std::size_t low = best > first + kStride ? best - kStride : first;
  const std::size_t high = std::min(best + kStride, last);
  for (std::size_t k = low; k <= high; ++k) look(k);
  if (std::fabs(points[best].z - o.z) > kLevel_m) return std::nullopt;

  const double spacing = plan.road().spacing_m;
  const RoadPlan::Place near = plan.place_at(spacing * static_cast<double>(best));
  OnRoad found;
  found.metre =
      spacing * static_cast<double>(best) + (o.x - near.x) * near.tangent_x + (o.y - near.y) * near.tangent_y;
  // once more from there: in a bend the road has turned a little
  RoadPlan::Place at = plan.place_at(found.metre);
  base::SinCos road = base::sin_cos(plan.heading_at(found.metre));
  found.metre += (o.x - at.x) * road.cos + (o.y - at.y) * road.sin;
  at = plan.place_at(found.metre);
  road = base::sin_cos(plan.heading_at(found.metre));
  const base::SinCos heading = base::sin_cos(o.heading_rad);
  found.left_m = (o.y - at.y) * at.tangent_x - (o.x - at.x) * at.tangent_y;
  found.cos = heading.cos * road.cos + heading.sin * road.sin;
  found.sin = heading.sin * road.cos - heading.cos * road.sin;
  const double length = 0.5 * o.length_m, width = 0.5 * o.width_m;
  found.half_along = length * std::fabs(found.cos) + width * std::fabs(found.sin);
  found.half_across = length * std::fabs(found.sin) + width * std::fabs(found.cos);
  return found;
}

}  // namespace backlot::drivers
