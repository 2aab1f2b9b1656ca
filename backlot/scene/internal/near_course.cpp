#include "backlot/scene/internal/near_course.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/world/plan_box.h"

namespace backlot::scene {

namespace {

using geometry::WorldPoint;

constexpr double kPointStep_m = world::Course::kStep_m;
// The strip at any metre is no further from the nearest of the points of the course: half of the way between two of them, and a little, since metres
// are those of lanes.
constexpr double kFromPoint_m = 0.55 * kPointStep_m;
constexpr double kNearSlack_m = 0.05;

double distance_to_box(const world::BodyBox& box, const WorldPoint& place) {
  const double x = place.x - box.centre.x, y = place.y - box.centre.y;
  const double along = std::fabs(x * box.heading_x + y * box.heading_y) - box.half_length;
  const double across = std::fabs(y * box.heading_x - x * box.heading_y) - box.half_width;
  const double a = std::max(along, 0.0), b = std::max(across, 0.0);
  return std::sqrt(a * a + b * b);
}

// The points of the course around a stretch of it, by their numbers.
struct Points {
  std::size_t first = 0, last = 0;
};

// Around all points of a range: around some of them, and as far as those in between can be.
world::PlanBox box_around_points(const world::Course& course, const Points& range, double around_m) {
  BACKLOT_ASSERT(range.first <= range.last && around_m >= 0, "a box is around a range of points");
  constexpr std::size_t kStride = 8;
  const std::span<const WorldPoint> points = course.points();
  const WorldPoint &first = points[range.first], &last = points[range.last];
  double low_x = std::min(first.x, last.x), low_y = std::min(first.y, last.y);
  double high_x = std::max(first.x, last.x), high_y = std::max(first.y, last.y);
  for (std::size_t k = range.first + kStride; k < range.last; k += kStride) {
    low_x = std::min(low_x, points[k].x), low_y = std::min(low_y, points[k].y);
    high_x = std::max(high_x, points[k].x), high_y = std::max(high_y, points[k].y);
  }
  const double wide_m = around_m + 0.5 * kStride * course.longest_line_m();
  return {low_x - wide_m, low_y - wide_m, high_x + wide_m, high_y + wide_m};
}

}  // namespace

std::vector<look::PathPart> parts_with_bodies(const world::Course& course, const look::Snapshot& now,
                                              double from_m, double to_m, double width_m,
                                              world::ObjectId self) {
  BACKLOT_ASSERT(from_m <= to_m && width_m > 0, "a part of the course has a length and a width");
  const std::span<const WorldPoint> points = course.points();
  const auto at = [&](double metre) {
    return static_cast<std::size_t>(
        std::clamp(metre / kPointStep_m, 0.0, static_cast<double>(points.size() - 1)));
  };
  const Points range{at(from_m), std::min(at(to_m) + 1, points.size() - 1)};
  const double reach_m = 0.5 * width_m + kFromPoint_m + kNearSlack_m, longest_m = course.longest_line_m();
  std::vector<look::PathPart> parts;
  // the course may go on a little behind its last point
  if (range.last == points.size() - 1)
    parts.push_back({kPointStep_m * (static_cast<double>(range.last) - 1), course.length_m() + kPointStep_m});
  std::vector<std::uint32_t> near;
  now.add_near(box_around_points(course, range, reach_m), near);
  for (const std::uint32_t number : near) {
    if (now.id(number) == self) continue;
    const world::BodyBox box = now.seen(number).box;
    std::optional<Points> met;
    for (std::size_t k = range.first; k <= range.last;) {
      const double away_m = distance_to_box(box, points[k]);
      if (away_m <= reach_m) {
        met = {met ? met->first : k, k};
        ++k;
      } else {
        // each point is at most one line nearer than the one before
        k += std::max<std::size_t>(1, static_cast<std::size_t>((away_m - reach_m) / longest_m));
      }
    }
    if (met)
      parts.push_back({kPointStep_m * (static_cast<double>(met->first) - 1),
                       kPointStep_m * (static_cast<double>(met->last) + 1)});
  }
  return parts;
}

}  // namespace backlot::scene
