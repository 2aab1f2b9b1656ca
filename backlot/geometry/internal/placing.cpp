#include "backlot/geometry/internal/placing.h"

#include "backlot/base/math.h"

namespace backlot::geometry::internal {

namespace {

// a finite number within kLargestCoordinate
double sane(double x) {
  if (std::fabs(x) <= kLargestCoordinate) return x;
  return x > 0 ? kLargestCoordinate : (x < 0 ? -kLargestCoordinate : 0);
}

}  // namespace

PlacedAnywhere place_anywhere(const RibbonData& data, const RibbonPoint& point) {
  const double inside = clamp_distance(point.distance, data.length);
  return with_crossfall(data.crossfall, [&](auto crossfall) {
    Placing at = placing_inside<crossfall()>(data, inside);
    at.spine = at.spine + at.axes.tangent * sane(point.distance - inside);
    return PlacedAnywhere{place<crossfall()>(data, at, sane(point.offset), sane(point.loft)),
                          base::atan2(at.axes.tangent.xy[1], at.axes.tangent.xy[0]), joined(at.axes.tangent),
                          joined(at.axes.lateral), joined(at.axes.normal)};
  });
}

}  // namespace backlot::geometry::internal
