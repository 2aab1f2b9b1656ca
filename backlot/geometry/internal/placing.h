#pragma once

#include "backlot/geometry/internal/ribbon_data.h"

namespace backlot::geometry::internal {

// A finite number within kLargestCoordinate: none counts as 0, larger ones are cut.
inline double sane(double x) {
  if (std::fabs(x) <= kLargestCoordinate) return x;
  return x > 0 ? kLargestCoordinate : (x < 0 ? -kLargestCoordinate : 0);
}

// The distance inside [0, length] nearest to d; 0 for NaN.
inline double clamp_distance(double d, double length) {
  const double low = d > 0 ? d : 0;
  return low < length ? low : length;
}

// The spine and its frame at a distance; beyond the ends it runs on straight.
struct Placing {
  Vec3 spine;  // relative to the ribbon's origin
  Axes axes;
};

inline Placing placing_at(const RibbonData& data, double distance) {
  const double inside = clamp_distance(distance, data.length);
  const std::uint32_t i = data.segment_at(inside);
  const Segment& s = data.segments[i];
  const double u = inside - s.start;
  const Axis x = axis_at(s.x, u), y = axis_at(s.y, u), z = axis_at(s.z, u);
  Placing placing;
  placing.axes = data.axes_at(i, {x.first, y.first, z.first}, u);
  placing.spine = {s.x[0] + x.run, s.y[0] + y.run, s.z[0] + z.run};
  if (distance != inside) placing.spine = placing.spine + placing.axes.tangent * sane(distance - inside);
  return placing;
}

inline WorldPoint place(const RibbonData& data, const Placing& at, const RibbonPoint& point) {
  const double offset = sane(point.offset), loft = sane(point.loft);
  const Axes& a = at.axes;
  return {data.origin.x + ((at.spine.x + offset * a.lateral.x) + loft * a.normal.x),
          data.origin.y + ((at.spine.y + offset * a.lateral.y) + loft * a.normal.y),
          data.origin.z + ((at.spine.z + offset * a.lateral.z) + loft * a.normal.z)};
}

inline WorldPoint place(const RibbonData& data, const RibbonPoint& point) {
  return place(data, placing_at(data, point.distance), point);
}

}  // namespace backlot::geometry::internal
