// Inside a ribbon and an index: boxes over boxes over segments. Callers use locate.h and ribbon_index.h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/geometry/ribbon_segment.h"

namespace backlot::geometry::internal {

// A segment from far: it lies within `radius` of the chord from a to b. Single precision, the radius made larger by
// what that costs, so that bounds hold.
struct Capsule {
  float ax, ay, az;
  float bx, by, bz;
  float radius;
  std::uint32_t id;
};
static_assert(sizeof(Capsule) == 32);

using Capsules = std::vector<Capsule, base::HugePages<Capsule>>;

// The capsule of a segment whose origin lies at `shift` in the frame of the capsule.
Capsule capsule_of(const Segment& segment, const Vec3& shift, std::uint32_t id);

// How far a point is from a capsule's chord, squared, and where the foot lies on the chord, 0 to 1.
struct ChordView {
  double distance2;
  double fraction;
};

inline ChordView view(const Capsule& c, const Vec3& p) {
  const double dx = static_cast<double>(c.bx) - static_cast<double>(c.ax);
  const double dy = static_cast<double>(c.by) - static_cast<double>(c.ay);
  const double dz = static_cast<double>(c.bz) - static_cast<double>(c.az);
  const double px = p.x - static_cast<double>(c.ax);
  const double py = p.y - static_cast<double>(c.ay);
  const double pz = p.z - static_cast<double>(c.az);
  const double along = px * dx + py * dy + pz * dz;
  const double length2 = dx * dx + dy * dy + dz * dz;
  double t = length2 > 0 ? along / length2 : 0;
  t = t > 0 ? (t < 1 ? t : 1) : 0;
  const double rx = px - t * dx, ry = py - t * dy, rz = pz - t * dz;
  return {rx * rx + ry * ry + rz * rz, t};
}

// A lower bound of the distance from the segment, squared.
inline double lower_bound2(const ChordView& seen, float radius) {
  const auto r = static_cast<double>(radius);
  if (seen.distance2 <= r * r) return 0;
  const double gap = std::sqrt(seen.distance2) - r;
  return gap * gap;
}

// Boxes over boxes over capsules, eight to one, in the order in which the capsules came: neighbours in the list should
// be neighbours in space. Bounds for searches that must miss nothing, however far the point is.
class CapsuleTree {
 public:
  CapsuleTree() = default;
  explicit CapsuleTree(Capsules capsules);

  std::span<const Capsule> capsules() const { return capsules_; }
  std::size_t bytes() const;

  // Calls visit(capsule, view) for capsules nearest first as far as the bounds tell, leaving out all whose lower bound
  // squared exceeds best2(), which may shrink on the way. Returns the number of boxes and capsules looked at.
  template <class Best, class Visit>
  std::uint32_t search(const Vec3& p, const Best& best2, const Visit& visit) const;

 private:
  static constexpr std::uint32_t kFan = 8;
  struct Box {
    float low[3], high[3];
  };
  static double distance2(const Box& box, const Vec3& p) {
    const double dx = outside(box.low[0], box.high[0], p.x);
    const double dy = outside(box.low[1], box.high[1], p.y);
    const double dz = outside(box.low[2], box.high[2], p.z);
    return dx * dx + dy * dy + dz * dz;
  }
  static double outside(float low, float high, double x) {
    const double under = static_cast<double>(low) - x;
    const double over = x - static_cast<double>(high);
    const double most = under > over ? under : over;
    return most > 0 ? most : 0;
  }

  Capsules capsules_;
  std::vector<std::vector<Box>> levels_;  // levels_[0] bounds capsules, each further one the level before
};

template <class Best, class Visit>
std::uint32_t CapsuleTree::search(const Vec3& p, const Best& best2, const Visit& visit) const {
  struct Open {
    double bound2;
    std::uint32_t level;  // 0: a capsule, k: a box of levels_[k - 1]
    std::uint32_t index;
  };
  // depth first, nearest child first; each level leaves at most seven siblings open
  std::array<Open, 8 * 12> stack;
  std::size_t open = 0;
  std::uint32_t looked_at = 0;
  if (levels_.empty()) return 0;
  stack[open++] = {0, static_cast<std::uint32_t>(levels_.size()), 0};
  while (open > 0) {
    const Open top = stack[--open];
    if (top.bound2 > best2()) continue;
    const std::uint32_t first = top.index * kFan;
    if (top.level == 1) {
      // the capsules of one box, nearest first
      struct Near {
        double bound2;
        ChordView seen;
        const Capsule* capsule;
      };
      std::array<Near, kFan> near;
      std::size_t count = 0;
      const auto last = std::min<std::size_t>(first + kFan, capsules_.size());
      for (std::size_t i = first; i < last; ++i) {
        const ChordView seen = view(capsules_[i], p);
        const double bound2 = lower_bound2(seen, capsules_[i].radius);
        ++looked_at;
        if (bound2 > best2()) continue;
        std::size_t k = count++;
        for (; k > 0 && near[k - 1].bound2 > bound2; --k) near[k] = near[k - 1];
        near[k] = {bound2, seen, &capsules_[i]};
      }
      for (std::size_t k = 0; k < count && near[k].bound2 <= best2(); ++k)
        visit(*near[k].capsule, near[k].seen);
      continue;
    }
    const std::vector<Box>& boxes = levels_[top.level - 2];
    const std::size_t base = open;
    const auto last = std::min<std::size_t>(first + kFan, boxes.size());
    for (std::size_t i = first; i < last; ++i) {
      const double bound2 = distance2(boxes[i], p);
      ++looked_at;
      if (bound2 > best2()) continue;
      std::size_t k = open++;
      for (; k > base && stack[k - 1].bound2 < bound2; --k) stack[k] = stack[k - 1];
      stack[k] = {bound2, top.level - 1, static_cast<std::uint32_t>(i)};
    }
  }
  return looked_at;
}

}  // namespace backlot::geometry::internal
