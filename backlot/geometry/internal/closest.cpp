#include "backlot/geometry/internal/closest.h"

#include <algorithm>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::geometry::internal {

namespace {

Vec3 point_at(const Segment& s, double u) {
  BACKLOT_ASSERT(!std::isnan(u), "a parameter is a number");
  return {cubic_at(s.x, u), cubic_at(s.y, u), cubic_at(s.z, u)};
}

double distance2_at(const Segment& s, const Vec3& p, double u) {
  const Vec3 r = p - point_at(s, u);
  return dot(r, r);
}

// what rounding leaves of Q' . r at its zero
double rounding(const Vec3& r) { return 4e-16 * ((std::fabs(r.x) + std::fabs(r.y)) + (std::fabs(r.z) + 1)); }

}  // namespace

int Quintic::sign_changes() const {
  int changes = 0;
  double last = 0;
  for (const double value : c) {
    if (value == 0) continue;
    if (last * value < 0 || (last > 0 && value < 0) || (last < 0 && value > 0)) ++changes;
    last = value;
  }
  return changes;
}

void Quintic::split(Quintic& left, Quintic& right) const {
  std::array<double, 6> row = c;
  for (std::size_t k = 0; k < 6; ++k) {
    left.c[k] = row[0];
    right.c[5 - k] = row[5 - k];
    for (std::size_t i = 0; i + 1 < 6 - k; ++i) row[i] = 0.5 * (row[i] + row[i + 1]);
  }
}

Quintic ahead_quintic(const Segment& segment, const Vec3& p, double a, double b) {
  BACKLOT_ASSERT(a < b, "a quintic is that of an interval");
  // Bezier points of r and of Q' on [a, b]; all relative to p, so that nothing large cancels
  const double width = b - a;
  const Vec3 qa = point_at(segment, a), qb = point_at(segment, b);
  const Vec3 da = first_at(segment, a), db = first_at(segment, b);
  const std::array<Vec3, 4> r = {p - qa, p - (qa + da * (width / 3)), p - (qb - db * (width / 3)), p - qb};
  const std::array<Vec3, 3> d = {da, (r[1] - r[2]) * (3 / width), db};
  // the product of degrees 2 and 3: weights C(2,i) C(3,j) / C(5,i+j)
  return {{dot(d[0], r[0]),                                                        //
           0.6 * dot(d[0], r[1]) + 0.4 * dot(d[1], r[0]),                          //
           0.3 * dot(d[0], r[2]) + 0.6 * dot(d[1], r[1]) + 0.1 * dot(d[2], r[0]),  //
           0.1 * dot(d[0], r[3]) + 0.6 * dot(d[1], r[2]) + 0.3 * dot(d[2], r[1]),  //
           0.4 * dot(d[1], r[3]) + 0.6 * dot(d[2], r[2]),                          //
           dot(d[2], r[3])}};
}

Foot bracketed_minimum(const Segment& segment, const Vec3& p, double a, double b) {
  BACKLOT_ASSERT(a <= b, "a bracket is an interval");
  Foot foot;
  double u = 0.5 * (a + b);
  for (foot.iterations = 1; foot.iterations < kIterationBound; ++foot.iterations) {
    const Probe at = probe(segment, p, u);
    if (std::fabs(at.ahead) <= std::max(kConverged_m * at.gain, rounding(at.r))) break;
    (at.ahead > 0 ? a : b) = u;
    if (!(b - a > 1e-14 * (1 + std::fabs(u)))) break;
    // after a few steps every other one halves, which bounds the whole
    const double newton = u + at.ahead / at.gain;
    const bool halve =
        !(at.gain > 0) || !(newton > a && newton < b) || (foot.iterations > 8 && foot.iterations % 2 == 0);
    u = halve ? 0.5 * (a + b) : newton;
  }
  foot.u = u;
  foot.distance2 = distance2_at(segment, p, u);
  return foot;
}

Foot closest_on_segment(const Segment& segment, const Vec3& p, double guess) {
  const double h = segment.length;
  double u = guess > 0 ? (guess < h ? guess : h) : 0;
  int iterations = 0;
  for (; iterations < 8;) {
    const Probe at = probe(segment, p, u);
    ++iterations;
    if (!(at.gain > 0.02)) break;
    double next = u + at.ahead / at.gain;
    next = next > 0 ? (next < h ? next : h) : 0;
    if (std::fabs(at.ahead) <= kConverged_m * at.gain || next == u) {
      const double distance2 = dot(at.r, at.r);
      if (is_one_basin(segment.curvature_bound, std::sqrt(distance2), h)) return {u, distance2, iterations};
      break;
    }
    u = next;
  }
  // beyond the reach of the proof: compare all minima, and the ends where the way on leads out of the segment
  Foot best{0, std::numeric_limits<double>::infinity(), 0};
  const auto offer = [&best](const Foot& foot) {
    if (foot.distance2 < best.distance2) best = foot;
    return true;
  };
  if (probe(segment, p, 0).ahead <= 0) offer({0, distance2_at(segment, p, 0), 0});
  const int more = 2 + for_each_minimum(segment, p, 0, h, Order::forward, offer);
  if (probe(segment, p, h).ahead >= 0) offer({h, distance2_at(segment, p, h), 0});
  // rounding may hide a crossing next to an end from both; then the nearer end is it
  if (!(best.distance2 < std::numeric_limits<double>::infinity())) {
    offer({0, distance2_at(segment, p, 0), 0});
    offer({h, distance2_at(segment, p, h), 0});
  }
  best.iterations = iterations + more;
  return best;
}

}  // namespace backlot::geometry::internal
