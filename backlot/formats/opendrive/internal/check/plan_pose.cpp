#include "backlot/formats/opendrive/internal/check/plan_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::opendrive {

namespace {

struct Node {
  double at, weight;  // on [-1, 1]
};
constexpr std::array<Node, 5> kGauss = {{{-0.9061798459386640, 0.2369268850561891},
                                         {-0.5384693101056831, 0.4786286704993665},
                                         {0.0, 0.5688888888888889},
                                         {0.5384693101056831, 0.4786286704993665},
                                         {0.9061798459386640, 0.2369268850561891}}};

// The integral of a smooth function over equal panels.
template <class Function>
double integral(double from, double to, int panels, Function f) {
  BACKLOT_ASSERT(panels > 0, "an integral is a sum of panels");
  double sum = 0;
  const double half = (to - from) / (2 * panels);
  for (int i = 0; i < panels; ++i) {
    const double middle = from + (2 * i + 1) * half;
    for (const Node& node : kGauss) sum += node.weight * half * f(middle + half * node.at);
  }
  return sum;
}

// Ahead by u and to the left by v of a pose.
Pose moved(const Pose& start, double u, double v, double turn_rad) {
  const base::SinCos turn = base::sin_cos(start.heading_rad);
  return {start.x + base::turned_x(turn, u, v), start.y + base::turned_y(turn, u, v),
          start.heading_rad + turn_rad};
}

// Half a radian in a panel is accurate to 1e-9 of the length. A curve that turns ten times is no road: there the answer is rough,
// and costs no more.
constexpr double kPanel_rad = 0.5, kMostTurned_rad = 60;

Pose spiral_end(const Pose& start, double length, double k0, double k1) {
  const double rate = length > 0 ? (k1 - k0) / length : 0;
  const auto heading = [&](double s) { return s * (k0 + 0.5 * s * rate); };
  const double turned = std::max(std::abs(k0), std::abs(k1)) * length;
  const int panels =
      static_cast<int>(std::ceil(std::clamp(turned, kPanel_rad, kMostTurned_rad) / kPanel_rad));
  const double u = integral(0, length, panels, [&](double s) { return base::cos(heading(s)); });
  const double v = integral(0, length, panels, [&](double s) { return base::sin(heading(s)); });
  return moved(start, u, v, heading(length));
}

double cubic(double a, double b, double c, double d, double p) { return a + p * (b + p * (c + p * d)); }
double slope(double b, double c, double d, double p) { return b + p * (2 * c + p * 3 * d); }

Pose poly3_end(const Pose& start, double length, const Poly3& curve) {
  const auto speed = [&curve](double u) {
    const double rise = slope(curve.b, curve.c, curve.d, u);
    return std::sqrt(1 + rise * rise);
  };
  // the u at which the curve has its length: between 0 and that length
  double low = 0, high = length;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (integral(0, middle, 32, speed) < length ? low : high) = middle;
  }
  return moved(start, low, cubic(curve.a, curve.b, curve.c, curve.d, low),
               base::atan(slope(curve.b, curve.c, curve.d, low)));
}

Pose param_poly3_end(const Pose& start, double p, const ParamPoly3& curve) {
  return moved(
      start, cubic(curve.a_u, curve.b_u, curve.c_u, curve.d_u, p),
      cubic(curve.a_v, curve.b_v, curve.c_v, curve.d_v, p),
      base::atan2(slope(curve.b_v, curve.c_v, curve.d_v, p), slope(curve.b_u, curve.c_u, curve.d_u, p)));
}

}  // namespace

Pose start_pose(const Geometry& geometry) {
  Pose pose{geometry.x, geometry.y, geometry.heading_rad};
  if (const auto* curve = std::get_if<ParamPoly3>(&geometry.shape)) {
    // from its own start, which need not be that of the geometry
    pose = param_poly3_end(pose, 0, *curve);
  } else if (const auto* graph = std::get_if<Poly3>(&geometry.shape)) {
    pose = moved(pose, 0, graph->a, base::atan(graph->b));
  }
  return pose;
}

Pose end_pose(const Geometry& geometry) {
  const Pose start{geometry.x, geometry.y, geometry.heading_rad};
  const double length = geometry.length_m;
  if (const auto* arc = std::get_if<Arc>(&geometry.shape))
    return spiral_end(start, length, arc->curvature, arc->curvature);
  if (const auto* spiral = std::get_if<Spiral>(&geometry.shape))
    return spiral_end(start, length, spiral->curvature_start, spiral->curvature_end);
  if (const auto* graph = std::get_if<Poly3>(&geometry.shape)) return poly3_end(start, length, *graph);
  if (const auto* curve = std::get_if<ParamPoly3>(&geometry.shape))
    return param_poly3_end(start, last_parameter(geometry, *curve), *curve);
  return moved(start, length, 0, 0);
}

Pose road_pose(const Road& road, bool at_end) {
  if (road.plan_view.empty()) return {};
  return at_end ? end_pose(road.plan_view.back()) : start_pose(road.plan_view.front());
}

double curve_length(const ParamPoly3& curve, double from, double to) {
  BACKLOT_ASSERT(!std::isnan(from) && !std::isnan(to), "parameters of a curve are numbers");
  return integral(from, to, 32, [&curve](double p) {
    const double u = slope(curve.b_u, curve.c_u, curve.d_u, p), v = slope(curve.b_v, curve.c_v, curve.d_v, p);
    return std::sqrt(u * u + v * v);
  });
}

double last_parameter(const Geometry& geometry, const ParamPoly3& curve) {
  return curve.range == ParameterRange::normalized ? 1 : geometry.length_m;
}

}  // namespace backlot::formats::opendrive
