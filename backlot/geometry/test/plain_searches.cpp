#include "backlot/geometry/test/plain_searches.h"

#include <algorithm>
#include <cmath>

#include "backlot/geometry/ribbon_segment.h"

namespace backlot::geometry::test {

namespace {

internal::Probe probe_at(const Ribbon& ribbon, const WorldPoint& p, double d) {
  const internal::Segment& s = ribbon.data().segments[ribbon.data().segment_at(d)];
  return internal::probe(s, p - ribbon.data().origin, d - s.start);
}

double inside(const Ribbon& ribbon, double d) { return d > 0 ? std::min(d, ribbon.length()) : 0; }

}  // namespace

double plain_newton(const Ribbon& ribbon, const WorldPoint& p, double start) {
  double d = start;
  for (int i = 0; i < 20; ++i) {
    const internal::Probe at = probe_at(ribbon, p, d);
    d = inside(ribbon, d + at.ahead / at.gain);
  }
  return d;
}

double plain_quadratic(const Ribbon& ribbon, const WorldPoint& p, double low, double high) {
  const auto square = [&](double d) {
    const internal::Probe at = probe_at(ribbon, p, d);
    return dot(at.r, at.r);
  };
  double d[3] = {low, 0.5 * (low + high), high};
  double f[3] = {square(d[0]), square(d[1]), square(d[2])};
  double best = d[1];
  for (int i = 0; i < 20; ++i) {
    // the lowest point of the parabola through the three
    const double y12 = d[0] * d[0] - d[1] * d[1], y23 = d[1] * d[1] - d[2] * d[2],
                 y31 = d[2] * d[2] - d[0] * d[0];
    const double s12 = d[0] - d[1], s23 = d[1] - d[2], s31 = d[2] - d[0];
    const double below = 2 * (s23 * f[0] + s31 * f[1] + s12 * f[2]);
    if (below == 0) break;
    const double next = inside(ribbon, (y23 * f[0] + y31 * f[1] + y12 * f[2]) / below);
    // it takes the place of the worst of the three
    const auto worst = static_cast<std::size_t>(std::max_element(f, f + 3) - f);
    d[worst] = next;
    f[worst] = square(next);
    best = d[std::min_element(f, f + 3) - f];
  }
  return best;
}

bool finds(const ReferenceFoot& expected, double distance) {
  return std::fabs(distance - expected.distance) <= 1e-6 / std::min(1.0, std::max(expected.gain, 1e-3));
}

}  // namespace backlot::geometry::test
