#include "backlot/formats/rndf/internal/course.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::rndf::internal {

namespace {

constexpr double kSame_m = 1e-3;

WorldPoint between(const WorldPoint& a, const WorldPoint& b, double share) {
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), 0};
}

}  // namespace

double plan_distance(const WorldPoint& a, const WorldPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}

Course::Course(std::span<const WorldPoint> points) {
  for (const WorldPoint& p : points) {
    const double step = points_.empty() ? 0 : plan_distance(points_.back(), p);
    if (!points_.empty() && step < kSame_m) continue;
    metres_.push_back(points_.empty() ? 0 : metres_.back() + step);
    points_.push_back(p);
  }
  BACKLOT_CHECK(points_.size() >= 2, "a course has two ends");
}

std::size_t Course::leg_at(double metres) const {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a course is a number");
  const auto above = std::upper_bound(metres_.begin(), metres_.end(), metres);
  const auto k = static_cast<std::size_t>(above - metres_.begin());
  return std::clamp<std::size_t>(k, 1, points_.size() - 1) - 1;
}

Pose Course::at(double metres) const {
  const double m = std::clamp(metres, 0.0, length());
  const std::size_t k = leg_at(m);
  const double leg = metres_[k + 1] - metres_[k];
  const double share = (m - metres_[k]) / leg;
  // directions belong to the middles of legs; between them they turn evenly
  const auto direction = [&](std::size_t i) {
    const double size = metres_[i + 1] - metres_[i];
    return std::pair((points_[i + 1].x - points_[i].x) / size, (points_[i + 1].y - points_[i].y) / size);
  };
  const std::size_t other = share < 0.5 ? (k > 0 ? k - 1 : k) : (k + 2 < points_.size() ? k + 1 : k);
  const auto [ax, ay] = direction(k);
  const auto [bx, by] = direction(other);
  const double beside = std::fabs(share - 0.5);
  const double dx = ax + beside * (bx - ax), dy = ay + beside * (by - ay);
  const double size = std::sqrt(dx * dx + dy * dy);
  const WorldPoint place = between(points_[k], points_[k + 1], share);
  if (size < 1e-6) return {place, ax, ay};
  return {place, dx / size, dy / size};
}

Course::Projected Course::project(const WorldPoint& p) const {
  Projected best;
  best.distance = 1e300;
  for (std::size_t k = 0; k + 1 < points_.size(); ++k) {
    const WorldPoint &a = points_[k], &b = points_[k + 1];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double leg2 = dx * dx + dy * dy;
    const double share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / leg2;
    const WorldPoint near = between(a, b, std::clamp(share, 0.0, 1.0));
    const double distance = plan_distance(near, p);
    if (distance >= best.distance) continue;
    const double leg = std::sqrt(leg2);
    best = {metres_[k] + std::clamp(share, 0.0, 1.0) * leg, (dx * (p.y - a.y) - dy * (p.x - a.x)) / leg,
            distance, true};
    if ((k == 0 && share < 0) || (k + 2 == points_.size() && share > 1)) best.is_beside = false;
  }
  return best;
}

std::vector<WorldPoint> Course::places(double from, double to, double spacing, double offset) const {
  BACKLOT_ASSERT(spacing > 0, "places lie some way apart");
  constexpr double kStraight = 0.02;  // a turn of so many radians between places counts as straight
  std::vector<WorldPoint> list;
  const double size = to - from;
  const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(size / spacing)));
  Pose last = at(from);
  std::size_t skipped = 0;
  list.push_back(last.beside(offset));
  for (std::size_t i = 1; i < count; ++i) {
    const Pose pose = at(from + size * static_cast<double>(i) / static_cast<double>(count));
    const double turn = last.dx * pose.dy - last.dy * pose.dx;
    if (std::fabs(turn) < kStraight && ++skipped < 4 && i + 1 < count) continue;
    skipped = 0;
    last = pose;
    list.push_back(pose.beside(offset));
  }
  list.push_back(at(to).beside(offset));
  return list;
}

std::vector<WorldPoint> inner_places(const std::vector<WorldPoint>& line, double apart) {
  BACKLOT_ASSERT(!line.empty() && apart > 0, "a line has places, some way apart");
  std::vector<WorldPoint> kept;
  for (std::size_t k = 1; k + 1 < line.size(); ++k)
    if (plan_distance(kept.empty() ? line.front() : kept.back(), line[k]) >= apart) kept.push_back(line[k]);
  while (!kept.empty() && plan_distance(kept.back(), line.back()) < apart) kept.pop_back();
  return kept;
}

}  // namespace backlot::formats::rndf::internal
