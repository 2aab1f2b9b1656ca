#include "backlot/formats/way/internal/fit_spine.h"

#include <cmath>

#include "backlot/base/math.h"
#include "backlot/geometry/hermite.h"

namespace backlot::formats::way {

namespace {

// Arms that miss each other by less than a nanometre and a nanoradian face each other.
constexpr double kStraight = 1e-9;

// Rises by `rise` over `length` with the given slopes at the ends.
geometry::CubicProfile rise_of(double rise, double length, double start_slope, double end_slope) {
  if (rise == 0 && start_slope == 0 && end_slope == 0) return {};
  return {{geometry::hermite_record(0, length, 0, rise, start_slope, end_slope)}};
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
    const double chord = std::sqrt(ahead * ahead + left * left);
    const base::SinCos t = base::sin_cos(turn);
    geometry::PlanParametricCubic cubic;
    cubic.u = geometry::hermite(0, ahead, chord, chord * t.cos);
    cubic.v = geometry::hermite(0, left, 0, chord * t.sin);
    length = geometry::plan_length(cubic.u, cubic.v);
    spine.elements.push_back({cubic});
  }
  spine.elevation =
      rise_of(to.position.z - from.position.z, length, -base::tan(from.grade_rad), base::tan(to.grade_rad));
  return spine;
}

}  // namespace backlot::formats::way
