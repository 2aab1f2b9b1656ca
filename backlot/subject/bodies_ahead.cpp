#include "backlot/subject/bodies_ahead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"

namespace backlot::subject {

namespace {

using geometry::WorldPoint;
using record::FrameObject;

constexpr double kPost_m = 10;        // from one post to the next
constexpr double kBeside_m = 35;      // bodies further from all posts are passed over
constexpr double kRounding_m = 1e-6;  // more than is lost by rounding
constexpr double kLevel_m = 3;        // heights that differ by more belong to different levels
constexpr double kSideAir_m = 0.2;    // that a driver wants at its sides
constexpr double kStands_mps = 1, kWaitsBeside_m = 12;
constexpr double kSameWay = 0.7;     // the cosine of 45 degrees
constexpr double kAcross_mps = 0.3;  // slower motion across the strip leads nowhere

double plan_distance2(const WorldPoint& a, const WorldPoint& b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

struct Corner {
  double metre, left_m;
};
// The corners and the middles of the long sides, one after the other around the body: beside a bend its sides are not straight.
using Corners = std::array<Corner, 6>;

Corners corners_of(const world::Course& course, const FrameObject& o, double about_m) {
  const double l = 0.5 * static_cast<double>(o.length_m), w = 0.5 * static_cast<double>(o.width_m);
  Corners corners{};
  std::size_t k = 0;
  for (const auto& [along, across] : {std::pair{l, w}, {l, -w}, {0.0, -w}, {-l, -w}, {-l, w}, {0.0, w}}) {
    const WorldPoint at{o.centre.x + along * o.heading_x - across * o.heading_y,
                        o.centre.y + along * o.heading_y + across * o.heading_x, o.centre.z};
    const CoursePlace place = place_near(course, at, about_m, l + w + 4);
    corners[k++] = {place.metre, place.left_m};
  }
  return corners;
}

struct Cover {
  double from_m, to_m;
};

// The metres that a body covers of the strip between -half and half; empty where it is beside the strip.
std::optional<Cover> cover_of(const Corners& corners, double half_m) {
  BACKLOT_ASSERT(half_m >= 0, "a strip has a width");
  double from = std::numeric_limits<double>::infinity(), to = -from;
  const auto add = [&](double metre) {
    from = std::min(from, metre);
    to = std::max(to, metre);
  };
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Corner &a = corners[k], &b = corners[(k + 1) % corners.size()];
    if (std::fabs(a.left_m) <= half_m) add(a.metre);
    for (const double edge : {-half_m, half_m})
      if ((a.left_m < edge) != (b.left_m < edge))
        add(a.metre + (edge - a.left_m) / (b.left_m - a.left_m) * (b.metre - a.metre));
  }
  if (from > to) return std::nullopt;
  return Cover{from, to};
}

// How far a body still moves across before it stands, if it is braking; else without end.
double stops_after_m(const FrameObject& o, double across_mps) {
  if (o.accel_mps2 > -0.5 || o.speed_mps <= 0) return std::numeric_limits<double>::infinity();
  return std::fabs(across_mps) * o.speed_mps / (-2 * o.accel_mps2);
}

}  // namespace

CoursePlace place_near(const world::Course& course, const WorldPoint& point, double about_m,
                       double around_m) {
  BACKLOT_ASSERT(around_m > 0 && !std::isnan(about_m), "a place is looked for around a metre");
  const std::span<const WorldPoint> points = course.points();
  const auto index = [&](double metre) {
    return static_cast<std::size_t>(
        std::clamp(metre / world::Course::kStep_m, 0.0, static_cast<double>(points.size() - 2)));
  };
  // a line is at most its length nearer than its first point: those that are further off than some point are passed over
  const std::size_t first = index(about_m - around_m), last = index(about_m + around_m);
  const double bound_m =
      std::sqrt(plan_distance2(point, points[index(about_m)])) + course.longest_line_m() + kRounding_m;
  std::optional<std::size_t> nearest;
  double best2 = std::numeric_limits<double>::infinity(), best_share = 0;
  for (std::size_t k = first; k <= last; ++k) {
    const double px = point.x - points[k].x, py = point.y - points[k].y;
    if (px * px + py * py > bound_m * bound_m) continue;
    const double x = points[k + 1].x - points[k].x, y = points[k + 1].y - points[k].y;
    const double length2 = x * x + y * y;
    if (length2 <= 0) continue;
    const double share = std::clamp((px * x + py * y) / length2, 0.0, 1.0);
    const double dx = px - share * x, dy = py - share * y, away2 = dx * dx + dy * dy;
    if (away2 >= best2) continue;
    best2 = away2;
    best_share = share;
    nearest = k;
  }
  if (!nearest) return {};
  const WorldPoint &a = points[*nearest], &b = points[*nearest + 1];
  const double x = b.x - a.x, y = b.y - a.y, length = std::sqrt(x * x + y * y);
  return {world::Course::kStep_m * (static_cast<double>(*nearest) + best_share),
          (x * (point.y - a.y) - y * (point.x - a.x)) / length, x / length, y / length};
}

void BodiesAhead::look(const world::Course& course, const record::Frame& frame, const FrameObject& self,
                       double metre) {
  bodies_.clear();
  waiting_.clear();
  posts_.clear();
  for (double ahead = 0; ahead <= kSight_m && metre + ahead < course.length_m() + kPost_m; ahead += kPost_m)
    posts_.push_back(course.point_at(metre + ahead));
  double longest2 = 1;  // from one post to the next
  for (std::size_t k = 1; k < posts_.size(); ++k)
    longest2 = std::max(longest2, plan_distance2(posts_[k - 1], posts_[k]));
  const double longest = std::sqrt(longest2);
  const double sight = kSight_m + kBeside_m;
  for (const FrameObject& o : frame.objects) {
    if (o.id == self.id || plan_distance2(o.centre, self.centre) > sight * sight) continue;
    double best2 = kBeside_m * kBeside_m;
    std::optional<std::size_t> post;
    for (std::size_t k = 0; k < posts_.size();) {
      const double away2 = plan_distance2(o.centre, posts_[k]);
      if (away2 < best2 && !(std::fabs(o.centre.z - posts_[k].z) > kLevel_m)) {
        best2 = away2;
        post = k;
      }
      // the posts before that one are too far off as well
      const double too_far_m = std::sqrt(away2) - kBeside_m - kRounding_m;
      k += too_far_m > longest ? static_cast<std::size_t>(too_far_m / longest) : 1;
    }
    if (post) add(course, self, o, metre + kPost_m * static_cast<double>(*post));
  }
  std::ranges::sort(bodies_, [](const BodyAhead& a, const BodyAhead& b) {
    return a.from_m != b.from_m ? a.from_m < b.from_m : a.object->id < b.object->id;
  });
}

void BodiesAhead::add(const world::Course& course, const FrameObject& self, const FrameObject& o,
                      double about_m) {
  const double half = 0.5 * static_cast<double>(self.width_m) + kSideAir_m;
  const CoursePlace place = place_near(course, o.centre, about_m, 2 * kPost_m);
  const double cosine = place.tangent_x * o.heading_x + place.tangent_y * o.heading_y;
  const double sine = place.tangent_x * o.heading_y - place.tangent_y * o.heading_x;
  const double along = cosine * o.speed_mps, across = sine * o.speed_mps;

  BodyAhead body{.object = &o, .along_mps = along, .is_leader = cosine >= kSameWay};
  const Corners corners = corners_of(course, o, place.metre);
  const auto [right, left] = std::ranges::minmax(corners, {}, &Corner::left_m);
  if (std::fabs(o.speed_mps) < kStands_mps && std::fabs(place.left_m) < kWaitsBeside_m) {
    if (right.left_m > half || left.left_m < -half) waiting_.push_back({place.metre});
  }
  if (const std::optional<Cover> cover = cover_of(corners, half)) {
    body.from_m = cover->from_m;
    body.to_m = cover->to_m;
    if (across > kAcross_mps) body.leaves_s = (half - right.left_m) / across;
    if (across < -kAcross_mps) body.leaves_s = (half + left.left_m) / -across;
    bodies_.push_back(body);
    return;
  }
  // Beside the strip: the body is about to enter it where its motion across leads there soon.
  const bool is_left = right.left_m > half;
  const double apart = is_left ? right.left_m - half : -half - left.left_m;
  const double towards = is_left ? -across : across;
  if (towards < kAcross_mps || apart > towards * kSoon_s || apart > stops_after_m(o, towards)) return;
  body.enters_s = apart / towards;
  body.leaves_s = ((is_left ? left.left_m : -right.left_m) + half) / towards;
  const auto [first, last] = std::ranges::minmax(corners, {}, &Corner::metre);
  body.from_m = first.metre + along * body.enters_s;
  body.to_m = last.metre + along * body.enters_s;
  bodies_.push_back(body);
}

}  // namespace backlot::subject
