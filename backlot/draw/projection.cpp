#include "backlot/draw/projection.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::draw {

Projection::Projection(const ViewAngles& angles, double units_per_metre, const SheetPoint& shift)
    : units_per_metre_(units_per_metre), shift_(shift) {
  BACKLOT_ASSERT(units_per_metre > 0 && std::isfinite(units_per_metre), "a projection has a scale");
  const auto [sin_a, cos_a] = base::sin_cos(angles.azimuth_rad);
  const auto [sin_h, cos_h] = base::sin_cos(angles.height_rad);
  right_ = {-sin_a, cos_a, 0};
  up_ = {-sin_h * cos_a, -sin_h * sin_a, cos_h};
  towards_ = {cos_h * cos_a, cos_h * sin_a, sin_h};
}

Projection Projection::fitting(const ViewAngles& angles, std::span<const geometry::WorldPoint> points,
                               const SheetPoint& corner, double width, double height) {
  BACKLOT_ASSERT(width > 0 && height > 0, "a picture has a size");
  const Projection raw(angles, 1, {0, 0});
  const SheetPoint centre = {corner.x + 0.5 * width, corner.y + 0.5 * height};
  if (points.empty()) return {angles, 1, centre};

  SheetPoint low = raw.at(points.front()), high = low;
  for (const geometry::WorldPoint& p : points) {
    const SheetPoint at = raw.at(p);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  constexpr double kLeastSize_m = 1e-3;
  const double scale = std::min(width / std::max(high.x - low.x, kLeastSize_m),
                                height / std::max(high.y - low.y, kLeastSize_m));
  return {
      angles, scale, {centre.x - scale * 0.5 * (low.x + high.x), centre.y - scale * 0.5 * (low.y + high.y)}};
}

}  // namespace backlot::draw
