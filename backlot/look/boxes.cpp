#include "backlot/look/boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

using world::BodyBox;

struct Point {
  double x, y;
};

std::array<Point, 4> corners(const BodyBox& box) {
  const double lx = box.half_length * box.heading_x, ly = box.half_length * box.heading_y;
  const double wx = -box.half_width * box.heading_y, wy = box.half_width * box.heading_x;
  return {Point{box.centre.x + lx + wx, box.centre.y + ly + wy},
          Point{box.centre.x + lx - wx, box.centre.y + ly - wy},
          Point{box.centre.x - lx - wx, box.centre.y - ly - wy},
          Point{box.centre.x - lx + wx, box.centre.y - ly + wy}};
}

double to_side(const Point& p, const Point& a, const Point& b) {
  const double x = b.x - a.x, y = b.y - a.y, length2 = x * x + y * y;
  const double share =
      length2 > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / length2, 0.0, 1.0) : 0.0;
  const double dx = p.x - a.x - share * x, dy = p.y - a.y - share * y;
  return std::sqrt(dx * dx + dy * dy);
}

// Half of the shadow of a box on an axis.
double half_on(const BodyBox& box, double x, double y) {
  return box.half_length * std::fabs(box.heading_x * x + box.heading_y * y) +
         box.half_width * std::fabs(box.heading_x * y - box.heading_y * x);
}

}  // namespace

double distance_between(const BodyBox& a, const BodyBox& b) {
  if (time_to_contact(a, 0, b, 0) == 0) return 0;
  const std::array<Point, 4> of_a = corners(a), of_b = corners(b);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      least = std::min(least, to_side(of_a[i], of_b[k], of_b[(k + 1) % 4]));
      least = std::min(least, to_side(of_b[i], of_a[k], of_a[(k + 1) % 4]));
    }
  }
  return least;
}

// Two boxes overlap while their shadows do on each of the four axes along their sides. On an axis the shadows overlap during one span of time.
double time_to_contact(const BodyBox& a, double a_mps, const BodyBox& b, double b_mps) {
  BACKLOT_ASSERT(!std::isnan(a_mps) && !std::isnan(b_mps), "speeds are numbers");
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const double x = b.centre.x - a.centre.x, y = b.centre.y - a.centre.y;
  const double vx = b_mps * b.heading_x - a_mps * a.heading_x, vy = b_mps * b.heading_y - a_mps * a.heading_y;
  const Point axes[] = {{a.heading_x, a.heading_y},
                        {-a.heading_y, a.heading_x},
                        {b.heading_x, b.heading_y},
                        {-b.heading_y, b.heading_x}};
  double from = 0, to = kNever;
  for (const Point& axis : axes) {
    const double apart = x * axis.x + y * axis.y, closing = vx * axis.x + vy * axis.y;
    const double reach = half_on(a, axis.x, axis.y) + half_on(b, axis.x, axis.y);
    if (closing == 0) {
      if (std::fabs(apart) > reach) return kNever;
      continue;
    }
    const double one = (-reach - apart) / closing, other = (reach - apart) / closing;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  return from <= to ? from : kNever;
}

}  // namespace backlot::look
