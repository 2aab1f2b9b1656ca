#include "backlot/scene/scene_view.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/look/boxes.h"
#include "backlot/look/leader.h"

namespace backlot::scene {

namespace {

constexpr double kLeast_mps = 0.1;

double half_length(const record::FrameObject& object) { return 0.5 * static_cast<double>(object.length_m); }

// From the front of the object to the rear of the other one, along the course.
std::optional<double> gap(const Scene& scene, const record::FrameObject& object,
                          const record::FrameObject& other) {
  const std::optional<double> from = find_on_course(scene, object), to = find_on_course(scene, other);
  if (!from || !to) return std::nullopt;
  return *to - *from - half_length(object) - half_length(other);
}

// Within an intersection a body may be between lanes: there the course tells, where the body is near it.
std::optional<double> limit_at(const Scene& scene, const record::FrameObject& object) {
  constexpr double kNear_m = 6;
  const world::Course& course = scene.course();
  const std::optional<double> metre = find_on_course(scene, object);
  // before a lower limit a driver slows down in time
  constexpr double kAhead_s = 5;
  if (metre) return std::min(course.limit_at(*metre), course.limit_at(*metre + kAhead_s * object.speed_mps));
  const world::Course::Nearest near = course.nearest(object.centre);
  if (near.away_m < kNear_m) return course.limit_at(near.metre);
  if (object.lane.is_empty()) return std::nullopt;
  const network::Network& net = scene.roads().tracks.network();
  const world::TrackId along = scene.roads().tracks.track_of(network::DirectedLane{object.lane, true});
  return net.speed_limit_mps({object.lane, !along.is_empty()}, object.distance);
}

std::optional<double> measure_one(const SceneView& view, const Compared& c,
                                  const record::FrameObject& object) {
  switch (c.measure) {
    case Measure::speed:
      return object.speed_mps;
    case Measure::share_of_limit:
      if (const std::optional<double> limit = limit_at(view.scene(), object))
        return object.speed_mps / *limit;
      return std::nullopt;
    case Measure::acceleration:
      return object.accel_mps2;
    case Measure::offset: {
      if (object.lane.is_empty()) return std::nullopt;
      const world::Tracks& tracks = view.scene().roads().tracks;
      const world::TrackId along = tracks.track_of(network::DirectedLane{object.lane, true});
      const double offset = object.offset - tracks.network().edges(object.lane, object.distance).centre();
      return along.is_empty() ? -offset : offset;
    }
    default:
      return std::nullopt;
  }
}

// The metre of the course at which an object is, and its speed along it; empty for one that is not on the road of the course.
struct OnRoad {
  double metre = 0, along_mps = 0;
};
std::optional<OnRoad> find_on_road(const Scene& scene, const record::FrameObject& object) {
  constexpr double kBeside_m = 10, kAlong_m = 2;
  const world::Course& course = scene.course();
  const world::Course::Nearest near = course.nearest(object.centre);
  if (near.away_m > kBeside_m) return std::nullopt;
  const geometry::Vec3 along =
      course.point_at(near.metre + kAlong_m) - course.point_at(near.metre - kAlong_m);
  const double cosine = (along.x * object.heading_x + along.y * object.heading_y) / (2 * kAlong_m);
  return OnRoad{near.metre, cosine * object.speed_mps};
}

std::optional<double> seconds_to_meeting(const Scene& scene, const record::FrameObject& object,
                                         const record::FrameObject& other) {
  const std::optional<OnRoad> a = find_on_road(scene, object), b = find_on_road(scene, other);
  if (!a || !b) return std::nullopt;
  const double apart_m = std::fabs(b->metre - a->metre) - half_length(object) - half_length(other);
  const double closing_mps = a->metre < b->metre ? a->along_mps - b->along_mps : b->along_mps - a->along_mps;
  if (apart_m < 0 || closing_mps < kLeast_mps) return std::nullopt;
  return apart_m / closing_mps;
}

std::optional<double> measure_two(const SceneView& view, const Compared& c, const record::FrameObject& object,
                                  const record::FrameObject& other) {
  switch (c.measure) {
    case Measure::gap:
      return gap(view.scene(), object, other);
    case Measure::time_gap: {
      const std::optional<double> metres = gap(view.scene(), object, other);
      if (!metres) return std::nullopt;
      return *metres / std::max(object.speed_mps, kLeast_mps);
    }
    case Measure::ttc:
      return look::time_to_contact(box_of(object), object.speed_mps, box_of(other), other.speed_mps);
    case Measure::meeting:
      return seconds_to_meeting(view.scene(), object, other);
    case Measure::closing:
      return object.speed_mps - other.speed_mps;
    case Measure::distance:
      return look::distance_between(box_of(object), box_of(other));
    default:
      return std::nullopt;
  }
}

bool answer(const SceneView& view, const Compared& c) {
  const std::optional<double> value = measure(view, c);
  return value && *value >= c.low && *value <= c.high;
}
bool answer(const SceneView& view, const CanBe& c) {
  const PlacedMark* mark = view.scene().find_mark(c.mark);
  return mark != nullptr && view.can_be(c, *mark);
}
bool answer(const SceneView& view, const CanMeet& c) { return view.can_meet(c); }
bool answer(const SceneView& view, const LightShows& c) {
  const PlacedMark* mark = view.scene().find_mark(c.mark);
  if (mark == nullptr || view.aspect(*mark) != c.aspect) return false;
  if (std::isinf(c.middle_within_s)) return true;
  const std::optional<double> away = view.from_middle_s(*mark);
  return away && std::fabs(*away) <= c.middle_within_s;
}
bool answer(const SceneView& view, const Clear& c) { return view.is_clear(c); }
bool answer(const SceneView& view, const Past& c) {
  const PlacedMark* mark = view.scene().find_mark(c.mark);
  const std::optional<double> left = mark == nullptr ? std::nullopt : view.metres_to(c.object, *mark);
  return left && *left <= 0;
}
bool answer(const SceneView& view, const BeatIs& c) {
  return (c.phase == BeatIs::Phase::begun ? view.began_s(c.beat) : view.over_s(c.beat)).has_value();
}
bool answer(const SceneView& view, const Elapsed& c) {
  const std::optional<double> since = c.beat.empty() ? view.started_s() : view.began_s(c.beat);
  return since && view.now_s() - *since >= c.seconds;
}
bool answer(const SceneView& view, const IsCast& c) { return view.find(c.role).has_value(); }
bool answer(const SceneView& view, const Signalled& c) { return view.is_signalled(c.name); }
bool answer(const SceneView& view, const Published& c) {
  const std::optional<double> value = view.published(c.name);
  return value && *value >= c.low && *value <= c.high;
}
bool answer(const SceneView& view, const InPath& c) {
  const std::optional<record::FrameObject> actor = view.find(c.role), subject = view.find(kSubject);
  if (!actor || !subject) return false;
  const world::Course& course = view.scene().course();
  return first_on_course(course, *actor, 0.5 * static_cast<double>(subject->width_m),
                         course.nearest(actor->centre).metre)
      .has_value();
}
bool answer(const SceneView& view, const Sees& c) { return view.is_visible(c.role); }
bool answer(const SceneView& view, const Contact& c) { return view.has_touched(c.object, c.other); }

}  // namespace

world::BodyBox box_of(const record::FrameObject& object) {
  return {object.centre, object.heading_x, object.heading_y, half_length(object),
          0.5 * static_cast<double>(object.width_m)};
}

bool is_within_sight(const record::FrameObject& subject, const record::FrameObject& body) {
  BACKLOT_ASSERT(!subject.id.is_empty() && !body.id.is_empty(), "one object sees another");
  constexpr double kSeen_m = 200, kSeen_s = 12;
  const double away_m = distance_between(subject.centre, body.centre);
  return away_m <= std::max(kSeen_m, kSeen_s * subject.speed_mps) + half_length(body);
}

std::optional<double> find_on_course(const Scene& scene, const record::FrameObject& object) {
  const world::Course& course = scene.course();
  if (!object.strip.is_empty() && !object.lane.is_empty()) {
    // the guide of an extra is not its middle; both are on the same stretch of road
    const std::optional<double> metre = course.find_metre(object.strip, object.lane, object.distance);
    if (metre) return course.metre_near(object.centre, *metre);
  }
  return std::nullopt;
}

std::optional<double> first_on_course(const world::Course& course, const record::FrameObject& body,
                                      double half_width_m, double about_m) {
  BACKLOT_ASSERT(half_width_m > 0, "a course has a width");
  constexpr int kParts = 24;
  constexpr double kFar_m = 25, kSlack_m = 1e-6;
  const double l = 0.5 * static_cast<double>(body.length_m), w = 0.5 * static_cast<double>(body.width_m);
  if (distance_between(course.point_at(about_m), body.centre) > kFar_m + l) return std::nullopt;
  // no point of the body is nearer to the course than its centre by more than half its diagonal
  const geometry::WorldPoint nearest = course.point_at(course.metre_near(body.centre, about_m));
  const double away_x = body.centre.x - nearest.x, away_y = body.centre.y - nearest.y;
  const double reach_m = half_width_m + std::sqrt(l * l + w * w) + kSlack_m;
  if (away_x * away_x + away_y * away_y > reach_m * reach_m) return std::nullopt;
  std::optional<double> first;
  for (int k = 0; k <= kParts; ++k) {
    const double part = 2.0 * k / kParts - 1;
    const double around[][2] = {{part * l, w}, {part * l, -w}, {l, part * w}, {-l, part * w}};
    for (const auto& [along, across] : around) {
      const geometry::WorldPoint p{body.centre.x + along * body.heading_x - across * body.heading_y,
                                   body.centre.y + along * body.heading_y + across * body.heading_x,
                                   body.centre.z};
      const double metre = course.metre_near(p, about_m);
      const geometry::WorldPoint on = course.point_at(metre);
      const double x = p.x - on.x, y = p.y - on.y;
      if (x * x + y * y <= half_width_m * half_width_m) first = std::min(first.value_or(metre), metre);
    }
  }
  return first;
}

bool is_next_ahead(const Scene& scene, const look::Snapshot& now, world::ObjectId subject, double front_m,
                   world::ObjectId other) {
  BACKLOT_ASSERT(!subject.is_empty() && !other.is_empty(), "one object is ahead of another");
  constexpr double kReach_m = 400;
  look::PathNeighbours neighbours;
  const auto leader =
      neighbours.find_leader(now, scene.path(), {.from_m = front_m, .within_m = kReach_m, .self = subject});
  return leader && leader->id == other;
}

std::optional<double> measure(const SceneView& view, const Compared& c) {
  if (!c.mark.empty()) {
    const PlacedMark* mark = view.scene().find_mark(c.mark);
    if (mark == nullptr) return std::nullopt;
    return c.measure == Measure::time_to ? view.seconds_to(c.object, *mark) : view.metres_to(c.object, *mark);
  }
  const std::optional<record::FrameObject> object = view.find(c.object);
  if (!object) return std::nullopt;
  if (c.other.empty()) return measure_one(view, c, *object);
  const std::optional<record::FrameObject> other = view.find(c.other);
  return other ? measure_two(view, c, *object, *other) : std::nullopt;
}

namespace {

bool joined(const SceneView& view, const Condition& condition, HoldTimes& times) {
  // every part is asked, so that those that take time see every moment
  bool all = true, any = false;
  for (const Condition& part : condition.parts) {
    const bool is_so = holds(view, part, times);
    all = all && is_so;
    any = any || is_so;
  }
  switch (condition.joint) {
    case Joint::one:
      return std::visit([&](const auto& q) { return answer(view, q); }, condition.question);
    case Joint::all:
      return all;
    case Joint::any:
      return any;
    case Joint::none:
      return !any;
  }
  return false;
}

}  // namespace

bool holds(const SceneView& view, const Condition& condition, HoldTimes& times) {
  const bool is_so = joined(view, condition, times);
  if (condition.lasts_s <= 0) return is_so;
  const std::span<const Condition* const> lasting = view.scene().lasting();
  times.since_s.resize(lasting.size(), HoldTimes::kNot);
  const auto at = std::find(lasting.begin(), lasting.end(), &condition);
  if (at == lasting.end()) return is_so;
  BACKLOT_ASSERT(static_cast<std::size_t>(at - lasting.begin()) < times.since_s.size(),
                 "each lasting condition has a time");
  double& since = times.since_s[static_cast<std::size_t>(at - lasting.begin())];
  if (!is_so)
    since = HoldTimes::kNot;
  else if (since == HoldTimes::kNot)
    since = view.now_s();
  return is_so && view.now_s() - since >= condition.lasts_s - 1e-9;
}

}  // namespace backlot::scene
