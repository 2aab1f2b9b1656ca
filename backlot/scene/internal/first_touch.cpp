#include "backlot/scene/internal/first_touch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

using geometry::WorldPoint;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kStep_m = 0.1;
constexpr double kBefore_m = 15;  // of the lane: there the body stands straight
constexpr int kFrontParts = 6, kSideParts = 8;

WorldPoint place_on(const Tracks& tracks, TrackId id, double metres, double aside_m) {
  BACKLOT_ASSERT(!id.is_empty(), "a place lies on a track");
  const Track& track = tracks[id];
  const double distance = tracks.distance_at(track, std::clamp(metres, 0.0, track.length));
  return tracks.place(track, distance, tracks.centre_at(track, distance) + track.sign() * aside_m);
}

// A body with its guide drawn along a path; its rear axle follows as a wheel does.
struct Drawn {
  WorldPoint guide{}, rear{};  // rear axle
  double x = 1, y = 0;         // heading

  void move(const WorldPoint& to, double guide_m) {
    guide = to;
    const double dx = to.x - rear.x, dy = to.y - rear.y, far_m = std::sqrt(dx * dx + dy * dy);
    if (far_m <= 0) return;
    x = dx / far_m;
    y = dy / far_m;
    rear = {to.x - guide_m * x, to.y - guide_m * y, to.z};
  }
  WorldPoint point(double along_m, double across_m) const {
    return {guide.x + along_m * x - across_m * y, guide.y + along_m * y + across_m * x, guide.z};
  }
};

// The first metre of the course that the front or the sides of the body are over.
std::optional<double> find_covered(const Drawn& body, const world::BodyShape& shape,
                                   const world::Course& course, double about_m, double half_width_m) {
  BACKLOT_ASSERT(half_width_m > 0, "a course has a width");
  const double front_m = static_cast<double>(shape.front_m()), rear_m = static_cast<double>(shape.rear_m());
  const double half_m = static_cast<double>(shape.half_width_m());
  std::optional<double> first;
  const auto look_at = [&](double along_m, double across_m) {
    const WorldPoint p = body.point(along_m, across_m);
    const double metre = course.metre_near(p, about_m);
    const WorldPoint on = course.point_at(metre);
    const double dx = p.x - on.x, dy = p.y - on.y;
    if (dx * dx + dy * dy <= half_width_m * half_width_m) first = std::min(first.value_or(metre), metre);
  };
  for (int k = 0; k <= kFrontParts; ++k) look_at(front_m, half_m * (2.0 * k / kFrontParts - 1));
  for (int k = 1; k <= kSideParts; ++k) {
    const double along_m = front_m - (front_m + rear_m) * k / kSideParts;
    look_at(along_m, half_m);
    look_at(along_m, -half_m);
  }
  return first;
}

}  // namespace

std::optional<Touch> find_first_touch(const Tracks& tracks, TrackId lane, TrackId corridor,
                                      const DrivenBody& driven, const world::Course& course, double about_m,
                                      double half_width_m) {
  BACKLOT_ASSERT(!lane.is_empty() && !corridor.is_empty() && half_width_m > 0,
                 "a body drives from a lane over a corridor to a course with a width");
  const double lane_m = tracks[lane].length, before_m = std::min(kBefore_m, lane_m);
  const world::BodyShape& shape = driven.shape;
  const double guide_m = static_cast<double>(shape.guide_m());
  const auto at = [&](double metres) {  // of the corridor; below zero, of the lane
    return metres < 0 ? place_on(tracks, lane, lane_m + metres, driven.aside_m)
                      : place_on(tracks, corridor, metres, driven.aside_m);
  };
  Drawn body;
  body.rear = at(-before_m);
  for (double metres = -before_m + std::max(guide_m, kStep_m); metres < tracks[corridor].length;
       metres += kStep_m) {
    body.move(at(metres), guide_m);
    if (const std::optional<double> metre = find_covered(body, shape, course, about_m, half_width_m))
      return Touch{metres + static_cast<double>(shape.front_m()), *metre};
  }
  return std::nullopt;
}

}  // namespace backlot::scene
