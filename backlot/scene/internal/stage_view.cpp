#include <algorithm>
#include <cmath>

#include "backlot/look/boxes.h"
#include "backlot/look/region.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/signal/signal_clocks.h"

namespace backlot::scene {

namespace {

constexpr double kHalfWidth_m = 1.0;  // of the subject's strip, for what is in its way

}  // namespace

std::optional<record::FrameObject> StageView::find(std::string_view object) const {
  const world::ObjectId id = play_.object(object);
  return id.is_empty() ? std::nullopt : play_.stage().find(id);
}

std::optional<double> StageView::seconds_to(std::string_view object, const PlacedMark& mark) const {
  if (object == kSubject) return play_.subject_s(mark);
  const std::optional<ActorTime> time = find_actor_time(play_, play_.object(object), mark);
  if (!time) return std::nullopt;
  return time->soonest_s;
}

std::optional<double> StageView::metres_to(std::string_view object, const PlacedMark& mark) const {
  if (object == kSubject) {
    if (!mark.subject_m || !play_.state.watch.is_there()) return std::nullopt;
    return *mark.subject_m - play_.state.watch.front_m();
  }
  if (const std::optional<ActorTime> time = find_actor_time(play_, play_.object(object), mark))
    return time->way_m;
  // past it, or elsewhere: by the course, where the mark is on it
  const std::optional<record::FrameObject> actor = find(object);
  const std::optional<double> at = actor ? find_on_course(scene(), *actor) : std::nullopt;
  if (!at || !mark.subject_m) return std::nullopt;
  return *mark.subject_m - *at - 0.5 * static_cast<double>(actor->length_m);
}

bool StageView::can_be(const CanBe& can, const PlacedMark& mark) const {
  const world::ObjectId actor = play_.object(can.role);
  const std::optional<ActorTime> time = find_actor_time(play_, actor, mark);
  if (!time) return false;
  const std::optional<double> subject_s = play_.subject_s(time->touch.subject_m);
  if (!subject_s) return false;
  // What is decided now is told in the next step; the moment lies somewhere within a step.
  const double ahead_s = 1.5 * play_.step_s();
  if (time->stands) return *subject_s - time->soonest_s <= can.before_s + ahead_s;
  // One that would come too early even if it were as slow as can be goes on by the rules, and perhaps waits at its line, until it is time.
  constexpr double kEarlyAtMost_s = 0.2;
  const double left_s = *subject_s - can.before_s;
  return left_s <= can.ahead_s && left_s <= longest_seconds(play_, actor, *time) + kEarlyAtMost_s;
}

network::Aspect StageView::aspect(const PlacedMark& line) const {
  if (!line.has_light()) return network::Aspect::dark;
  const world::SignalPlans& plans = scene().roads().conflicts.signals();
  return play_.stage()
      .signal_clocks()
      .shown(plans, line.programme, play_.stage().tick().time)
      .aspects[line.group];
}

std::optional<double> StageView::from_middle_s(const PlacedMark& line) const {
  if (!line.has_light() || !line.subject_m) return std::nullopt;
  const std::optional<double> in_s = play_.subject_s(*line.subject_m);
  if (!in_s || *in_s < 0) return std::nullopt;
  const world::SignalPlans& plans = scene().roads().conflicts.signals();
  const traffic::SignalClocks& clocks = play_.stage().signal_clocks();
  const base::SimTime at = play_.stage().tick().time + base::Duration::from_seconds(*in_s);
  const network::Aspect shown = clocks.shown(plans, line.programme, at).aspects[line.group];
  const network::SignalProgramme& programme = scene().roads().tracks.network().programmes()[line.programme];
  const std::optional<double> middle = traffic::find_phase(programme, line.group, shown, 0.5);
  if (!middle) return std::nullopt;
  const double cycle_s = programme.cycle.seconds();
  const double phase_s =
      base::Duration::from_nanoseconds(clocks.phase_ns(plans, line.programme, at)).seconds() -
      *middle * cycle_s;
  return phase_s - cycle_s * std::round(phase_s / cycle_s);
}

bool StageView::is_clear(const Clear& clear) const {
  if (!clear.role.empty())
    return is_next_ahead(scene(), play_.stage().snapshot(), play_.subject, play_.state.watch.front_m(),
                         play_.object(clear.role));
  const PlacedMark* mark = scene().find_mark(clear.mark);
  if (mark == nullptr) return false;
  const look::Snapshot now = play_.stage().snapshot();
  if (clear.is_around) {
    std::vector<std::uint32_t> found;
    look::find_within(now, look::Circle{{mark->point.x, mark->point.y}, clear.within_m}, found);
    return std::all_of(found.begin(), found.end(),
                       [&](std::uint32_t n) { return now.id(n) == play_.subject; });
  }
  if (!mark->subject_m) return false;
  const double left_m = *mark->subject_m - play_.state.watch.front_m();
  if (left_m <= 0) return true;
  look::PathNeighbours neighbours;
  return !neighbours.find_leader(now, scene().path(),
                                 {.from_m = play_.state.watch.front_m(),
                                  .width_m = 2 * kHalfWidth_m,
                                  .within_m = left_m,
                                  .self = play_.subject});
}

std::optional<double> StageView::began_s(std::string_view beat) const {
  const std::uint32_t at = scene().find_beat(beat);
  if (at == Scene::kNone || play_.state.beats[at].began_s < 0) return std::nullopt;
  return play_.state.beats[at].began_s;
}

std::optional<double> StageView::over_s(std::string_view beat) const {
  const std::uint32_t at = scene().find_beat(beat);
  if (at == Scene::kNone || play_.state.beats[at].phase != BeatPhase::over) return std::nullopt;
  return play_.state.beats[at].over_s;
}

bool StageView::is_signalled(std::string_view name) const { return play_.state.is_signalled(name); }

bool StageView::is_visible(std::string_view role) const {
  const std::optional<record::FrameObject> actor = find(role), subject = find(kSubject);
  if (!actor || !subject || !is_within_sight(*subject, *actor)) return false;
  return play_.sight.is_visible(play_.stage().snapshot(), {.ground = subject->centre, .of = play_.subject},
                                actor->id);
}

bool StageView::has_touched(std::string_view object, std::string_view other) const {
  const world::ObjectId a = play_.object(object), b = other.empty() ? world::ObjectId{} : play_.object(other);
  const auto events = play_.stage().events();
  return std::any_of(events.begin(), events.end(), [&](const record::Event& e) {
    if (e.kind != record::EventKind::contact) return false;
    if (other.empty()) return e.object == a || e.other == a;
    return (e.object == a && e.other == b) || (e.object == b && e.other == a);
  });
}

}  // namespace backlot::scene
