#include "backlot/geometry/internal/point_spline.h"

#include "backlot/base/assert.h"

namespace backlot::geometry::internal {

namespace {

// second derivatives at the knots: a tridiagonal system, solved forwards and back
std::vector<Vec3> second_derivatives(std::span<const double> knots, std::span<const Vec3> values) {
  BACKLOT_ASSERT(knots.size() == values.size() && knots.size() >= 2, "a spline has a knot for each value");
  const std::size_t n = values.size();
  std::vector<Vec3> m(n);
  if (n == 2) return m;
  std::vector<double> upper(n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = knots[i] - knots[i - 1];
    const double after = knots[i + 1] - knots[i];
    double diagonal = 2 * (before + after);
    if (i == 1) diagonal += before;     // m[0] = m[1]
    if (i + 2 == n) diagonal += after;  // m[n - 1] = m[n - 2]
    const Vec3 slope_change = (values[i + 1] - values[i]) / after - (values[i] - values[i - 1]) / before;
    const double lower = i == 1 ? 0 : before;
    const double pivot = diagonal - lower * upper[i - 1];
    upper[i] = after / pivot;
    m[i] = (6 * slope_change - lower * m[i - 1]) / pivot;
  }
  for (std::size_t i = n - 2; i-- > 1;) m[i] = m[i] - upper[i] * m[i + 1];
  m[0] = m[1];
  m[n - 1] = m[n - 2];
  return m;
}

}  // namespace

std::vector<VectorCubic> spline_through(std::span<const double> knots, std::span<const Vec3> values) {
  BACKLOT_CHECK(values.size() >= 2 && knots.size() == values.size(), "a spline needs two knots");
  const std::vector<Vec3> m = second_derivatives(knots, values);
  std::vector<VectorCubic> cubics;
  cubics.reserve(values.size() - 1);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const double width = knots[i + 1] - knots[i];
    const Vec3 chord = values[i + 1] - values[i];
    const double w2 = width * width;
    cubics.push_back({{values[i], chord - (w2 / 6) * (2 * m[i] + m[i + 1]), (w2 / 2) * m[i],
                       (w2 / 6) * (m[i + 1] - m[i])}});
  }
  return cubics;
}

}  // namespace backlot::geometry::internal
