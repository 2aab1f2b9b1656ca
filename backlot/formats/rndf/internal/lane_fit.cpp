#include "backlot/formats/rndf/internal/lane_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "backlot/base/assert.h"

namespace backlot::formats::rndf::internal {

namespace {

constexpr double kBend_m = 25;      // a waypoint bends the course no further than this
constexpr double kSpacing_m = 0.5;  // of the places on it

struct Vec {
  double x = 0, y = 0;
};
Vec leg(const WorldPoint& a, const WorldPoint& b) { return {b.x - a.x, b.y - a.y}; }
double size(const Vec& v) { return std::sqrt(v.x * v.x + v.y * v.y); }
Vec unit(const Vec& v) {
  const double s = size(v);
  return s > 0 ? Vec{v.x / s, v.y / s} : Vec{1, 0};
}

// Where the cubic over two neighbours on each side has its place at point i, by the lengths of the chords; nothing where these
// differ so much that it would swing out.
std::optional<WorldPoint> between_neighbours(const std::vector<WorldPoint>& points, std::size_t i) {
  BACKLOT_ASSERT(i < points.size(), "the lane has no such place");
  constexpr double kMostUnequal = 4;
  if (i < 2 || i + 2 >= points.size()) return std::nullopt;
  std::array<double, 5> at{};
  double shortest = 1e300, longest = 0;
  for (std::size_t k = 1; k < 5; ++k) {
    const double step = plan_distance(points[i + k - 3], points[i + k - 2]);
    at[k] = at[k - 1] + step;
    shortest = std::min(shortest, step);
    longest = std::max(longest, step);
  }
  if (longest > kMostUnequal * shortest) return std::nullopt;
  WorldPoint sum{};
  for (const std::size_t k : {0U, 1U, 3U, 4U}) {
    double weight = 1;
    for (const std::size_t m : {0U, 1U, 3U, 4U})
      if (m != k) weight *= (at[2] - at[m]) / (at[k] - at[m]);
    sum.x += weight * points[i + k - 2].x;
    sum.y += weight * points[i + k - 2].y;
  }
  return sum;
}

// Moves inner points to where their neighbours expect them, again and again, each within kRounding_m of where it was: what is a bend
// of the road stays, what is noise goes.
void straighten(std::vector<WorldPoint>& points) {
  const std::vector<WorldPoint> given = points;
  for (int round = 0; round < 30; ++round)
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      const std::optional<WorldPoint> wanted = between_neighbours(points, i);
      if (!wanted) continue;
      const double dx = wanted->x - given[i].x, dy = wanted->y - given[i].y;
      const double off = std::sqrt(dx * dx + dy * dy);
      const double keep = off > kRounding_m ? kRounding_m / off : 1;
      points[i] = {given[i].x + keep * dx, given[i].y + keep * dy, 0};
    }
}

// The direction at each point: of the circle over it and its neighbours, and at the ends as that circle would begin.
std::vector<Vec> directions(const std::vector<WorldPoint>& points) {
  BACKLOT_ASSERT(points.size() >= 2, "a lane has two places");
  const std::size_t n = points.size();
  std::vector<Vec> list(n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const Vec before = leg(points[i - 1], points[i]), after = leg(points[i], points[i + 1]);
    const double p = size(before), q = size(after);
    list[i] = unit({before.x / p * q + after.x / q * p, before.y / p * q + after.y / q * p});
  }
  const auto mirrored = [](const Vec& v, const Vec& chord) {
    const Vec c = unit(chord);
    const double along = v.x * c.x + v.y * c.y;
    return Vec{2 * along * c.x - v.x, 2 * along * c.y - v.y};
  };
  const Vec first = leg(points[0], points[1]), last = leg(points[n - 2], points[n - 1]);
  list[0] = n == 2 ? unit(first) : mirrored(list[1], first);
  list[n - 1] = n == 2 ? unit(last) : mirrored(list[n - 2], last);
  return list;
}

}  // namespace

bool can_fit(std::span<const WorldPoint> waypoints) {
  return std::any_of(waypoints.begin(), waypoints.end(), [&](const WorldPoint& p) {
    return plan_distance(p, waypoints.front()) >= kShortestLane_m;
  });
}

LaneFit fit_lane(std::span<const WorldPoint> waypoints) {
  BACKLOT_CHECK(can_fit(waypoints), "a lane has two ends");
  // waypoints on a heap are one
  std::vector<WorldPoint> knots;
  std::vector<std::size_t> knot_of;
  for (const WorldPoint& p : waypoints) {
    constexpr double kHeap_m = 1.5;
    const bool is_near = !knots.empty() && plan_distance(knots.back(), p) < kHeap_m;
    if (!is_near) knots.push_back(p);
    knot_of.push_back(knots.size() - 1);
  }
  if (knots.size() == 1) {
    knots.push_back(waypoints.back());
    for (const WorldPoint& p : waypoints)
      if (plan_distance(p, knots[0]) > plan_distance(knots[1], knots[0])) knots[1] = p;
    knot_of.back() = 1;
  }
  straighten(knots);

  // long legs get places of their own near both ends
  std::vector<WorldPoint> points;
  std::vector<std::size_t> point_of;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    point_of.push_back(points.size());
    points.push_back(knots[i]);
    if (i + 1 == knots.size()) break;
    const double length = plan_distance(knots[i], knots[i + 1]);
    if (length < 2.4 * kBend_m) continue;
    for (const double at : {kBend_m, length - kBend_m})
      points.push_back({knots[i].x + at / length * (knots[i + 1].x - knots[i].x),
                        knots[i].y + at / length * (knots[i + 1].y - knots[i].y), 0});
  }

  const std::vector<Vec> along = directions(points);
  std::vector<WorldPoint> places;
  std::vector<std::size_t> place_of;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    place_of.push_back(places.size());
    const Pose from{points[i], along[i].x, along[i].y}, to{points[i + 1], along[i + 1].x, along[i + 1].y};
    const Vec chord = unit(leg(points[i], points[i + 1]));
    // as fast as an arc would leave its ends: then a circle stays one
    const double bend = 0.5 * (chord.x * (from.dx + to.dx) + chord.y * (from.dy + to.dy));
    const double speed = plan_distance(points[i], points[i + 1]) * 2 / (1 + std::clamp(bend, 0.2, 1.0));
    const double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
    const auto count = static_cast<std::size_t>(
        std::max(2.0, std::ceil(plan_distance(points[i], points[i + 1]) / kSpacing_m)));
    for (std::size_t k = 0; k < count; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(count);
      const double b = t * t * (3 - 2 * t), u = t * (1 - t) * (1 - t), v = t * t * (t - 1);
      places.push_back({points[i].x + b * dx + speed * (u * from.dx + v * to.dx),
                        points[i].y + b * dy + speed * (u * from.dy + v * to.dy), 0});
    }
  }
  place_of.push_back(places.size());
  places.push_back(points.back());

  std::vector<double> metres{0};
  for (std::size_t k = 1; k < places.size(); ++k)
    metres.push_back(metres.back() + plan_distance(places[k - 1], places[k]));
  LaneFit fit{Course(places), {}};
  for (const std::size_t knot : knot_of)
    fit.metres.push_back(std::min(metres[place_of[point_of[knot]]], fit.course.length()));
  return fit;
}

}  // namespace backlot::formats::rndf::internal
