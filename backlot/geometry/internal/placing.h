#pragma once

#include "backlot/geometry/internal/ribbon_data.h"

namespace backlot::geometry::internal {

// The distance inside [0, length] nearest to d; 0 for NaN.
BACKLOT_INLINE double clamp_distance(double d, double length) {
  const double low = d > 0 ? d : 0;
  return low < length ? low : length;
}

// The spine and its frame at a distance.
struct Placing {
  std::uint32_t segment;
  double u;     // metres from the start of the segment
  Split spine;  // relative to the ribbon's origin
  Axes axes;
};

// For distances in [0, length].
template <Crossfall kCrossfall>
BACKLOT_INLINE Placing placing_inside(const RibbonData& data, double distance) {
  const std::uint32_t i = data.segment_at(distance);
  const Segment& s = data.segments[i];
  const double u = distance - s.start;
  const base::Pair c0 = {s.x[0], s.y[0]}, c1 = {s.x[1], s.y[1]}, c2 = {s.x[2], s.y[2]}, c3 = {s.x[3], s.y[3]};
  const base::Pair a = u * c3;
  const base::Pair b = c2 + a;
  const base::Pair m = c1 + u * b;
  const base::Pair spine = c0 + u * m;
  const base::Pair first = m + u * (b + a);
  Placing at;
  at.segment = i;
  at.u = u;
  if constexpr (kCrossfall == Crossfall::flat) {
    at.spine = {spine, s.z[0]};
    at.axes = data.axes_at<kCrossfall>(i, {first, 0}, u);
  } else {
    const Axis z = axis_at(s.z, u);
    at.spine = {spine, s.z[0] + z.run};
    at.axes = data.axes_at<kCrossfall>(i, {first, z.first}, u);
  }
  return at;
}

template <Crossfall kCrossfall>
BACKLOT_INLINE WorldPoint place(const RibbonData& data, const Placing& at, double offset, double loft) {
  const base::Pair origin = {data.origin.x, data.origin.y};
  if constexpr (kCrossfall == Crossfall::flat) {
    const base::Pair xy = origin + (at.spine.xy + offset * at.axes.lateral.xy);
    return {xy[0], xy[1], data.origin.z + (at.spine.z + loft)};
  } else {
    const Split p = (at.spine + at.axes.lateral * offset) + at.axes.normal * loft;
    const base::Pair xy = origin + p.xy;
    return {xy[0], xy[1], data.origin.z + p.z};
  }
}

// Whether a point takes the short way: on the ribbon's length, with coordinates that are numbers.
BACKLOT_INLINE bool is_ordinary(const RibbonData& data, const RibbonPoint& p) {
  return p.distance >= 0 && p.distance <= data.length &&
         std::fabs(p.offset) + std::fabs(p.loft) <= kLargestCoordinate;
}

// The long way, for all others: past the ends the spine runs on straight; numbers that are none count as 0, too large ones
// are cut.
struct PlacedAnywhere {
  WorldPoint position;
  double heading_rad;
  Vec3 tangent, lateral, normal;
};
PlacedAnywhere place_anywhere(const RibbonData& data, const RibbonPoint& point);

}  // namespace backlot::geometry::internal
