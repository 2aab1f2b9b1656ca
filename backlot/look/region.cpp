#include "backlot/look/region.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

// Keeps the numbers in `found` of the bodies that touch the region.
template <class Region>
void keep_within(const Snapshot& snapshot, const Region& region, const Heights& heights,
                 std::vector<std::uint32_t>& found) {
  for (const std::uint32_t number : found) snapshot.prefetch(number);
  std::erase_if(found, [&](std::uint32_t number) {
    const world::BodyBox box = snapshot.seen(number).box;
    return !(box.centre.z >= heights.low && box.centre.z <= heights.high) || !touches(box, region);
  });
  std::sort(found.begin(), found.end());
}

}  // namespace

bool touches(const world::BodyBox& box, const Circle& circle) {
  BACKLOT_ASSERT(circle.radius_m >= 0, "a circle has a radius");
  const double dx = circle.centre.x - box.centre.x, dy = circle.centre.y - box.centre.y;
  const double along = std::max(0.0, std::fabs(box.heading_x * dx + box.heading_y * dy) - box.half_length);
  const double across = std::max(0.0, std::fabs(box.heading_x * dy - box.heading_y * dx) - box.half_width);
  return along * along + across * across <= circle.radius_m * circle.radius_m;
}

bool touches(const world::BodyBox& box, std::span<const PlanPoint> corners) {
  // the two are apart where the direction of a side parts them: first the sides of the box, ...
  double along_low = std::numeric_limits<double>::infinity(), along_high = -along_low;
  double across_low = along_low, across_high = along_high;
  for (const PlanPoint& p : corners) {
    const double dx = p.x - box.centre.x, dy = p.y - box.centre.y;
    const double along = box.heading_x * dx + box.heading_y * dy;
    const double across = box.heading_x * dy - box.heading_y * dx;
    along_low = std::min(along_low, along);
    along_high = std::max(along_high, along);
    across_low = std::min(across_low, across);
    across_high = std::max(across_high, across);
  }
  if (along_low > box.half_length || along_high < -box.half_length || across_low > box.half_width ||
      across_high < -box.half_width)
    return false;
  // ... then the sides of the polygon
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PlanPoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
    const double nx = b.y - a.y, ny = a.x - b.x;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const PlanPoint& p : corners) {
      const double at = nx * (p.x - box.centre.x) + ny * (p.y - box.centre.y);
      low = std::min(low, at);
      high = std::max(high, at);
    }
    const double reach = box.half_length * std::fabs(nx * box.heading_x + ny * box.heading_y) +
                         box.half_width * std::fabs(ny * box.heading_x - nx * box.heading_y);
    if (low > reach || high < -reach) return false;
  }
  return true;
}

void find_within(const Snapshot& snapshot, const Circle& circle, std::vector<std::uint32_t>& found,
                 const Heights& heights) {
  found.clear();
  const auto [x, y] = circle.centre;
  const double r = circle.radius_m;
  if (!world::is_number(circle.centre) || !(r >= 0)) return;
  snapshot.add_near({x - r, y - r, x + r, y + r}, found);
  keep_within(snapshot, circle, heights, found);
}

void find_within(const Snapshot& snapshot, std::span<const PlanPoint> corners,
                 std::vector<std::uint32_t>& found, const Heights& heights) {
  found.clear();
  if (corners.size() < 3 || !std::ranges::all_of(corners, world::is_number)) return;
  snapshot.add_near(world::box_around(corners), found);
  keep_within(snapshot, corners, heights, found);
}

}  // namespace backlot::look
