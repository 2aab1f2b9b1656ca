#include "backlot/geometry/ribbon.h"

#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/internal/exact_spine.h"
#include "backlot/geometry/internal/kernel.h"
#include "backlot/geometry/internal/locating.h"
#include "backlot/geometry/internal/placing.h"
#include "backlot/geometry/internal/segmentation.h"

namespace backlot::geometry {

using internal::RibbonData;
using internal::Segment;

namespace {

// the spine at a distance, extended straight beyond the ends
struct SpineAt {
  const Segment* segment;
  double u;
  Vec3 first, half;
};

SpineAt spine_at(const RibbonData& data, double distance) {
  const double inside = internal::clamp_distance(distance, data.length);
  const Segment& s = data.segments[data.segment_at(inside)];
  const double u = inside - s.start;
  const internal::Axis x = internal::axis_at(s.x, u), y = internal::axis_at(s.y, u),
                       z = internal::axis_at(s.z, u);
  return {&s, u, {x.first, y.first, z.first}, {x.half, y.half, z.half}};
}

// Q'' without its part along the spine, per metre of true length
Vec3 bend_at(const SpineAt& at) {
  const double speed2 = dot(at.first, at.first);
  const Vec3 second = 2 * at.half;
  return (second - at.first * (dot(at.first, second) / speed2)) / speed2;
}

}  // namespace

double RibbonFrame::heading_rad() const { return base::atan2(tangent.y, tangent.x); }

double RibbonFrame::grade_rad() const {
  return base::atan2(tangent.z, std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y));
}

double RibbonFrame::bank_rad() const {
  // against the frame that is level across: lateral0 = (-t.y, t.x, 0) and normal0 = tangent x lateral0
  const Vec3 level = {-tangent.y, tangent.x, 0};
  return base::atan2(dot(lateral, cross(tangent, level)), dot(lateral, level));
}

base::Result<Ribbon> Ribbon::build(const RibbonDescription& description) {
  base::Result<internal::ExactSpine> spine = internal::ExactSpine::make(description);
  if (!spine) return base::Result<Ribbon>::failure(std::move(spine).diagnostics());
  base::Diagnostics found = spine.diagnostics();

  Ribbon ribbon;
  ribbon.name_ = description.name;
  ribbon.data_.origin = spine->origin();
  ribbon.data_.edges = description.edges;
  found.append(internal::segment_spine(*spine, description.name, ribbon.data_));
  if (found.has_errors()) return base::Result<Ribbon>::failure(std::move(found));

  internal::Capsules capsules;
  capsules.reserve(ribbon.data_.segments.size());
  for (std::uint32_t i = 0; i < ribbon.data_.segments.size(); ++i) {
    capsules.push_back(internal::capsule_of(ribbon.data_.segments[i], {}, i));
  }
  ribbon.tree_ = internal::CapsuleTree(std::move(capsules));
  ribbon.repairs_ = spine->repairs();
  return base::Result<Ribbon>::success(std::move(ribbon), std::move(found));
}

RibbonFrame Ribbon::frame(double distance) const {
  const internal::PlacedAnywhere at = internal::place_anywhere(data_, {distance, 0, 0});
  return {at.position, at.tangent, at.lateral, at.normal};
}

double Ribbon::curvature(double distance) const {
  return dot(bend_at(spine_at(data_, distance)), frame(distance).lateral);
}

double Ribbon::vertical_curvature(double distance) const {
  return dot(bend_at(spine_at(data_, distance)), frame(distance).normal);
}

double Ribbon::speed(double distance) const { return norm(spine_at(data_, distance).first); }

std::size_t Ribbon::bytes() const {
  return sizeof(Ribbon) + data_.segments.capacity() * sizeof(Segment) +
         data_.headings.capacity() * sizeof(internal::HeadingCurve) +
         data_.normals.capacity() * sizeof(internal::NormalCubic) +
         data_.pieces.capacity() * sizeof(internal::Piece) + data_.bins.capacity() * sizeof(std::uint32_t) +
         tree_.bytes();
}

void place(const Ribbon& ribbon, std::span<const RibbonPoint> points, std::span<WorldPoint> places) {
  BACKLOT_CHECK(points.size() == places.size(), "one place for each point");
  internal::place_batch(internal::best_kernel(), ribbon, points, places);
}

}  // namespace backlot::geometry
