#include "backlot/formats/opendrive/internal/export/ribbon_plan.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kShortestPiece_m = 1e-3;
constexpr double kFlat = 1e-9;  // heights and angles below this count as zero

// The cubic with these values and slopes at both ends.
geometry::CubicRecord hermite(double from, double length, double a, double slope_a, double b,
                              double slope_b) {
  BACKLOT_ASSERT(length > 0, "a piece has a length");
  const double rise = (b - a) / length;
  return {from, a, slope_a, (3 * rise - 2 * slope_a - slope_b) / length,
          (slope_a + slope_b - 2 * rise) / (length * length)};
}

// From frame to frame, over a distance along the spine: the cubic of the spine seen from above.
geometry::PlanElement element_between(const geometry::RibbonFrame& a, const geometry::RibbonFrame& b,
                                      double speed_a, double speed_b) {
  const double heading = std::atan2(a.tangent.y, a.tangent.x);
  const double c = std::cos(heading), s = std::sin(heading);
  const double du = c * (b.position.x - a.position.x) + s * (b.position.y - a.position.y);
  const double dv = c * (b.position.y - a.position.y) - s * (b.position.x - a.position.x);
  const double u0 = speed_a * std::hypot(a.tangent.x, a.tangent.y);
  const double u1 = speed_b * (c * b.tangent.x + s * b.tangent.y);
  const double v1 = speed_b * (c * b.tangent.y - s * b.tangent.x);
  geometry::PlanElement element;
  element.start = geometry::PlanPose{a.position.x, a.position.y, heading};
  element.shape = geometry::PlanParametricCubic{
      1, {0, u0, 3 * du - 2 * u0 - u1, u0 + u1 - 2 * du}, {0, 0, 3 * dv - v1, v1 - 2 * dv}};
  return element;
}

double grade_of(const geometry::RibbonFrame& frame) {
  return frame.tangent.z / std::max(std::hypot(frame.tangent.x, frame.tangent.y), 1e-6);
}

}  // namespace

RibbonPlan plan_of(const geometry::Ribbon& ribbon, double from, double to) {
  BACKLOT_ASSERT(from < to, "a part of a ribbon has a length");
  std::vector<double> knots{from};
  for (const double knot : ribbon.knots())
    if (knot > from + kShortestPiece_m && knot < to - kShortestPiece_m &&
        knot > knots.back() + kShortestPiece_m)
      knots.push_back(knot);
  knots.push_back(to);

  RibbonPlan out;
  out.stations.push_back({0, 0});
  bool is_level = true, is_banked = false;
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const double length = knots[i + 1] - knots[i];
    const geometry::RibbonFrame a = ribbon.frame(knots[i]), b = ribbon.frame(knots[i + 1]);
    out.spine.elements.push_back(
        element_between(a, b, length * ribbon.speed(knots[i]), length * ribbon.speed(knots[i + 1])));
    const double plan = out.stations.back().plan;
    const double run = std::max(geometry::plan_length(out.spine.elements.back()), 1e-6);
    out.spine.elevation.records.push_back(
        hermite(plan, run, a.position.z, grade_of(a), b.position.z, grade_of(b)));
    out.spine.bank_rad.records.push_back({plan, a.bank_rad(), (b.bank_rad() - a.bank_rad()) / run, 0, 0});
    is_level = is_level && std::fabs(a.position.z) < kFlat && std::fabs(b.position.z) < kFlat &&
               std::fabs(a.tangent.z) < kFlat && std::fabs(b.tangent.z) < kFlat;
    is_banked = is_banked || std::fabs(a.bank_rad()) > kFlat || std::fabs(b.bank_rad()) > kFlat;
    out.stations.push_back({plan + run, knots[i + 1] - from});
  }
  if (is_level) out.spine.elevation.records.clear();
  if (!is_banked) out.spine.bank_rad.records.clear();
  return out;
}

geometry::CubicProfile by_plan(const geometry::CubicProfile& profile, double from, double length,
                               const std::vector<geometry::PlanStation>& stations) {
  BACKLOT_ASSERT(length > 0 && stations.size() >= 2, "a stretch has a length, and stations at its ends");
  const double start = geometry::plan_at_distance(stations, from);
  geometry::CubicProfile out;
  for (std::size_t i = 0; i < profile.records.size(); ++i) {
    const geometry::CubicRecord& r = profile.records[i];
    const double until = std::max(r.from + kShortestPiece_m,
                                  i + 1 < profile.records.size() ? profile.records[i + 1].from : length);
    const double at = geometry::plan_at_distance(stations, from + r.from);
    const double run = geometry::plan_at_distance(stations, from + until) - at;
    const double rate = run > 0 ? (until - r.from) / run : 1;
    out.records.push_back({at - start, r.a, r.b * rate, r.c * rate * rate, r.d * rate * rate * rate});
  }
  return out;
}

}  // namespace backlot::formats::opendrive
