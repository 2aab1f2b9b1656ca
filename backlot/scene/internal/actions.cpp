// Beats: what happens when one begins, goes on, and is over.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kPullsOut_s = 4;  // so long it accelerates as fast as it can

// ---- begin

void begin(Play& play, std::size_t k, const Tell& tell) {
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  if (keeps_time_with_subject(tell)) return;  // keep_on_time
  if (play.beat(k).until) return;             // it is told for as long as the beat lasts
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
void begin(Play& play, std::size_t k, const PullOut& what) {
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  const RoleState* role = play.find_role(what.role);
  const bool drives = !role->actor.is_empty() && play.stage().set_driving(role->actor) &&
                      play.directing->claim(role->actor) == direct::ClaimAnswer::granted;
  if (!drives) {
    play.fail(Trouble::actor_lost, static_cast<std::uint32_t>(k), play.scene->find_role(what.role));
    return;
  }
  play.state.beats[k].told.push_back(play.directing->direct(
      {.actor = role->actor, .hold = direct::ForTime{kPullsOut_s}, .what = direct::Launch{}}));
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

// Where in a beat an action stands.
struct Counted {
  std::size_t action = 0, lights = 0;
};

void go_on(Play& play, std::size_t k, const Tell& tell, Counted& count) {
  if (play.beat(k).until) keep_telling(play, k, count.action, tell);
}
void go_on(Play& play, std::size_t, const HoldBack&, Counted&) { hold_back_others(play); }
void go_on(Play& play, std::size_t, const CastRole& what, Counted&) {
  play.open_roles.push_back(play.scene->find_role(what.role));
}
void go_on(Play& play, std::size_t k, const LightOnCue& cue, Counted& count) {
  cue_light(play, cue, play.state.lights[count.lights++], play.beat(k).commits);
}
void go_on(Play& play, std::size_t, const KeepPathFree& what, Counted&) { clear_path(play, what); }
void go_on(Play& play, std::size_t k, const Swing& swing, Counted&) { swing_speed(play, k, swing); }
void go_on(Play& play, std::size_t k, const DriveAt& what, Counted&) { hold_speed(play, k, what); }
void go_on(Play& play, std::size_t k, const TakePosition& what, Counted&) { take_position(play, k, what); }
template <class Other>
void go_on(Play&, std::size_t, const Other&, Counted&) {}

// The number of the first light that a beat directs.
std::size_t first_light(const Play& play, std::size_t k) {
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  std::size_t count = 0;
  for (std::size_t before = 0; before < k; ++before)
    for (const ActionDescription& action : play.beat(before).actions)
      if (std::holds_alternative<LightOnCue>(action.what)) ++count;
  return count;
}

// The roles that a beat tells something.
template <class Visitor>
void for_directed(const Play& play, std::size_t k, const Visitor& visit) {
  for (const ActionDescription& action : play.beat(k).actions) {
    if (const std::string* role = find_directed_role(action)) visit(*role);
  }
}

}  // namespace

void Play::fail(Trouble trouble, std::uint32_t beat, std::uint32_t role, double value) {
  BACKLOT_ASSERT(beat == Scene::kNone || beat < state.beats.size(), "the script has no such beat");
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
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  BeatState& beat = play.state.beats[k];
  beat.phase = BeatPhase::plays;
  beat.began_s = play.now_s();
  const bool is_decoy = play.beat(k).commits && play.state.is_without_events;
  if (play.beat(k).commits) {
    for_directed(play, k, [&](const std::string& name) {
      if (RoleState* role = play.find_role(name)) role->is_committed = true;
    });
  }
  if (is_decoy) return;
  if (const CanBe* can =
          play.beat(k).commits && play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr)
    if (const PlacedMark* mark = play.scene->find_mark(can->mark))
      let_pass(play, play.object(can->role), *mark);
  for (const ActionDescription& action : play.beat(k).actions)
    std::visit([&](const auto& what) { begin(play, k, what); }, action.what);
}

void go_on_beat(Play& play, std::size_t k) {
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  if (play.beat(k).commits && play.state.is_without_events) return;
  Counted count{.lights = first_light(play, k)};
  for (const ActionDescription& action : play.beat(k).actions) {
    std::visit([&](const auto& what) { go_on(play, k, what, count); }, action.what);
    ++count.action;
  }
}

void end_beat(Play& play, std::size_t k) {
  BACKLOT_ASSERT(k < play.state.beats.size(), "the script has no such beat");
  BeatState& beat = play.state.beats[k];
  beat.phase = BeatPhase::over;
  beat.over_s = play.now_s();
  for (const direct::DirectiveNumber number : beat.told) play.stage().cancel(number);
  stop_telling(play, k);
  for (const ActionDescription& action : play.beat(k).actions)
    if (std::holds_alternative<KeepPathFree>(action.what) || std::holds_alternative<HoldBack>(action.what))
      stop_nudging(play);
  for (const ActionDescription& action : play.beat(k).actions) {
    const auto* tell = std::get_if<Tell>(&action.what);
    RoleState* role =
        tell != nullptr && keeps_time_with_subject(*tell) ? play.find_role(tell->role) : nullptr;
    if (role == nullptr || role->pace == 0) continue;
    play.stage().cancel(role->pace);
    role->pace = 0;
    role->target_s = -1;
    role->change_mps = 0;
  }
  // an actor that has no further beat drives as if it had never been directed
  for_directed(play, k, [&](const std::string& name) {
    bool has_more = false;
    for (std::size_t later = 0; later < play.state.beats.size(); ++later) {
      const BeatPhase phase = play.state.beats[later].phase;
      if (phase == BeatPhase::waits || phase == BeatPhase::plays)
        for_directed(play, later, [&](const std::string& other) { has_more = has_more || other == name; });
    }
    RoleState* role = play.find_role(name);
    if (has_more || role == nullptr || role->actor.is_empty()) return;
    role->is_spent = true;
    play.directing->release(role->actor);
  });
}

}  // namespace backlot::scene
