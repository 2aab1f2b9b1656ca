#include "backlot/geometry/ribbon_segment.h"

#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::geometry::internal {

namespace {

// the heading at u less that of `from`
double turn_since(const Vec3& from, const Segment& s, double u) {
  BACKLOT_ASSERT(!std::isnan(u), "a parameter is a number");
  const Vec3 to = first_at(s, u);
  return base::atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
}

}  // namespace

HeadingCurve HeadingCurve::of(const Segment& segment) {
  // interpolated at the Chebyshev points, by divided differences, then as powers of u
  constexpr std::size_t kTerms = 6;
  const double half = 0.5 * segment.length;
  const Vec3 middle = first_at(segment, half);
  std::array<double, kTerms> node{}, c{};
  for (std::size_t k = 0; k < kTerms; ++k) {
    node[k] = half + half * base::cos(base::kPi * (2.0 * static_cast<double>(k) + 1) / (2.0 * kTerms));
    c[k] = turn_since(middle, segment, node[k]);
  }
  for (std::size_t j = 1; j < kTerms; ++j) {
    for (std::size_t i = kTerms; i-- > j;) c[i] = (c[i] - c[i - 1]) / (node[i] - node[i - j]);
  }
  HeadingCurve curve{};
  for (std::size_t i = kTerms; i-- > 0;) {
    for (std::size_t k = kTerms; k-- > 1;) curve.a[k] = curve.a[k - 1] - node[i] * curve.a[k];
    curve.a[0] = c[i] - node[i] * curve.a[0];
  }
  curve.a[0] += base::atan2(middle.y, middle.x);

  // between the points it must hold as well
  constexpr int kChecks = 33;
  constexpr double kOff_rad = 2e-8;
  for (int k = 0; k < kChecks; ++k) {
    const double u = segment.length * k / (kChecks - 1);
    const Vec3 to = first_at(segment, u);
    const double off = base::wrap_angle(curve.at(u) - base::atan2(to.y, to.x));
    if (!(std::fabs(off) <= kOff_rad)) {
      curve.a[0] = std::numeric_limits<double>::quiet_NaN();
      break;
    }
  }
  return curve;
}

}  // namespace backlot::geometry::internal
