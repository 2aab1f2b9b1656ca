#include "backlot/draw/internal/network_triangulation.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::draw::internal {

using geometry::WorldPoint;

namespace {

constexpr double kThinnest_m = 1e-6;  // height of a triangle that is still one

// Twice the area seen from above, positive where a, b, c turn left.
double turn(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double plan_distance(const WorldPoint& a, const WorldPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}

// Whether the corner at b stands out by no more than a hair.
bool is_flat(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
  const double longest = std::max({plan_distance(a, b), plan_distance(b, c), plan_distance(a, c)});
  return std::fabs(turn(a, b, c)) <= kThinnest_m * longest;
}

bool holds(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c, const WorldPoint& p) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

bool is_same_place(const WorldPoint& a, const WorldPoint& b) { return a.x == b.x && a.y == b.y; }

class EarClipper {
 public:
  explicit EarClipper(std::span<const WorldPoint> polygon) : polygon_(polygon) {
    double area = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      ring_.push_back(static_cast<std::uint32_t>(i));
      area += turn(polygon[0], polygon[i], polygon[(i + 1) % polygon.size()]);
    }
    if (area < 0) std::reverse(ring_.begin(), ring_.end());
  }

  std::vector<Triangle> clip() {
    // from each ear on to the next corner but one, so that triangles do not all meet in one corner
    std::size_t at = 0, tried = 0;
    while (ring_.size() >= 3 && tried < ring_.size()) {
      at %= ring_.size();
      const Triangle corner = {ring_[(at + ring_.size() - 1) % ring_.size()], ring_[at],
                               ring_[(at + 1) % ring_.size()]};
      const bool flat = is_flat(point(corner[0]), point(corner[1]), point(corner[2]));
      if (!flat && !is_ear(corner)) {
        ++at;
        ++tried;
        continue;
      }
      if (!flat) triangles_.push_back(corner);
      ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(at));
      if (!flat) ++at;
      tried = 0;
    }
    return std::move(triangles_);
  }

 private:
  const WorldPoint& point(std::uint32_t i) const {
    BACKLOT_ASSERT(i < polygon_.size(), "a triangle has corners of its polygon");
    return polygon_[i];
  }

  bool is_ear(const Triangle& t) const {
    const WorldPoint &a = point(t[0]), &b = point(t[1]), &c = point(t[2]);
    if (turn(a, b, c) <= 0) return false;
    return std::none_of(ring_.begin(), ring_.end(), [&](std::uint32_t i) {
      const WorldPoint& p = point(i);
      // a corner that is met twice does not block itself
      return !is_same_place(p, a) && !is_same_place(p, b) && !is_same_place(p, c) && holds(a, b, c, p);
    });
  }

  std::span<const WorldPoint> polygon_;
  std::vector<std::uint32_t> ring_;
  std::vector<Triangle> triangles_;
};

}  // namespace

std::vector<Triangle> triangulate(std::span<const WorldPoint> polygon) {
  if (polygon.size() < 3) return {};
  return EarClipper(polygon).clip();
}

}  // namespace backlot::draw::internal
