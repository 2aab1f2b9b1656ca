#include "backlot/geometry/ribbon.h"

#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/internal/exact_spine.h"
#include "backlot/geometry/internal/kernel.h"
#include "backlot/geometry/internal/locating.h"
#include "backlot/geometry/internal/segmentation.h"
#include "backlot/geometry/ribbon_placing.h"

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
  BACKLOT_ASSERT(data.segment_at(inside) < data.segments.size(), "the ribbon has no such segment");
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

base::Result<Ribbon> Ribbon::build(const RibbonDescription& description, const EdgesBetween& edges_between) {
  base::Result<internal::ExactSpine> spine = internal::ExactSpine::make(description, edges_between);
  if (!spine) return base::Result<Ribbon>::failure(std::move(spine).diagnostics());
  base::Diagnostics found = spine.diagnostics();

  Ribbon ribbon;
  ribbon.name_ = description.name;
  ribbon.data_.origin = spine->origin();
  ribbon.data_.edges = description.edges;
  ribbon.data_.banked_pose = internal::best_kernel().banked_pose;
  found.append(internal::segment_spine(*spine, description.name, ribbon.data_));
  if (found.has_errors()) return base::Result<Ribbon>::failure(std::move(found));

  ribbon.plant_tree();
  ribbon.repairs_ = spine->repairs();
  ribbon.plan_stations_ = spine->plan_stations();
  return base::Result<Ribbon>::success(std::move(ribbon), std::move(found));
}

void Ribbon::plant_tree() {
  internal::Capsules capsules;
  capsules.reserve(data_.segments.size());
  for (std::uint32_t i = 0; i < data_.segments.size(); ++i) {
    capsules.push_back(internal::capsule_of(data_.segments[i], {}, i));
  }
  tree_ = internal::CapsuleTree(std::move(capsules));
}

std::vector<double> Ribbon::knots() const {
  std::vector<double> knots;
  knots.reserve(data_.segments.size() + 1);
  for (const Segment& segment : data_.segments) knots.push_back(segment.start);
  knots.push_back(data_.length);
  return knots;
}

bool Ribbon::is_straight() const {
  const Segment& first = data_.segments.front();
  for (const Segment& s : data_.segments) {
    for (const auto& c : {s.x, s.y, s.z})
      if (std::fabs(c[2]) > 1e-15 || std::fabs(c[3]) > 1e-15) return false;
    if (std::fabs(s.x[1] - first.x[1]) > 1e-12 || std::fabs(s.y[1] - first.y[1]) > 1e-12 ||
        std::fabs(s.z[1] - first.z[1]) > 1e-12)
      return false;
  }
  return true;
}

Ribbon Ribbon::moved(double turn_rad, const Vec3& shift, std::string name) const {
  BACKLOT_ASSERT(std::isfinite(turn_rad), "a turn is a number");
  Ribbon out = *this;
  out.name_ = std::move(name);
  const base::SinCos turn = base::sin_cos(turn_rad);
  const auto turned = [&](double& x, double& y) {
    const double old = x;
    x = base::turned_x(turn, old, y);
    y = base::turned_y(turn, old, y);
  };

  // the origin stays at whole metres; what is left of its way goes to the segments
  WorldPoint origin = data_.origin;
  turned(origin.x, origin.y);
  origin = origin + shift;
  const auto whole = [](double value) { return std::floor(value + 0.5); };
  out.data_.origin = {whole(origin.x), whole(origin.y), whole(origin.z)};
  const Vec3 rest = origin - out.data_.origin;

  const bool is_turned = turn_rad != 0;
  for (Segment& s : out.data_.segments) {
    if (is_turned)
      for (std::size_t k = 0; k < 4; ++k) turned(s.x[k], s.y[k]);
    s.x[0] += rest.x;
    s.y[0] += rest.y;
    s.z[0] += rest.z;
  }
  if (is_turned) {
    for (internal::HeadingCurve& heading : out.data_.headings)
      heading.a[0] = base::wrap_angle(heading.a[0] + turn_rad);
  }
  for (std::size_t i = 0; i < out.data_.banked.size(); ++i) {
    internal::BankedSegment& banked = out.data_.banked[i];
    const Segment& s = out.data_.segments[i];
    for (std::size_t k = 0; k < 4; ++k) {
      if (is_turned) turned(banked.normal[k][0], banked.normal[k][1]);
      banked.spine[k][0] = s.x[k];
      banked.spine[k][1] = s.y[k];
      banked.spine[k][2] = s.z[k];
    }
    if (is_turned) banked.spine[0][3] = base::wrap_angle(banked.spine[0][3] + turn_rad);
  }
  out.plant_tree();
  return out;
}

RibbonFrame Ribbon::frame(double distance) const {
  const PlacedPose at = unpacked(internal::place_anywhere(data_, {distance, 0, 0}));
  return {at.position, at.tangent, at.lateral, at.normal};
}

double Ribbon::curvature(double distance) const {
  const double inside = internal::clamp_distance(distance, data_.length);
  const internal::Split lateral = internal::with_crossfall(data_.crossfall, [&](auto crossfall) {
    return internal::placing_inside<crossfall()>(data_, inside).axes.lateral;
  });
  return dot(bend_at(spine_at(data_, distance)), Vec3{lateral.xy[0], lateral.xy[1], lateral.z});
}

double Ribbon::vertical_curvature(double distance) const {
  return dot(bend_at(spine_at(data_, distance)), frame(distance).normal);
}

double Ribbon::speed(double distance) const { return norm(spine_at(data_, distance).first); }

std::size_t Ribbon::bytes() const {
  return sizeof(Ribbon) + data_.segments.capacity() * sizeof(Segment) +
         data_.headings.capacity() * sizeof(internal::HeadingCurve) +
         data_.banked.capacity() * sizeof(internal::BankedSegment) +
         data_.pieces.capacity() * sizeof(internal::Piece) + data_.bins.capacity() * sizeof(std::uint32_t) +
         tree_.bytes() + plan_stations_.capacity() * sizeof(PlanStation);
}

void place(const Ribbon& ribbon, std::span<const RibbonPoint> points, std::span<WorldPoint> places) {
  BACKLOT_CHECK(points.size() == places.size(), "one place for each point");
  internal::place_batch(internal::best_kernel(), ribbon, points, places);
}

}  // namespace backlot::geometry
