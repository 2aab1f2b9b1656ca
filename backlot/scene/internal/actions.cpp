// Beats: what happens when one begins, goes on, and is over.
#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kTwoPi = 6.283185307179586;

// The names of a directive become objects and marks. Empty where one of them is not there.
std::optional<direct::Directive> resolve(const Play& play, const Tell& tell) {
  direct::Directive directive{.actor = play.object(tell.role), .what = tell.what};
  if (directive.actor.is_empty()) return std::nullopt;
  if (tell.for_s) directive.hold = direct::ForTime{*tell.for_s};
  bool is_known = true;
  std::visit(
      [&](auto& what) {
        if constexpr (requires { what.object; }) {
          what.object = play.object(tell.object);
          is_known = is_known && !what.object.is_empty();
        }
        if constexpr (requires { what.mark; }) {
          const PlacedMark* mark = play.scene->find_mark(tell.mark);
          const std::optional<ActorTime> time =
              mark == nullptr ? std::nullopt : find_actor_time(play, directive.actor, *mark);
          is_known = is_known && time.has_value();
          if (time) what.mark = time->way->mark;
        }
      },
      directive.what);
  return is_known ? std::optional(directive) : std::nullopt;
}

// ---- begin

void begin(Play& play, std::size_t k, const Tell& tell) {
  RoleState* role = play.find_role(tell.role);
  const std::optional<direct::Directive> directive = resolve(play, tell);
  if (!directive) {
    play.fail(Trouble::actor_lost, static_cast<std::uint32_t>(k), play.scene->find_role(tell.role));
    return;
  }
  const direct::DirectiveNumber number = play.directing->direct(*directive);
  play.state.beats[k].told.push_back(number);
  // what it was told of its route before is replaced
  if (std::holds_alternative<direct::TurnAcross>(tell.what) ||
      std::holds_alternative<direct::Turn>(tell.what))
    role->route = number;
}
void begin(Play& play, std::size_t k, const DriveAt& what) {
  const RoleState* role = play.find_role(what.role);
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(role->actor);
  if (!actor) {
    play.fail(Trouble::actor_lost, static_cast<std::uint32_t>(k), play.scene->find_role(what.role));
    return;
  }
  const world::Track& track = play.scene->roads().tracks[actor->mover.trail.current()];
  const double usual = static_cast<double>(track.limit_mps * actor->driver.traits.speed_factor);
  play.state.beats[k].told.push_back(
      play.directing->direct({.actor = role->actor,
                              .hold = direct::ForTime{1e6},
                              .what = direct::AdjustSpeed{.speed_mps = what.speed_mps - usual}}));
}
void begin(Play& play, std::size_t, const Note& note) {
  play.state.notes.push_back({play.now_s(), note.text});
}
void begin(Play& play, std::size_t, const LetGo& what) {
  if (RoleState* role = play.find_role(what.role)) {
    role->is_spent = true;
    play.directing->release(role->actor);
  }
}
template <class Other>
void begin(Play&, std::size_t, const Other&) {}

// ---- go on

void go_on(Play& play, std::size_t, const CastRole& what, std::size_t&) {
  play.open_roles.push_back(play.scene->find_role(what.role));
}
void go_on(Play& play, std::size_t, const LightOnCue& cue, std::size_t& lights) {
  cue_light(play, cue, play.state.lights[lights++]);
}
void go_on(Play& play, std::size_t, const KeepPathFree& what, std::size_t&) { clear_path(play, what); }
void go_on(Play& play, std::size_t k, const Swing& swing, std::size_t&) {
  const RoleState* role = play.find_role(swing.role);
  if (role->actor.is_empty()) return;
  const double since_s = play.now_s() - play.state.beats[k].began_s;
  const double change = swing.by_mps * base::sin(kTwoPi * since_s / swing.period_s);
  play.directing->direct(
      {.actor = role->actor, .hold = direct::ForTime{1}, .what = direct::AdjustSpeed{.speed_mps = change}});
}
template <class Other>
void go_on(Play&, std::size_t, const Other&, std::size_t&) {}

// The number of the first light that a beat directs.
std::size_t first_light(const Play& play, std::size_t k) {
  std::size_t count = 0;
  for (std::size_t before = 0; before < k; ++before)
    for (const ActionDescription& action : play.beat(before).actions)
      if (std::holds_alternative<LightOnCue>(action.what)) ++count;
  return count;
}

// The roles that a beat tells something.
template <class Visitor>
void for_told(const Play& play, std::size_t k, const Visitor& visit) {
  for (const ActionDescription& action : play.beat(k).actions) {
    if (const auto* tell = std::get_if<Tell>(&action.what)) visit(tell->role);
    if (const auto* swing = std::get_if<Swing>(&action.what)) visit(swing->role);
    if (const auto* drive = std::get_if<DriveAt>(&action.what)) visit(drive->role);
  }
}

}  // namespace

void Play::fail(Trouble trouble, std::uint32_t beat, std::uint32_t role, double value) {
  // a subject that comes to a stop is slow first
  const bool is_worse = state.trouble == Trouble::subject_slow && trouble == Trouble::subject_stopped;
  if (state.trouble != Trouble::none && !is_worse) return;
  state.trouble = trouble;
  state.trouble_s = now_s();
  state.trouble_beat = beat;
  state.trouble_role = role;
  state.trouble_value = value;
}

void begin_beat(Play& play, std::size_t k) {
  BeatState& beat = play.state.beats[k];
  beat.phase = BeatPhase::plays;
  beat.began_s = play.now_s();
  const bool is_decoy = play.beat(k).commits && play.state.is_without_events;
  if (play.beat(k).commits) {
    for_told(play, k, [&](const std::string& name) {
      if (RoleState* role = play.find_role(name)) role->is_committed = true;
    });
  }
  if (is_decoy) return;
  for (const ActionDescription& action : play.beat(k).actions)
    std::visit([&](const auto& what) { begin(play, k, what); }, action.what);
}

void go_on_beat(Play& play, std::size_t k) {
  if (play.beat(k).commits && play.state.is_without_events) return;
  std::size_t lights = first_light(play, k);
  for (const ActionDescription& action : play.beat(k).actions)
    std::visit([&](const auto& what) { go_on(play, k, what, lights); }, action.what);
}

void end_beat(Play& play, std::size_t k) {
  BeatState& beat = play.state.beats[k];
  beat.phase = BeatPhase::over;
  beat.over_s = play.now_s();
  for (const direct::DirectiveNumber number : beat.told) play.stage().cancel(number);
  for (const ActionDescription& action : play.beat(k).actions)
    if (std::holds_alternative<KeepPathFree>(action.what)) stop_nudging(play);
  // an actor that has no further beat drives as if it had never been directed
  for_told(play, k, [&](const std::string& name) {
    bool has_more = false;
    for (std::size_t later = 0; later < play.state.beats.size(); ++later) {
      const BeatPhase phase = play.state.beats[later].phase;
      if (phase == BeatPhase::waits || phase == BeatPhase::plays)
        for_told(play, later, [&](const std::string& other) { has_more = has_more || other == name; });
    }
    RoleState* role = play.find_role(name);
    if (has_more || role == nullptr || role->actor.is_empty()) return;
    role->is_spent = true;
    play.directing->release(role->actor);
  });
}

}  // namespace backlot::scene
