#include "backlot/scene/scene_director.h"

#include <algorithm>
#include <array>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/script_words.h"

namespace backlot::scene {

namespace {

constexpr double kGivesUp_s = 60;  // the subject has stood so long without a cause

// What the machine calls for one beat. Its functions have no captures, so there is one set of them for each number.
struct BeatFunctions {
  hcsm::Question<Play> may_begin, may_end, is_missed;
  hcsm::Action<Play> begin, go_on, end, miss;
};
template <std::size_t kBeat>
constexpr BeatFunctions functions_of() {
  return {[](const Play& p) { return p.may_begin[kBeat]; },
          [](const Play& p) { return p.may_end[kBeat]; },
          [](const Play& p) { return p.is_missed[kBeat]; },
          [](Play& p) { begin_beat(p, kBeat); },
          [](Play& p) { go_on_beat(p, kBeat); },
          [](Play& p) { end_beat(p, kBeat); },
          [](Play& p) {
            if (p.state.beats[kBeat].phase != BeatPhase::waits) return;
            p.state.beats[kBeat].phase = BeatPhase::missed;
            p.state.beats[kBeat].over_s = p.now_s();
          }};
}
template <std::size_t... kBeats>
constexpr std::array<BeatFunctions, sizeof...(kBeats)> all_functions(std::index_sequence<kBeats...>) {
  return {functions_of<kBeats>()...};
}
constexpr std::array<BeatFunctions, kMostBeats> kFunctions =
    all_functions(std::make_index_sequence<kMostBeats>());

std::size_t count_lights(const SceneDescription& scene) {
  std::size_t count = 0;
  for (const BeatDescription& beat : scene.script.beats)
    count += static_cast<std::size_t>(std::count_if(
        beat.actions.begin(), beat.actions.end(),
        [](const ActionDescription& action) { return std::holds_alternative<LightOnCue>(action.what); }));
  return count;
}

// The buttons of every scene, in the order of its panel; those of signals stand behind them.
constexpr hcsm::ButtonId kSkipButton(0), kEndButton(1);
hcsm::ButtonId button_of_signal(std::size_t k) { return hcsm::ButtonId(static_cast<std::uint32_t>(k + 2)); }

bool has_begun(const PlayState& state, std::uint32_t beat) {
  BACKLOT_ASSERT(beat == Scene::kNone || beat < state.beats.size(), "the script has no such beat");
  return beat != Scene::kNone && state.beats[beat].phase != BeatPhase::waits;
}

// Whether an actor that starts now comes later than the scene could bear.
bool is_too_late(const Play& play, const CanBe& can, const PlacedMark& mark) {
  constexpr double kMostLate_s = 0.3;
  const std::optional<ActorTime> time = find_actor_time(play, play.object(can.role), mark);
  const std::optional<double> subject_s = time ? play.subject_s(time->touch.subject_m) : std::nullopt;
  return !subject_s || (time->stands && *subject_s - time->soonest_s < can.before_s - kMostLate_s);
}

}  // namespace

hcsm::Machine<Play> machine_of(const Scene& scene) {
  hcsm::MachineDescription<Play> description;
  description.panel = {.buttons = {std::string(kSkipEvents), std::string(kEndScene)}};
  for (const std::string& name : scene.signals()) description.panel.buttons.emplace_back("signal " + name);
  description.root.name = "scene " + scene.description().name;  // a beat may have the name of the scene
  const auto& beats = scene.description().script.beats;
  BACKLOT_CHECK(beats.size() <= kMostBeats, "a scene has no more beats than its machine can hold");
  for (std::size_t k = 0; k < beats.size(); ++k) {
    const std::string& name = beats[k].name;
    const BeatFunctions& f = kFunctions[k];
    hcsm::StateDescription<Play> waits{.name = name + " waits"}, plays{.name = name + " plays"},
        over{.name = name + " over"};
    waits.transitions.push_back(
        {.to = name + " plays", .when = f.may_begin, .label = begin_in_words(beats[k])});
    waits.transitions.push_back(
        {.to = name + " over", .when = f.is_missed, .label = deadline_in_words(beats[k])});
    plays.enter = f.begin;
    plays.before = f.go_on;
    plays.leave = f.end;
    plays.transitions.push_back({.to = name + " over", .when = f.may_end, .label = end_in_words(beats[k])});
    over.enter = f.miss;
    hcsm::StateDescription<Play> region{.name = name};
    region.one_of = {std::move(waits), std::move(plays), std::move(over)};
    description.root.all_of.push_back(std::move(region));
  }
  auto built = hcsm::Machine<Play>::build(description);
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

std::optional<hcsm::Message> find_signal(const Scene& scene, std::string_view name) {
  const std::span<const std::string> names = scene.signals();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return hcsm::press(button_of_signal(static_cast<std::size_t>(at - names.begin())));
}

SceneDirector::SceneDirector(std::shared_ptr<const Scene> scene, world::ObjectId subject,
                             const DirectorOptions& options)
    : machine_(std::make_shared<const hcsm::Machine<Play>>(machine_of(*scene))) {
  play_.scene = std::move(scene);
  play_.subject = subject;
  play_.has_supply = options.has_supply;
  play_.seed = options.seed;
  assigned_ = options.assigned;
  play_.panel = machine_->panel().at_rest();
  const SceneDescription& d = play_.description();
  play_.state.beats.resize(d.script.beats.size());
  play_.state.roles.resize(d.cast.size());
  play_.state.lights.resize(count_lights(d));
  play_.state.sources.resize(d.set.sources.size());
  play_.state.sinks.resize(d.set.sinks.size());
  play_.state.is_without_events = d.is_decoy;
  for (const BeatDescription& beat : d.script.beats)
    lost_at_.push_back(beat.when ? play_.scene->find_mark(mark_of(*beat.when)) : nullptr);
}

std::uint32_t SceneDirector::about_to_commit() const {
  for (std::size_t k = 0; k < play_.state.beats.size(); ++k)
    if (play_.beat(k).commits && play_.state.beats[k].phase == BeatPhase::waits &&
        play_.state.beats[k].ready_s >= 0)
      return static_cast<std::uint32_t>(k);
  return Scene::kNone;
}

hcsm::Answer SceneDirector::take(const hcsm::Message& message) {
  return hcsm::deliver(machine_->panel(), play_.panel, message);
}

void SceneDirector::restore(base::FieldReader& field) {
  field(*this);
  const SceneDescription& d = play_.description();
  const bool is_sound =
      hcsm::is_sound(machine_->outline(), machine_state_) &&
      play_.state.beats.size() == d.script.beats.size() && play_.state.roles.size() == d.cast.size() &&
      play_.state.lights.size() == count_lights(d) && play_.state.sources.size() == d.set.sources.size() &&
      play_.state.sinks.size() == d.set.sinks.size() &&
      play_.state.times.since_s.size() <= play_.scene->lasting().size();
  if (!is_sound) field.fail();
}

void SceneDirector::step(const direct::Directing& directing) {
  play_.directing = &directing;
  PlayState& state = play_.state;
  if (hcsm::take(play_.panel, kSkipButton)) state.is_without_events = true;
  // the step of the machine forgets what was pressed
  const bool is_ended = hcsm::take(play_.panel, kEndButton);
  take_signals();
  if (!state.is_over) {
    if (state.started_s < 0) start();
    play_.open_roles.clear();
    state.watch.look(*play_.scene, directing.stage, play_.subject);
    foresee_marks();
    check_actors(play_);
    ask_beats();
    if (has_started_) {
      hcsm::step(*machine_, machine_state_, play_);
    } else {
      hcsm::start(*machine_, machine_state_, play_);
      has_started_ = true;
    }
    cast_roles(play_);
    keep_on_time(play_);
    manage_stage(play_);
    watch_premises();
    find_end(is_ended);
  }
  play_.directing = nullptr;
}

void SceneDirector::take_signals() {
  const std::span<const std::string> names = play_.scene->signals();
  for (std::size_t k = 0; k < names.size(); ++k)
    if (hcsm::take(play_.panel, button_of_signal(k)) && !play_.state.is_signalled(names[k]))
      play_.state.signals.push_back({play_.now_s(), names[k]});
}

// The lights that the script sets to green for the subject do not hold it up.
void SceneDirector::start() {
  play_.state.started_s = play_.now_s();
  for (const AssignedRole& one : assigned_) assign_role(play_, one.role, one.actor);
  for (const BeatDescription& beat : play_.description().script.beats)
    for (const ActionDescription& action : beat.actions)
      if (const auto* cue = std::get_if<LightOnCue>(&action.what);
          cue != nullptr && (cue->aspect == network::Aspect::green || cue->aspect == network::Aspect::yellow))
        play_.state.watch.expect_green(play_.scene->find_mark(cue->line)->programme);
}

// Several triggers and premises wait for the same marks.
void SceneDirector::foresee_marks() {
  const std::span<const PlacedMark> marks = play_.scene->marks();
  play_.mark_s.resize(marks.size());
  for (std::size_t k = 0; k < marks.size(); ++k)
    play_.mark_s[k] = marks[k].subject_m ? play_.subject_s(*marks[k].subject_m) : std::nullopt;
}

// Which beats may begin, may end or are missed, before the machine asks.
void SceneDirector::ask_beats() {
  PlayState& state = play_.state;
  const StageView view(play_);
  for (std::size_t k = 0; k < state.beats.size(); ++k) {
    const BeatDescription& beat = play_.beat(k);
    BeatState& now = state.beats[k];
    play_.may_begin[k] = play_.may_end[k] = play_.is_missed[k] = false;
    if (now.phase == BeatPhase::waits) {
      const bool is_next = std::all_of(beat.after.begin(), beat.after.end(), [&](const std::string& before) {
        return has_begun(state, play_.scene->find_beat(before));
      });
      const bool is_triggered = !beat.when || holds(view, *beat.when, state.times);
      bool may = is_next && is_triggered;
      const CanBe* can = beat.when ? find_can_be(*beat.when) : nullptr;
      if (may && beat.commits) {
        // it is refused while another body is in the way of the actor
        const PlacedMark* mark = can == nullptr ? nullptr : play_.scene->find_mark(can->mark);
        if (mark != nullptr &&
            (is_too_late(play_, *can, *mark) || !has_room(play_, play_.object(can->role), *mark)))
          may = false;
        if (now.ready_s < 0 && may) {
          now.ready_s = play_.now_s();
          may = false;
        } else if (now.ready_s >= 0) {
          may = true;  // it was said to come
        }
      } else if (beat.commits && now.ready_s >= 0) {
        may = true;
      }
      play_.may_begin[k] = may;
      if (!may) {
        bool is_missed = beat.deadline && holds(view, *beat.deadline, state.times);
        if (!beat.deadline && beat.when) {
          const PlacedMark* mark = lost_at_[k];
          is_missed = mark != nullptr && mark->subject_m && state.watch.is_there() &&
                      state.watch.front_m() > *mark->subject_m;
        }
        play_.is_missed[k] = is_missed;
        if (is_missed && !beat.is_branch) {
          const std::uint32_t role = can == nullptr ? Scene::kNone : play_.scene->find_role(can->role);
          const bool is_cast = role != Scene::kNone && !state.roles[role].actor.is_empty();
          play_.fail(can != nullptr && !is_cast ? Trouble::no_candidate
                     : can != nullptr           ? Trouble::way_not_clear
                                                : Trouble::missed,
                     static_cast<std::uint32_t>(k), role);
        }
      }
    } else if (now.phase == BeatPhase::plays) {
      if (beat.until) {
        play_.may_end[k] = holds(view, *beat.until, state.times);
      } else {
        std::erase_if(now.told, [&](direct::DirectiveNumber number) {
          const auto answer = play_.directing->find_answer(number);
          if (!answer || answer->answer == direct::AnswerKind::accepted) return false;
          if (answer->answer == direct::AnswerKind::refused || answer->answer == direct::AnswerKind::failed)
            play_.fail(Trouble::actor_lost, static_cast<std::uint32_t>(k), Scene::kNone,
                       static_cast<double>(answer->why));
          return true;
        });
        const bool has_lasting = std::any_of(beat.actions.begin(), beat.actions.end(), is_lasting);
        const auto swing = std::find_if(
            beat.actions.begin(), beat.actions.end(),
            [](const ActionDescription& action) { return std::holds_alternative<Swing>(action.what); });
        const bool swings =
            swing != beat.actions.end() && play_.now_s() - now.began_s < std::get<Swing>(swing->what).for_s;
        play_.may_end[k] = now.told.empty() && !has_lasting && !swings;
      }
    }
  }
}

// What the subject must have done for some time when a beat begins. It is asked in every step before, so that the time is known.
void SceneDirector::watch_premises_of_beats() {
  const StageView view(play_);
  for (const Premise& premise : play_.description().given) {
    if (premise.before_beat.empty()) continue;
    const BeatState& beat = play_.state.beats[play_.scene->find_beat(premise.before_beat)];
    if (beat.began_s >= 0 && beat.began_s < play_.now_s()) continue;
    const bool is_met = holds(view, premise.what, play_.state.times);
    if (beat.began_s >= 0 && !is_met)
      play_.fail(Trouble::subject_slow, Scene::kNone, Scene::kNone,
                 play_.state.watch.share_of_limit(*play_.scene));
  }
}

// What the subject must do by itself, from a moment on until the first event.
void SceneDirector::watch_premises() {
  PlayState& state = play_.state;
  watch_premises_of_beats();
  bool has_committed = false;
  for (std::size_t k = 0; k < state.beats.size(); ++k)
    has_committed = has_committed || (play_.beat(k).commits && state.beats[k].phase != BeatPhase::waits);
  if (has_committed) return;
  if (!state.watch.is_there()) {
    play_.fail(Trouble::subject_left, Scene::kNone, Scene::kNone, state.watch.front_m());
    return;
  }
  if (!state.watch.is_on_route())
    play_.fail(Trouble::subject_left, Scene::kNone, Scene::kNone, state.watch.front_m());
  if (state.watch.idle_s() > kGivesUp_s / 3)
    play_.fail(Trouble::subject_stopped, Scene::kNone, Scene::kNone, state.watch.front_m());
  const StageView view(play_);
  for (const Premise& premise : play_.description().given) {
    if (!premise.before_beat.empty()) continue;
    const bool is_asked = (!premise.from || holds(view, *premise.from, state.times)) &&
                          (!premise.until || !holds(view, *premise.until, state.times));
    // a subject that others hold up does not evade
    if (is_asked && !holds(view, premise.what, state.times) && !state.watch.is_held_up())
      play_.fail(Trouble::subject_slow, Scene::kNone, Scene::kNone, state.watch.share_of_limit(*play_.scene));
  }
}

void SceneDirector::find_end(bool is_ended) {
  PlayState& state = play_.state;
  const StageView view(play_);
  const ScriptDescription& script = play_.description().script;
  const bool is_over = (script.end && holds(view, *script.end, state.times)) ||
                       play_.now_s() - state.started_s > script.most_s || !state.watch.is_there() ||
                       state.watch.idle_s() > kGivesUp_s || is_ended;
  if (!is_over) return;
  state.is_over = true;
  stop_nudging(play_);
  for (const LightState& light : state.lights)
    if (light.is_held) play_.stage().release_light(light.programme, play_.directing->self);
  for (RoleState& role : state.roles) {
    if (role.actor.is_empty()) continue;
    for (const direct::DirectiveNumber number : {role.pace, role.route})
      if (number != 0) play_.stage().cancel(number);
    play_.directing->release(role.actor);
  }
}

}  // namespace backlot::scene
