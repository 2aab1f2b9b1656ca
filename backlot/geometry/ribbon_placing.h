// Inside a ribbon, for its inline functions: the forward mapping. Callers use ribbon.h.
#pragma once

#include "backlot/geometry/ribbon_data.h"

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

// A place on the spine and Q' there.
struct SpinePlace {
  Split spine, first;
};

template <Crossfall kCrossfall>
BACKLOT_INLINE SpinePlace spine_place(const Segment& s, double u) {
  const base::Pair c0 = {s.x[0], s.y[0]}, c1 = {s.x[1], s.y[1]}, c2 = {s.x[2], s.y[2]}, c3 = {s.x[3], s.y[3]};
  const base::Pair a = u * c3;
  const base::Pair b = c2 + a;
  const base::Pair m = c1 + u * b;
  const base::Pair spine = c0 + u * m;
  const base::Pair first = m + u * (b + a);
  if constexpr (kCrossfall == Crossfall::flat) return {{spine, s.z[0]}, {first, 0}};
  const Axis z = axis_at(s.z, u);
  return {{spine, s.z[0] + z.run}, {first, z.first}};
}

// For distances in [0, length].
template <Crossfall kCrossfall>
BACKLOT_INLINE Placing placing_inside(const RibbonData& data, double distance) {
  const std::uint32_t i = data.segment_at(distance);
  const double u = distance - data.segments[i].start;
  const SpinePlace at = spine_place<kCrossfall>(data.segments[i], u);
  return {i, u, at.spine, data.axes_at<kCrossfall>(i, at.first, u)};
}

// In the world.
template <Crossfall kCrossfall>
BACKLOT_INLINE Split place(const WorldPoint& origin, const Placing& at, double offset, double loft) {
  const base::Pair origin_xy = {origin.x, origin.y};
  if constexpr (kCrossfall == Crossfall::flat)
    return {origin_xy + (at.spine.xy + offset * at.axes.lateral.xy), origin.z + (at.spine.z + loft)};
  const Split p = (at.spine + at.axes.lateral * offset) + at.axes.normal * loft;
  return {origin_xy + p.xy, origin.z + p.z};
}

// Whether a point takes the short way: on the ribbon's length, with coordinates that are numbers.
BACKLOT_INLINE bool is_ordinary(const RibbonData& data, const RibbonPoint& p) {
  return p.distance >= 0 && p.distance <= data.length &&
         std::fabs(p.offset) + std::fabs(p.loft) <= kLargestCoordinate;
}

BACKLOT_INLINE PackedPose packed(const Split& position, double heading_rad, const Axes& axes) {
  const auto& [tangent, lateral, normal] = axes;
  return {position.xy,
          base::Pair{position.z, heading_rad},
          tangent.xy,
          base::Pair{tangent.z, lateral.xy[0]},
          base::Pair{lateral.xy[1], lateral.z},
          normal.xy,
          normal.z};
}

// The BankedPose that every processor can run.
PackedPose banked_pose_scalar(const Segment& segment, const BankedSegment& banked, const WorldPoint& origin,
                              const RibbonPoint& point);

// The long way, for all points that are not ordinary: past the ends the spine runs on straight; NaN counts as 0, too
// large numbers are cut.
PackedPose place_anywhere(const RibbonData& data, const RibbonPoint& point);

// Position, heading and frame of any point.
BACKLOT_INLINE PackedPose packed_pose(const RibbonData& data, const RibbonPoint& point) {
  if (!is_ordinary(data, point) || data.is_steep) [[unlikely]]
    return place_anywhere(data, point);
  if (data.crossfall == Crossfall::banked) {
    const std::uint32_t i = data.segment_at(point.distance);
    return data.banked_pose(data.segments[i], data.banked[i], data.origin, point);
  }
  const auto pose = [&](auto crossfall) {
    const Placing at = placing_inside<crossfall()>(data, point.distance);
    return packed(place<crossfall()>(data.origin, at, point.offset, point.loft),
                  data.headings[at.segment].at(at.u), at.axes);
  };
  return data.crossfall == Crossfall::flat ? pose(Constant<Crossfall::flat>{})
                                           : pose(Constant<Crossfall::level>{});
}

}  // namespace backlot::geometry::internal
