// How a strip is divided into lanes along its distance.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/network/way_description.h"

namespace backlot::network::internal {

// a + b t + c t^2 + d t^3, t from the break where it begins.
struct Cubic {
  double a = 0, b = 0, c = 0, d = 0;

  double at(double t) const { return a + t * (b + t * (c + t * d)); }
  double slope(double t) const { return b + t * (2 * c + t * (3 * d)); }
  double bend(double t) const { return 2 * c + 6 * d * t; }

  friend Cubic operator+(const Cubic& p, const Cubic& q) {
    return {p.a + q.a, p.b + q.b, p.c + q.c, p.d + q.d};
  }
  friend Cubic operator-(const Cubic& p, const Cubic& q) {
    return {p.a - q.a, p.b - q.b, p.c - q.c, p.d - q.d};
  }
  friend Cubic operator*(double k, const Cubic& p) { return {k * p.a, k * p.b, k * p.c, k * p.d}; }
  friend bool operator==(const Cubic&, const Cubic&) = default;
};

// The smallest and largest value of a cubic for t in [0, length].
struct Range {
  double low = 0, high = 0;
};
Range range_of(const Cubic& cubic, double length);

// What a profile must be before it is looked at.
bool is_finite(const geometry::CubicProfile& profile);
bool is_in_order(const geometry::CubicProfile& profile);

// The boundaries of the lanes as cubics, new ones from each break on; the first break is 0. Boundary 0 is the left edge.
struct CrossSection {
  std::vector<double> breaks;
  std::vector<Cubic> boundaries;  // lane count + 1 for each break

  std::size_t boundary_count() const { return boundaries.size() / breaks.size(); }
};

// Of a way of this length. The description has at least one lane, and its profiles are finite and in order.
CrossSection cross_section(const WayDescription& way, double length);

// Of a single lane about a centre line.
CrossSection single_lane(const geometry::CubicProfile& centre, const geometry::CubicProfile& width,
                         double length);

// The leftmost place of the left edge, and the rightmost of the right one, of a section of this length between two distances.
// Where these leave it, it goes on as it ends; they may touch.
Range extent(const CrossSection& section, double length, double from, double to);

}  // namespace backlot::network::internal
