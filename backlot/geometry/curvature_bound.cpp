#include "backlot/geometry/curvature_bound.h"

#include "backlot/geometry/ribbon_placing.h"

namespace backlot::geometry {

namespace {

constexpr double kOfSpeed = 1.05;  // a metre of distance is a metre of the spine but for a hundredth

}  // namespace

double curvature_bound(const Ribbon& ribbon, double distance) {
  const internal::RibbonData& data = ribbon.data();
  const std::uint32_t segment = data.segment_at(internal::clamp_distance(distance, data.length));
  return kOfSpeed * data.segments[segment].curvature_bound;
}

}  // namespace backlot::geometry
