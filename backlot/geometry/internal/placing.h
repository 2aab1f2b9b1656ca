#pragma once

#include "backlot/geometry/internal/ribbon_data.h"

namespace backlot::geometry::internal {

// A finite number within kLargestCoordinate: none counts as 0, larger ones are cut.
BACKLOT_INLINE double sane(double x) {
  if (std::fabs(x) <= kLargestCoordinate) [[likely]] return x;
  return x > 0 ? kLargestCoordinate : (x < 0 ? -kLargestCoordinate : 0);
}

// The distance inside [0, length] nearest to d; 0 for NaN.
BACKLOT_INLINE double clamp_distance(double d, double length) {
  const double low = d > 0 ? d : 0;
  return low < length ? low : length;
}

// The spine and its frame at a distance; beyond the ends it runs on straight.
struct Placing {
  std::uint32_t segment;
  double from_middle;  // metres, of the segment
  Vec3 spine;  // relative to the ribbon's origin
  Vec3 first;  // Q'
  Axes axes;
};

template <Crossfall kCrossfall>
BACKLOT_INLINE Placing placing_at(const RibbonData& data, double distance) {
  const double inside = clamp_distance(distance, data.length);
  const std::uint32_t i = data.segment_at(inside);
  const Segment& s = data.segments[i];
  const double u = inside - s.start;
  const Axis x = axis_at(s.x, u), y = axis_at(s.y, u);
  Placing at;
  at.segment = i;
  at.from_middle = u - 0.5 * s.length;
  if constexpr (kCrossfall == Crossfall::flat) {
    at.first = {x.first, y.first, 0};
    at.spine = {s.x[0] + x.run, s.y[0] + y.run, s.z[0]};
  } else {
    const Axis z = axis_at(s.z, u);
    at.first = {x.first, y.first, z.first};
    at.spine = {s.x[0] + x.run, s.y[0] + y.run, s.z[0] + z.run};
  }
  at.axes = data.axes_at<kCrossfall>(i, at.first, u);
  if (distance != inside) [[unlikely]]
    at.spine = at.spine + at.axes.tangent * sane(distance - inside);
  return at;
}

BACKLOT_INLINE double heading_at(const RibbonData& data, const Placing& at) {
  const double heading = data.headings[at.segment].at(at.from_middle);
  if (heading != heading) [[unlikely]]
    return steep_heading(at.first);
  return heading;
}

template <Crossfall kCrossfall>
BACKLOT_INLINE WorldPoint place(const RibbonData& data, const Placing& at, const RibbonPoint& point) {
  double offset = point.offset, loft = point.loft;
  if (!(std::fabs(offset) + std::fabs(loft) <= kLargestCoordinate)) [[unlikely]] {
    offset = sane(offset);
    loft = sane(loft);
  }
  const Axes& a = at.axes;
  if constexpr (kCrossfall == Crossfall::flat) {
    return {data.origin.x + (at.spine.x + offset * a.lateral.x), data.origin.y + (at.spine.y + offset * a.lateral.y),
            data.origin.z + (at.spine.z + loft)};
  }
  return {data.origin.x + ((at.spine.x + offset * a.lateral.x) + loft * a.normal.x),
          data.origin.y + ((at.spine.y + offset * a.lateral.y) + loft * a.normal.y),
          data.origin.z + ((at.spine.z + offset * a.lateral.z) + loft * a.normal.z)};
}

}  // namespace backlot::geometry::internal
