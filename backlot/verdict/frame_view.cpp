#include "backlot/verdict/frame_view.h"

#include <algorithm>

#include "backlot/look/leader.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/look/region.h"

namespace backlot::verdict {

using scene::Scene;

std::optional<record::FrameObject> FrameView::find(std::string_view object) const {
  world::ObjectId id = subject_;
  if (object != scene::kSubject) {
    const std::uint32_t role = scene_.find_role(object);
    if (role == Scene::kNone) return std::nullopt;
    id = play_.roles[role].actor;
  }
  const record::FrameObject* found = record::find(frame_, id);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

double FrameView::front_m() const {
  const std::optional<record::FrameObject> subject = find(scene::kSubject);
  if (!subject) return play_.watch.front_m();
  const double half_m = 0.5 * static_cast<double>(subject->length_m);
  return scene_.course().metre_near({subject->centre.x + half_m * subject->heading_x,
                                     subject->centre.y + half_m * subject->heading_y, subject->centre.z},
                                    play_.watch.front_m());
}

std::optional<double> FrameView::metres_to(std::string_view object, const scene::PlacedMark& mark) const {
  if (!mark.subject_m) return std::nullopt;
  if (object == scene::kSubject) return *mark.subject_m - front_m();
  const std::optional<record::FrameObject> actor = find(object);
  const std::optional<double> at = actor ? scene::find_on_course(scene_, *actor) : std::nullopt;
  if (!at) return std::nullopt;
  return *mark.subject_m - *at - 0.5 * static_cast<double>(actor->length_m);
}

std::optional<double> FrameView::seconds_to(std::string_view object, const scene::PlacedMark& mark) const {
  const std::optional<double> metres = metres_to(object, mark);
  const std::optional<record::FrameObject> body = find(object);
  if (!metres || !body) return std::nullopt;
  return *metres / std::max(body->speed_mps, 0.1);
}

network::Aspect FrameView::aspect(const scene::PlacedMark& line) const {
  if (!line.has_light()) return network::Aspect::dark;
  const network::SignalGroupId group = scene_.roads().tracks.network().corridor(line.corridor).signal_group;
  return group.index() < frame_.signals.size() ? frame_.signals[group.index()] : network::Aspect::dark;
}

bool FrameView::is_clear(const scene::Clear& clear) const {
  if (!clear.role.empty()) {
    const std::optional<record::FrameObject> actor = find(clear.role);
    return actor && scene::is_next_ahead(scene_, snapshot_.view(), subject_, front_m(), actor->id);
  }
  const scene::PlacedMark* mark = scene_.find_mark(clear.mark);
  if (mark == nullptr) return false;
  const look::Snapshot now = snapshot_.view();
  if (clear.is_around) {
    std::vector<std::uint32_t> found;
    look::find_within(now, look::Circle{{mark->point.x, mark->point.y}, clear.within_m}, found);
    return std::all_of(found.begin(), found.end(), [&](std::uint32_t n) { return now.id(n) == subject_; });
  }
  const double left_m = mark->subject_m ? *mark->subject_m - front_m() : 0;
  if (left_m <= 0) return true;
  look::PathNeighbours neighbours;
  return !neighbours.find_leader(now, scene_.path(),
                                 {.from_m = front_m(), .width_m = 2, .within_m = left_m, .self = subject_});
}

std::optional<double> FrameView::began_s(std::string_view beat) const {
  const std::uint32_t at = scene_.find_beat(beat);
  if (at == Scene::kNone || play_.beats[at].began_s < 0) return std::nullopt;
  return play_.beats[at].began_s;
}

std::optional<double> FrameView::over_s(std::string_view beat) const {
  const std::uint32_t at = scene_.find_beat(beat);
  if (at == Scene::kNone || play_.beats[at].over_s < 0) return std::nullopt;
  return play_.beats[at].over_s;
}

bool FrameView::is_signalled(std::string_view name) const { return play_.is_signalled(name); }

std::optional<double> FrameView::published(std::string_view name) const {
  const auto found = std::find_if(signals_.begin(), signals_.end(),
                                  [&](const sut::WhiteBoxSignal& signal) { return signal.name == name; });
  return found == signals_.end() ? std::nullopt : std::optional(found->value);
}

bool FrameView::is_visible(std::string_view role) const {
  const std::optional<record::FrameObject> actor = find(role), subject = find(scene::kSubject);
  if (!actor || !subject || !scene::is_within_sight(*subject, *actor)) return false;
  look::LineOfSight sight;
  return sight.is_visible(snapshot_.view(), {.ground = subject->centre, .of = subject_}, actor->id);
}

bool FrameView::has_touched(std::string_view object, std::string_view) const {
  return object == scene::kSubject && subject_was_hit_;
}

}  // namespace backlot::verdict
