#include "backlot/network/test/slow_sweep.h"

#include <algorithm>
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

bool is_inside(const Point& p, const Point& c, const Point& d, const Point& e, const Point& f) {
  const double sides[] = {side_of(c, d, p), side_of(d, e, p), side_of(e, f, p), side_of(f, c, p)};
  return std::all_of(std::begin(sides), std::end(sides), [](double s) { return s >= 0; }) ||
         std::all_of(std::begin(sides), std::end(sides), [](double s) { return s <= 0; });
}

Point at(const SlowSweep::Section& s, double offset) {
  return {s.x + offset * s.lateral_x, s.y + offset * s.lateral_y};
}

}  // namespace

SlowSweep::SlowSweep(double length, const std::function<Section(double)>& section_at) : length_(length) {
  const auto steps = static_cast<std::size_t>(std::ceil(length_ / kThin));
  for (std::size_t k = 0; k <= steps; ++k) {
    distances_.push_back(length_ * static_cast<double>(k) / static_cast<double>(steps));
    sections_.push_back(section_at(distances_.back()));
  }
}

Stretch SlowSweep::touching(const SlowSweep& other, double half_width, double other_half_width) const {
  for (std::size_t first = 0; first < sections_.size(); ++first) {
    if (!touches(first, other, half_width, other_half_width)) continue;
    std::size_t last = sections_.size() - 1;
    while (!touches(last, other, half_width, other_half_width)) --last;
    return {distances_[first], distances_[last]};
  }
  return {1, 0};
}

bool SlowSweep::touches(std::size_t k, const SlowSweep& other, double w, double other_w) const {
  const Section& own = sections_[k];
  const Point a = at(own, -w), b = at(own, w);
  const double near = w + other_w + kThin;
  for (std::size_t j = 0; j + 1 < other.sections_.size(); ++j) {
    const Section& s = other.sections_[j];
    const double x = s.x - own.x, y = s.y - own.y, far = x * x + y * y;
    if (far > near * near) {
      // no section before the distance is made up can be near
      const double skip =
          (std::sqrt(far) - near) / (other.length_ / static_cast<double>(other.sections_.size() - 1));
      j += static_cast<std::size_t>(std::max(0.0, skip - 2));
      continue;
    }
    if (std::fabs(own.z - 0.5 * (s.z + other.sections_[j + 1].z)) >= kClearHeight_m) continue;
    const Section& next = other.sections_[j + 1];
    const Point c = at(s, -other_w), d = at(s, other_w), e = at(next, other_w), f = at(next, -other_w);
    if (segments_meet(a, b, c, d) || segments_meet(a, b, d, e) || segments_meet(a, b, e, f) ||
        segments_meet(a, b, f, c) || is_inside(a, c, d, e, f))
      return true;
  }
  return false;
}

}  // namespace backlot::network::internal
