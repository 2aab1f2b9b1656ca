#include "backlot/formats/way/internal/fit_spine.h"

#include <array>
#include <cmath>

#include "backlot/base/math.h"

namespace backlot::way {

namespace {

using geometry::PlanParametricCubic;

// Arms that miss each other by less than a nanometre and a nanoradian face each other.
constexpr double kStraight = 1e-9;

// Hermite's cubic from 0 to `end` with the given derivatives, by powers of the parameter from 0 to 1.
std::array<double, 4> hermite(double end, double start_slope, double end_slope) {
  return {0, start_slope, 3 * end - 2 * start_slope - end_slope, start_slope + end_slope - 2 * end};
}

double speed_at(const PlanParametricCubic& cubic, double p) {
  const auto slope = [p](const std::array<double, 4>& c) { return c[1] + p * (2 * c[2] + p * (3 * c[3])); };
  return std::hypot(slope(cubic.u), slope(cubic.v));
}

// By Gauss and Legendre's rule of three points on equal panels: far below a millimetre for any bend of a road.
double plan_length(const PlanParametricCubic& cubic) {
  constexpr int kPanels = 64;
  constexpr double kNode = 0.7745966692414834;  // sqrt(3/5)
  double sum = 0;
  for (int i = 0; i < kPanels; ++i) {
    const double half = 0.5 / kPanels;
    const double middle = (2 * i + 1) * half;
    sum += half *
           (5 * speed_at(cubic, middle - half * kNode) + 8 * speed_at(cubic, middle) +
            5 * speed_at(cubic, middle + half * kNode)) /
           9;
  }
  return sum;
}

// Rises by `rise` over `length` with the given slopes at the ends.
geometry::CubicProfile rise_of(double rise, double length, double start_slope, double end_slope) {
  if (rise == 0 && start_slope == 0 && end_slope == 0) return {};
  const auto c = hermite(rise, start_slope * length, end_slope * length);
  return {{{.from = 0,
            .a = 0,
            .b = c[1] / length,
            .c = c[2] / (length * length),
            .d = c[3] / (length * length * length)}}};
}

}  // namespace

geometry::PlanSpine fit_spine(const network::ArmPlace& from, const network::ArmPlace& to) {
  geometry::PlanSpine spine;
  // Out of the intersection; by the turn that keeps the number small, so that 180 deg gives 0 to the last bit.
  const double inward = base::wrap_angle(from.heading_rad);
  const double heading = inward > 0 ? inward - base::kPi : inward + base::kPi;
  spine.start = {from.position.x, from.position.y, heading};
  spine.base_z = from.position.z;

  // The far end as seen from the start.
  const base::SinCos back = base::sin_cos(-heading);
  const double dx = to.position.x - from.position.x;
  const double dy = to.position.y - from.position.y;
  const double ahead = base::turned_x(back, dx, dy);
  const double left = base::turned_y(back, dx, dy);
  const double turn = base::wrap_angle(to.heading_rad - heading);

  double length = ahead;
  if (ahead > 0 && std::fabs(left) < kStraight && std::fabs(turn) < kStraight) {
    spine.elements.push_back({geometry::PlanLine{ahead}});
  } else {
    const double chord = std::hypot(ahead, left);
    const base::SinCos t = base::sin_cos(turn);
    PlanParametricCubic cubic;
    cubic.u = hermite(ahead, chord, chord * t.cos);
    cubic.v = hermite(left, 0, chord * t.sin);
    length = plan_length(cubic);
    spine.elements.push_back({cubic});
  }
  spine.elevation =
      rise_of(to.position.z - from.position.z, length, -base::tan(from.grade_rad), base::tan(to.grade_rad));
  return spine;
}

}  // namespace backlot::way
