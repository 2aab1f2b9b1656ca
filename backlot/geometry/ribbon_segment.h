// Inside a ribbon, for its inline functions: one cubic of the spine, and numbers in pairs. Callers use ribbon.h.
#pragma once

#include "backlot/base/inline.h"
#include "backlot/base/math.h"
#include "backlot/geometry/vec3.h"

namespace backlot::geometry::internal {

// One cubic of a spine, in metres from its start: x(u) = x[0] + u (x[1] + u (x[2] + u x[3])), relative to the ribbon's
// origin. Two cache lines, with all that a query with a hint needs.
struct alignas(64) Segment {
  double x[4], y[4], z[4];
  double start;            // distance on the ribbon at u = 0
  double length;           // u runs from 0 to this
  double curvature_bound;  // |Q''| is nowhere larger
  double unused;
};
static_assert(sizeof(Segment) == 128);

// An angle at most one turn out of (-pi, pi], brought there.
BACKLOT_INLINE double turned_back(double angle) {
  return angle > base::kPi ? angle - base::kTwoPi : (angle <= -base::kPi ? angle + base::kTwoPi : angle);
}

// A segment of a banked surface: the spine once more and the surface's normal, cubics in u. The normal is nearly unit and
// nearly across the tangent; a frame makes it exact. Row k has the coefficients x, y, z of u^k, so that a register of four
// takes a row. The fourth column is the heading's: its powers below u^4 beside the spine, the others beside the normal.
struct alignas(64) BankedSegment {
  double spine[4][4];
  double normal[4][4];

  // As HeadingCurve::at, to rounding.
  BACKLOT_INLINE double heading_at(double u) const {
    const double u2 = u * u;
    const double low = spine[0][3] + u * (spine[1][3] + u * (spine[2][3] + u * spine[3][3]));
    const double high = normal[0][3] + u * (normal[1][3] + u * (normal[2][3] + u * normal[3][3]));
    return turned_back(low + (u2 * u2) * high);
  }
};
static_assert(sizeof(BankedSegment) == 256);

// Everything below spells out its sums: the SIMD kernels repeat them operation by operation (kernel.h).

// Place (without x[0]) and derivative of one coordinate.
struct Axis {
  double run;    // Q - Q(0)
  double first;  // Q'
  double half;   // Q'' / 2
};

BACKLOT_INLINE Axis axis_at(const double (&c)[4], double u) {
  const double a = u * c[3];
  const double b = c[2] + a;
  const double m = c[1] + u * b;
  const double d = b + a;
  return {u * m, m + u * d, d + a};
}

// The derivative of the spine by u.
BACKLOT_INLINE Vec3 first_at(const Segment& s, double u) {
  return {axis_at(s.x, u).first, axis_at(s.y, u).first, axis_at(s.z, u).first};
}

BACKLOT_INLINE double cubic_at(const double (&c)[4], double u) {
  return c[0] + u * (c[1] + u * (c[2] + u * c[3]));
}

// The spine as seen from a point p: r leads from the spine to p.
struct Probe {
  Vec3 r;
  Vec3 first;    // Q', the tangent but for its length
  double ahead;  // Q' . r: positive where the closest point lies ahead
  double gain;   // what `ahead` loses per metre: positive near a minimum of the distance
};

BACKLOT_INLINE Probe probe(const Segment& s, const Vec3& p, double u) {
  const Axis x = axis_at(s.x, u);
  const Axis y = axis_at(s.y, u);
  const Axis z = axis_at(s.z, u);
  Probe out;
  out.r = {(p.x - s.x[0]) - x.run, (p.y - s.y[0]) - y.run, (p.z - s.z[0]) - z.run};
  out.first = {x.first, y.first, z.first};
  out.ahead = (x.first * out.r.x + y.first * out.r.y) + z.first * out.r.z;
  const double speed2 = (x.first * x.first + y.first * y.first) + z.first * z.first;
  const double bend = (x.half * out.r.x + y.half * out.r.y) + z.half * out.r.z;
  out.gain = speed2 - (bend + bend);
  return out;
}

// A vector whose first two coordinates share their operations: half the work of three on any x86-64.
struct Split {
  base::Pair xy;
  double z;
};

BACKLOT_INLINE Split split(const Vec3& v) { return {base::Pair{v.x, v.y}, v.z}; }
BACKLOT_INLINE Vec3 joined(const Split& v) { return {v.xy[0], v.xy[1], v.z}; }
BACKLOT_INLINE Split operator+(const Split& a, const Split& b) { return {a.xy + b.xy, a.z + b.z}; }
BACKLOT_INLINE Split operator*(const Split& a, double k) { return {a.xy * k, a.z * k}; }
BACKLOT_INLINE base::Pair exchanged(base::Pair a) { return base::Pair{a[1], a[0]}; }
BACKLOT_INLINE double dot(const Split& a, const Split& b) {
  const base::Pair p = a.xy * b.xy;
  return (p[0] + p[1]) + a.z * b.z;
}
// (ay bz - az by, az bx - ax bz, ax by - ay bx)
BACKLOT_INLINE Split cross(const Split& a, const Split& b) {
  const base::Pair xy = base::Pair{a.xy[1], a.z} * base::Pair{b.z, b.xy[0]} -
                        base::Pair{a.z, a.xy[0]} * base::Pair{b.xy[1], b.z};
  const base::Pair z = a.xy * exchanged(b.xy);
  return {xy, z[0] - z[1]};
}

// The cubic whose coefficients stand in the rows, its first three columns.
BACKLOT_INLINE Split cubic_at(const double (&rows)[4][4], double u) {
  const auto xy = [&rows](int k) { return base::Pair{rows[k][0], rows[k][1]}; };
  return {xy(0) + u * (xy(1) + u * (xy(2) + u * xy(3))),
          rows[0][2] + u * (rows[1][2] + u * (rows[2][2] + u * rows[3][2]))};
}

// The moving frame of a surface, from Q'.
struct Axes {
  Split tangent, lateral, normal;
};

// In a horizontal plane.
BACKLOT_INLINE Axes flat_axes(const Split& first) {
  const base::Pair square = first.xy * first.xy;
  const base::Pair t = first.xy * base::rsqrt_near_one(square[0] + square[1]);
  return {{t, 0}, {base::Pair{-t[1], t[0]}, 0}, {base::Pair{0, 0}, 1}};
}

// Level across.
BACKLOT_INLINE Axes level_axes(const Split& first) {
  const base::Pair square = first.xy * first.xy;
  const double level2 = square[0] + square[1];
  const double inverse = base::rsqrt_near_one(level2 + first.z * first.z);
  const double across = 1 / std::sqrt(level2);
  Axes axes;
  axes.tangent = first * inverse;
  const base::Pair side = first.xy * across;
  axes.lateral = {base::Pair{-side[1], side[0]}, 0};
  const base::Pair rise = side * axes.tangent.z;
  const base::Pair up = axes.tangent.xy * side;
  axes.normal = {-rise, up[0] + up[1]};
  return axes;
}

// With a normal given. Across it and Q' lies the lateral, nearly unit as Q' is: both are made unit at once.
BACKLOT_INLINE Axes banked_axes(const Split& first, const BankedSegment& banked, double u) {
  const Split across = cross(cubic_at(banked.normal, u), first);
  const base::Pair along2 = first.xy * first.xy, across2 = across.xy * across.xy;
  const base::Pair z = {first.z, across.z};
  const base::Pair squares = (base::Pair{along2[0], across2[0]} + base::Pair{along2[1], across2[1]}) + z * z;
  const base::Pair unit = base::rsqrt_near_one(squares);
  return {first * unit[0], across * unit[1], cross(first, across) * (unit[0] * unit[1])};
}

// The heading of Q' over a segment, seen from above: a polynomial of degree five in u that follows the spline's own tangent
// to 2e-8 rad; without division or trigonometry, and known before Q' is. NaN where the spine climbs so steeply that
// the heading turns too fast for it.
struct HeadingCurve {
  double a[6];

  static HeadingCurve of(const Segment& segment);

  // In (-pi, pi]; NaN as above.
  BACKLOT_INLINE double at(double u) const {
    const double u2 = u * u;
    const double heading = ((a[0] + u * a[1]) + u2 * (a[2] + u * a[3])) + (u2 * u2) * (a[4] + u * a[5]);
    return turned_back(heading);
  }
};

}  // namespace backlot::geometry::internal
