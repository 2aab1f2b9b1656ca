#include "backlot/network/test/slow_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/network/internal/conflict.h"

namespace backlot::network::internal {

namespace {

struct Point {
  double x = 0, y = 0;
};

double side_of(const Point& a, const Point& b, const Point& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double ca = side_of(a, b, c), da = side_of(a, b, d), ac = side_of(c, d, a), bc = side_of(c, d, b);
  if (ca == 0 && da == 0) {
    return std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <=
               std::min(std::max(a.x, b.x), std::max(c.x, d.x)) &&
           std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <=
               std::min(std::max(a.y, b.y), std::max(c.y, d.y));
  }
  return std::min(ca, da) <= 0 && std::max(ca, da) >= 0 && std::min(ac, bc) <= 0 && std::max(ac, bc) >= 0;
}

Point at(const SlowSweep::Section& s, double offset) {
  return {s.x + offset * s.lateral_x, s.y + offset * s.lateral_y};
}

// What is swept from one section to the next.
using Quad = std::array<Point, 4>;

Quad quad_between(const SlowSweep::Section& a, const SlowSweep::Section& b, double half_width) {
  return {at(a, -half_width), at(a, half_width), at(b, half_width), at(b, -half_width)};
}

bool is_inside(const Point& p, const Quad& q) {
  bool is_left = true, is_right = true;
  for (std::size_t k = 0; k < 4; ++k) {
    const double side = side_of(q[k], q[(k + 1) % 4], p);
    is_left = is_left && side >= 0;
    is_right = is_right && side <= 0;
  }
  return is_left || is_right;
}

bool quads_meet(const Quad& a, const Quad& b) {
  if (is_inside(a[0], b) || is_inside(b[0], a)) return true;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (segments_meet(a[i], a[(i + 1) % 4], b[j], b[(j + 1) % 4])) return true;
    }
  }
  return false;
}

}  // namespace

SlowSweep::SlowSweep(double length, const std::function<Section(double)>& section_at)
    : length_(length), section_at_(section_at) {
  const auto steps = static_cast<std::size_t>(std::ceil(length_ / kThin));
  for (std::size_t k = 0; k <= steps; ++k) {
    distances_.push_back(length_ * static_cast<double>(k) / static_cast<double>(steps));
    sections_.push_back(section_at(distances_.back()));
  }
}

Stretch SlowSweep::touching(const SlowSweep& other, double half_width, double other_half_width) const {
  const auto touch = [&](double from, double to) {
    return touches(section_at_(from), section_at_(to), other, half_width, other_half_width);
  };
  // By halves, of which the outer one comes first.
  const auto inner_end = [&](double outer, double inner) {
    while (std::fabs(outer - inner) > kEnd) {
      const double middle = 0.5 * (outer + inner);
      (touch(outer, middle) ? inner : outer) = middle;
    }
    return inner;
  };
  const std::size_t count = sections_.size() - 1;
  for (std::size_t first = 0; first < count; ++first) {
    if (!touches(sections_[first], sections_[first + 1], other, half_width, other_half_width)) continue;
    std::size_t last = count - 1;
    while (!touches(sections_[last], sections_[last + 1], other, half_width, other_half_width)) --last;
    const double from = inner_end(distances_[first], distances_[first + 1]);
    const double to = inner_end(distances_[last + 1], distances_[last]);
    return {std::min(from, to), std::max(from, to)};
  }
  return {1, 0};
}

bool SlowSweep::touches(const Section& a, const Section& b, const SlowSweep& other, double w,
                        double other_w) const {
  const Quad own = quad_between(a, b, w);
  const double near = w + other_w + 2 * kThin;
  for (std::size_t j = 0; j + 1 < other.sections_.size(); ++j) {
    const Section &c = other.sections_[j], &d = other.sections_[j + 1];
    const double x = c.x - a.x, y = c.y - a.y, far = x * x + y * y;
    if (far > near * near) {
      // no section before the distance is made up can be near
      const double skip =
          (std::sqrt(far) - near) / (other.length_ / static_cast<double>(other.sections_.size() - 1));
      j += static_cast<std::size_t>(std::max(0.0, skip - 2));
      continue;
    }
    if (std::fabs(0.5 * (a.z + b.z) - 0.5 * (c.z + d.z)) >= kClearHeight_m) continue;
    if (quads_meet(own, quad_between(c, d, other_w))) return true;
  }
  return false;
}

}  // namespace backlot::network::internal
