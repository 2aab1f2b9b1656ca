#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "backlot/geometry/ribbon_segment.h"

namespace backlot::geometry::internal {

// A step this small, in metres, ends a search: the next one would be its square.
inline constexpr double kConverged_m = 1e-11;
// No search on one segment may evaluate the spine more often; halving alone gets there in 60.
inline constexpr int kIterationBound = 100;

// The place of a local minimum of the distance on one segment.
struct Foot {
  double u = 0;
  double distance2 = 0;
  int iterations = 0;
};

// Where |r| and the segment's curvature prove that the distance has one minimum on any stretch that keeps within
// `spread` of the place where r was taken: the gain stays positive.
inline bool is_one_basin(double curvature_bound, double r, double spread) {
  return curvature_bound * (r + spread) <= 0.95;
}

// Q' . r on [a, b] of a segment in Bernstein form, degree five: it crosses zero downwards at each minimum of the
// distance. Its values lie in the hull of its coefficients, so that signs prove what is absent.
struct Quintic {
  std::array<double, 6> c;

  int sign_changes() const;
  // The parts left and right of the middle.
  void split(Quintic& left, Quintic& right) const;
};
Quintic ahead_quintic(const Segment& segment, const Vec3& p, double a, double b);

// The minimum between a and b where Q' . r changes from + to - exactly once: Newton inside a bracket, halving where
// Newton does not help. Cannot leave [a, b], cannot diverge.
Foot bracketed_minimum(const Segment& segment, const Vec3& p, double a, double b);

// Calls visit(foot) for every minimum strictly between a and b, in growing or in falling order,
// until visit returns false. Returns the evaluations made.
enum class Order { forward, backward };
template <class Visit>
int for_each_minimum(const Segment& segment, const Vec3& p, double a, double b, Order order,
                     const Visit& visit) {
  struct Open {
    Quintic q;
    double a, b;
    int depth;
  };
  constexpr int kDeepest = 44;  // intervals of 1e-13 of a segment
  std::array<Open, kDeepest + 2> stack;
  std::size_t open = 0;
  int iterations = 1;
  stack[open++] = {ahead_quintic(segment, p, a, b), a, b, 0};
  while (open > 0) {
    const Open top = stack[--open];
    const int changes = top.q.sign_changes();
    if (changes == 0) continue;
    const bool falls = top.q.c[0] > 0 || (top.q.c[0] == 0 && top.q.c[5] < 0);
    if (changes == 1 || top.depth == kDeepest) {
      if (!falls) continue;  // one change upwards: a maximum
      Foot foot = bracketed_minimum(segment, p, top.a, top.b);
      iterations += foot.iterations;
      foot.iterations = iterations;
      if (!visit(foot)) return iterations;
      continue;
    }
    const double middle = 0.5 * (top.a + top.b);
    Open left{{}, top.a, middle, top.depth + 1}, right{{}, middle, top.b, top.depth + 1};
    top.q.split(left.q, right.q);
    ++iterations;
    stack[open++] = order == Order::forward ? right : left;
    stack[open++] = order == Order::forward ? left : right;
  }
  return iterations;
}

// The nearest point of the whole segment, from a guess. Newton first; where the curvature does not prove the answer
// to be the only one, all minima are isolated and compared.
Foot closest_on_segment(const Segment& segment, const Vec3& p, double guess);

}  // namespace backlot::geometry::internal
