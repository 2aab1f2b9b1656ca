// Why an extra does not fit a role that is ahead of the subject or an actor, behind it, beside it or oncoming.
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/casting/search.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

}  // namespace

std::optional<NotCast> Search::fault(const RelativeTo& what, Candidate& candidate, bool is_cast) {
  constexpr double kSlack_m = 60;  // for one that plays already
  const std::optional<double> front_m = front_of(what.of);
  const std::optional<double> distance =
      front_m ? distance_to(what.relation, *front_m, candidate.id) : std::nullopt;
  if (!distance) return NotCast::out_of_place;
  candidate.distance_m = *distance;
  if (what.is_next && !is_next_ahead(*play_.scene, now_, play_.object(what.of), *front_m, candidate.id))
    return NotCast::out_of_place;
  const double slack = is_cast ? kSlack_m : 0;
  return *distance < what.low_m - slack || *distance > what.high_m + slack
             ? std::optional(NotCast::out_of_place)
             : std::nullopt;
}

std::optional<double> Search::front_of(const std::string& name) const {
  if (name == kSubject) return play_.state.watch.front_m();
  const world::ObjectId id = play_.object(name);
  const std::optional<record::FrameObject> body = id.is_empty() ? std::nullopt : play_.stage().find(id);
  const std::optional<double> middle = body ? find_on_course(*play_.scene, *body) : std::nullopt;
  if (!middle) return std::nullopt;
  return *middle + 0.5 * static_cast<double>(body->length_m);
}

std::optional<double> Search::distance_to(Relation relation, double front_m, world::ObjectId id) const {
  BACKLOT_ASSERT(!std::isnan(front_m), "a front is at a metre");
  const std::optional<record::FrameObject> body = play_.stage().find(id);
  if (!body || body->strip.is_empty() || body->lane.is_empty()) return std::nullopt;
  const world::Course& course = play_.scene->course();
  const SubjectWatch& watch = play_.state.watch;
  const double half_m = 0.5 * static_cast<double>(body->length_m);
  if (relation == Relation::oncoming) {
    const world::Course::Nearest near = course.nearest(body->centre);
    const geometry::Vec3 along = course.point_at(near.metre + 2) - course.point_at(near.metre - 2);
    const bool is_against = along.x * body->heading_x + along.y * body->heading_y < 0;
    if (!is_against || near.away_m > 8) return std::nullopt;
    return near.metre - half_m - front_m;
  }
  const std::optional<double> metre = course.find_metre(body->strip, body->lane, body->distance);
  if (!metre) return std::nullopt;
  const double at_m = course.metre_near(body->centre, *metre);
  const Track& own = tracks()[course.list()[course.part_at(at_m)]];
  const bool is_same = own.lane == body->lane;
  const auto is_lane = [&](TrackId id_of) { return !id_of.is_empty() && tracks()[id_of].lane == body->lane; };
  switch (relation) {
    case Relation::ahead:
      return is_same && at_m > front_m ? std::optional(at_m - half_m - front_m) : std::nullopt;
    case Relation::behind:
      return is_same && at_m < watch.rear_m() ? std::optional(watch.rear_m() - at_m - half_m) : std::nullopt;
    case Relation::left:
      return is_lane(own.left) ? std::optional(at_m - half_m - front_m) : std::nullopt;
    case Relation::right:
      return is_lane(own.right) ? std::optional(at_m - half_m - front_m) : std::nullopt;
    case Relation::oncoming:
      break;
  }
  return std::nullopt;
}

}  // namespace backlot::scene
