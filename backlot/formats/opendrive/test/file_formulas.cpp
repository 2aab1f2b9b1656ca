#include "backlot/formats/opendrive/test/file_formulas.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>
#include <vector>

namespace backlot::opendrive {

namespace {

struct Pose {
  double x = 0, y = 0, heading = 0;
  double rate = 1;  // metres of plan for a metre of s
};

// The last record that begins at s or before; the value is 0 before the first.
template <class Record>
const Record* record_at(const std::vector<Record>& records, double s) {
  const Record* last = nullptr;
  for (const Record& record : records)
    if (record.s <= s && (last == nullptr || record.s >= last->s)) last = &record;
  return last;
}

double value_at(const std::vector<Cubic>& records, double s) {
  const Cubic* record = record_at(records, s);
  if (record == nullptr) return 0;
  const double d = s - record->s;
  return record->a + record->b * d + record->c * d * d + record->d * d * d * d;
}

double slope_at(const std::vector<Cubic>& records, double s) {
  const Cubic* record = record_at(records, s);
  if (record == nullptr) return 0;
  const double d = s - record->s;
  return record->b + 2 * record->c * d + 3 * record->d * d * d;
}

// Simpson's rule in n parts.
template <class F>
double simpson(double a, double b, int n, F&& f) {
  const double h = (b - a) / n;
  double sum = f(a) + f(b);
  for (int i = 1; i < n; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(a + i * h);
  return sum * h / 3;
}

Pose along_spiral(double length, double from, double to, double d) {
  const double rate = length > 0 ? (to - from) / length : 0;
  const auto heading = [&](double u) { return from * u + 0.5 * rate * u * u; };
  const int n = 2 * std::max(20, static_cast<int>(std::ceil(d)));
  return {simpson(0, d, n, [&](double u) { return std::cos(heading(u)); }),
          simpson(0, d, n, [&](double u) { return std::sin(heading(u)); }), heading(d)};
}

// u(p), v(p) by arc length: `share` of the length up to `end`, or an arc length of its own where `end` is open.
struct ParametricCubic {
  double u[4], v[4];

  double at(const double* c, double p) const { return c[0] + p * (c[1] + p * (c[2] + p * c[3])); }
  double first(const double* c, double p) const { return c[1] + p * (2 * c[2] + p * 3 * c[3]); }
  double speed(double p) const { return std::hypot(first(u, p), first(v, p)); }
  double length(double to) const {
    return simpson(0, to, 400, [&](double p) { return speed(p); });
  }
  double parameter(double arc, double guess) const {
    double p = guess;
    for (int i = 0; i < 30; ++i) p -= (length(p) - arc) / speed(p);
    return p;
  }
  Pose pose(double p) const {
    const double du = first(u, p), dv = first(v, p);
    return {at(u, p), at(v, p), std::atan2(dv, du)};
  }
};

Pose local_pose(const Geometry& geometry, double d) {
  return std::visit(
      [&](const auto& shape) -> Pose {
        using T = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<T, Line>) {
          return {d, 0, 0};
        } else if constexpr (std::is_same_v<T, Arc>) {
          const double k = shape.curvature;
          if (k == 0) return {d, 0, 0};
          return {std::sin(k * d) / k, (1 - std::cos(k * d)) / k, k * d};
        } else if constexpr (std::is_same_v<T, Spiral>) {
          return along_spiral(geometry.length_m, shape.curvature_start, shape.curvature_end, d);
        } else if constexpr (std::is_same_v<T, Poly3>) {
          const ParametricCubic curve{{0, 1, 0, 0}, {shape.a, shape.b, shape.c, shape.d}};
          return curve.pose(curve.parameter(d, d));
        } else {
          const ParametricCubic curve{{shape.a_u, shape.b_u, shape.c_u, shape.d_u},
                                      {shape.a_v, shape.b_v, shape.c_v, shape.d_v}};
          const double end = shape.range == ParameterRange::normalized ? 1 : geometry.length_m;
          const double whole = curve.length(end), share = d / geometry.length_m;
          Pose pose = curve.pose(curve.parameter(share * whole, share * end));
          pose.rate = whole / geometry.length_m;
          return pose;
        }
      },
      geometry.shape);
}

}  // namespace

namespace {

geometry::WorldPoint place_of_file(const Road& road, const Geometry& geometry, double s, double t) {
  const Pose local = local_pose(geometry, s - geometry.s);
  const double c = std::cos(geometry.heading_rad), n = std::sin(geometry.heading_rad);
  const double x = geometry.x + c * local.x - n * local.y, y = geometry.y + n * local.x + c * local.y;
  const double heading = geometry.heading_rad + local.heading;

  const double pitch = std::atan(slope_at(road.elevation, s) / local.rate);
  const double roll = value_at(road.lateral.superelevation, s);
  const double ch = std::cos(heading), sh = std::sin(heading), cp = std::cos(pitch), sp = std::sin(pitch);
  // the level lateral, and the normal across it and the tangent (ch cp, sh cp, sp)
  const double lateral[3] = {-sh, ch, 0};
  const double normal[3] = {-sp * ch, -sp * sh, cp};
  double banked[3];
  for (int i = 0; i < 3; ++i) banked[i] = std::cos(roll) * lateral[i] + std::sin(roll) * normal[i];
  return {x + t * banked[0], y + t * banked[1], value_at(road.elevation, s) + t * banked[2]};
}

}  // namespace

FilePoint point_of_file(const Road& road, double s, double t) {
  constexpr double kStep_m = 1e-3;
  const Geometry& geometry = *record_at(road.plan_view, s);
  const auto run = [&](double at) {
    return place_of_file(road, geometry, s + kStep_m, at) - place_of_file(road, geometry, s - kStep_m, at);
  };
  const geometry::Vec3 along = run(0);
  const double advance = dot(run(t), along) / dot(along, along);
  return {place_of_file(road, geometry, s, t), advance};
}

std::vector<LaneSpan> lanes_of_file(const Road& road, double s) {
  const LaneSection* section = record_at(road.sections, s);
  std::vector<LaneSpan> spans;
  if (section == nullptr) return spans;
  const double centre = value_at(road.lane_offsets, s);
  for (const bool is_left : {true, false}) {
    std::vector<const Lane*> lanes;
    for (const Lane& lane : is_left ? section->left : section->right) lanes.push_back(&lane);
    std::sort(lanes.begin(), lanes.end(),
              [](const Lane* a, const Lane* b) { return std::abs(a->id) < std::abs(b->id); });
    double reach = 0;
    for (const Lane* lane : lanes) {
      const double inner = reach;
      if (!lane->widths.empty() || lane->borders.empty())
        reach += value_at(lane->widths, s - section->s);
      else
        reach = std::fabs(value_at(lane->borders, s - section->s));
      if (is_left)
        spans.push_back({lane->id, centre + reach, centre + inner});
      else
        spans.push_back({lane->id, centre - inner, centre - reach});
    }
  }
  return spans;
}

}  // namespace backlot::opendrive
