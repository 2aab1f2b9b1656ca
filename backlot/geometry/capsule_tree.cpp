#include "backlot/geometry/capsule_tree.h"

#include <limits>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::geometry::internal {

namespace {

double distance_from_line(const Vec3& p, const Vec3& a, const Vec3& direction, double length2) {
  const Vec3 r = p - a;
  const double t = length2 > 0 ? std::clamp(dot(r, direction) / length2, 0.0, 1.0) : 0;
  return norm(r - direction * t);
}

}  // namespace

Capsule capsule_of(const Segment& segment, const Vec3& shift, std::uint32_t id) {
  const Vec3 a = Vec3{segment.x[0], segment.y[0], segment.z[0]} + shift;
  const Vec3 first = {segment.x[1], segment.y[1], segment.z[1]};
  const double h = segment.length;
  const Vec3 b = Vec3{cubic_at(segment.x, h), cubic_at(segment.y, h), cubic_at(segment.z, h)} + shift;
  const Vec3 last = {axis_at(segment.x, h).first, axis_at(segment.y, h).first, axis_at(segment.z, h).first};

  // a cubic lies in the hull of its four Bezier points
  const Vec3 chord = b - a;
  const double length2 = dot(chord, chord);
  const double bow = std::max(distance_from_line(a + first * (h / 3), a, chord, length2),
                              distance_from_line(b - last * (h / 3), a, chord, length2));
  double largest = 1;
  for (const double v : {a.x, a.y, a.z, b.x, b.y, b.z}) largest = std::max(largest, std::fabs(v));
  const double rounding = 4 * largest * static_cast<double>(std::numeric_limits<float>::epsilon());
  const auto f = [](double v) { return static_cast<float>(v); };
  return {f(a.x), f(a.y), f(a.z), f(b.x), f(b.y), f(b.z), f((bow + rounding) * 1.000001), id};
}

CapsuleTree::CapsuleTree(Capsules capsules) : capsules_(std::move(capsules)) {
  if (capsules_.empty()) return;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Box empty = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  const auto grow = [](Box& box, int axis, float low, float high) {
    box.low[axis] = std::min(box.low[axis], low);
    box.high[axis] = std::max(box.high[axis], high);
  };
  // boxes around capsules; one float outwards, since adding the radius rounds
  std::vector<Box> level((capsules_.size() + kFan - 1) / kFan, empty);
  for (std::size_t i = 0; i < capsules_.size(); ++i) {
    const Capsule& c = capsules_[i];
    const float a[3] = {c.ax, c.ay, c.az}, b[3] = {c.bx, c.by, c.bz};
    for (int k = 0; k < 3; ++k) {
      grow(level[i / kFan], k, std::nextafter(std::min(a[k], b[k]) - c.radius, -kInfinity),
           std::nextafter(std::max(a[k], b[k]) + c.radius, kInfinity));
    }
  }
  levels_.push_back(std::move(level));
  while (levels_.back().size() > 1) {
    const std::vector<Box>& below = levels_.back();
    std::vector<Box> above((below.size() + kFan - 1) / kFan, empty);
    for (std::size_t i = 0; i < below.size(); ++i) {
      for (int k = 0; k < 3; ++k) grow(above[i / kFan], k, below[i].low[k], below[i].high[k]);
    }
    levels_.push_back(std::move(above));
  }
}

std::size_t CapsuleTree::bytes() const {
  std::size_t sum = capsules_.capacity() * sizeof(Capsule);
  for (const auto& level : levels_) sum += level.capacity() * sizeof(Box);
  return sum;
}

}  // namespace backlot::geometry::internal
