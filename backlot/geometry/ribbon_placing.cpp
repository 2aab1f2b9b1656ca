#include "backlot/geometry/ribbon_placing.h"

#include "backlot/base/math.h"

namespace backlot::geometry::internal {

namespace {

// a finite number within kLargestCoordinate
double sane(double x) {
  if (std::fabs(x) <= kLargestCoordinate) return x;
  return x > 0 ? kLargestCoordinate : (x < 0 ? -kLargestCoordinate : 0);
}

}  // namespace

PackedPose banked_pose_scalar(const Segment& segment, const BankedSegment& banked, const WorldPoint& origin,
                              const RibbonPoint& point) {
  const double u = point.distance - segment.start;
  const SpinePlace at = spine_place<Crossfall::banked>(segment, u);
  const Placing placing = {0, u, at.spine, banked_axes(at.first, banked, u)};
  return packed(place<Crossfall::banked>(origin, placing, point.offset, point.loft), banked.heading_at(u),
                placing.axes);
}

PackedPose place_anywhere(const RibbonData& data, const RibbonPoint& point) {
  const double inside = clamp_distance(point.distance, data.length);
  return with_crossfall(data.crossfall, [&](auto crossfall) {
    Placing at = placing_inside<crossfall()>(data, inside);
    at.spine = at.spine + at.axes.tangent * sane(point.distance - inside);
    return packed(place<crossfall()>(data.origin, at, sane(point.offset), sane(point.loft)),
                  base::atan2(at.axes.tangent.xy[1], at.axes.tangent.xy[0]), at.axes);
  });
}

}  // namespace backlot::geometry::internal
