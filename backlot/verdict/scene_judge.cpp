#include "backlot/verdict/scene_judge.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/look/leader.h"
#include "backlot/look/region.h"
#include "backlot/traffic/signal/synchronise.h"
#include "backlot/verdict/frame_view.h"

namespace backlot::verdict {

namespace {

using scene::Condition;
using scene::Moment;

constexpr double kActs_mps2 = 0.5, kActs_m = 0.15,
                 kActs_mps = 0.6;        // an actor does something else than before
constexpr double kActsAcross_mps = 0.1;  // the same across the road; a lane change begins slowly
constexpr double kSeen_m = 200, kSeen_s = 12, kNearest_m = 100;
constexpr double kDecided_s = 0.0005;
constexpr double kWaveShare = 0.7;  // of the variance of a speed that swings
constexpr double kSlack = 1e-3;     // of a period: the last step of the last one

// Whether a body has begun to move across the road since the frame before.
bool moves_across(const record::Frame& before, const record::FrameObject& body, double now_s) {
  const record::FrameObject* was = record::find(before, body.id);
  const double since_s = now_s - before.time.seconds();
  if (was == nullptr || was->strip != body.strip || since_s <= 0) return false;
  return std::fabs(body.offset - was->offset) > kActsAcross_mps * since_s;
}

// Those of `in` that are not in `other`. Both are ordered by id.
template <class Found>
void for_each_missing(const record::Frame& in, const record::Frame& other, const Found& found) {
  auto at = other.objects.begin();
  for (const record::FrameObject& object : in.objects) {
    while (at != other.objects.end() && at->id < object.id) ++at;
    if (at == other.objects.end() || at->id != object.id) found(object);
  }
}

// Most frames have the objects of the one before.
bool has_same_objects(const record::Frame& a, const record::Frame& b) {
  if (a.objects.size() != b.objects.size()) return false;
  const std::size_t count = a.objects.size();
  const auto differ = [&](std::size_t k) { return a.objects[k].id.raw() ^ b.objects[k].id.raw(); };
  std::uint64_t differs = 0;
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) differs |= differ(k) | differ(k + 1) | differ(k + 2) | differ(k + 3);
  for (; k < count; ++k) differs |= differ(k);
  return differs == 0;
}

// The part of samples, over one period, that is a wave of that period.
class Wave {
 public:
  void add(double turns, double value) {
    const base::SinCos phase = base::sin_cos(base::kTwoPi * turns);
    sum_sin_ += value * phase.sin;
    sum_cos_ += value * phase.cos;
    sum_ += value;
    squares_ += value * value;
    ++count_;
  }
  double size() const {
    return count_ == 0 ? 0 : 2 / count_ * std::sqrt(sum_sin_ * sum_sin_ + sum_cos_ * sum_cos_);
  }
  // Of the variance; 0 for samples that are all alike.
  double share() const {
    if (count_ == 0) return 0;
    const double mean = sum_ / count_, variance = squares_ / count_ - mean * mean;
    return variance > 1e-9 ? 0.5 * size() * size() / variance : 0;
  }

 private:
  double sum_sin_ = 0, sum_cos_ = 0, sum_ = 0, squares_ = 0, count_ = 0;
};

}  // namespace

SceneJudge::SceneJudge(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject)
    : scene_(std::move(scene)),
      subject_(subject),
      snapshot_(scene_->roads()),
      beats_(scene_->description().script.beats.size()),
      asked_(scene_->description().expect.size()),
      cover_(scene_->description().cover.size()),
      lights_(scene_->marks().size()) {
  for (std::size_t k = 0; k < lights_.size(); ++k) {
    const scene::PlacedMark& mark = scene_->marks()[k];
    if (!mark.has_light() || !mark.is_line) continue;
    const network::SignalProgramme& programme = scene_->roads().tracks.network().programmes()[mark.programme];
    const std::optional<double> middle =
        traffic::find_phase(programme, mark.group, network::Aspect::green, 0.5);
    if (!middle) continue;
    const double cycle_s = programme.cycle.seconds();
    watched_.push_back({k, mark.programme, *middle * cycle_s, cycle_s});
  }
}

std::string SceneJudge::role_of(std::size_t beat) const {
  BACKLOT_ASSERT(beat < beats_.size(), "the script has no such beat");
  for (const scene::ExpectationDescription& e : scene_->description().expect) {
    if (e.beat != scene_->description().script.beats[beat].name) continue;
    if (const auto* enters = std::get_if<scene::EntersPath>(&e.what)) return enters->role;
    if (const auto* acts = std::get_if<scene::Acts>(&e.what)) return acts->role;
  }
  for (const scene::ActionDescription& action : scene_->description().script.beats[beat].actions)
    if (const std::string* role = scene::find_directed_role(action)) return *role;
  return {};
}

template <class Question>
bool SceneJudge::expects(std::size_t beat, const Question& question) const {
  BACKLOT_ASSERT(beat < beats_.size(), "the script has no such beat");
  const auto& description = scene_->description();
  return std::any_of(description.expect.begin(), description.expect.end(),
                     [&](const scene::ExpectationDescription& e) {
                       return e.beat == description.script.beats[beat].name && question(e);
                     });
}

bool SceneJudge::needs_ghost(std::size_t beat) const {
  BACKLOT_ASSERT(beat < beats_.size(), "the script has no such beat");
  return expects(beat, [](const scene::ExpectationDescription& e) {
    const auto* condition = std::get_if<Condition>(&e.what);
    const auto* light = condition == nullptr ? nullptr : std::get_if<scene::LightShows>(&condition->question);
    return std::holds_alternative<scene::EntersPath>(e.what) ||
           std::holds_alternative<scene::LightTurns>(e.what) ||
           (light != nullptr && !std::isinf(light->middle_within_s));
  });
}

void SceneJudge::set_ghost(std::uint32_t beat, Ghost ghost) { beats_[beat].ghost = std::move(ghost); }

void SceneJudge::watch(const record::Frame* before, const record::Frame& frame,
                       std::span<const record::Event> events, const scene::PlayState& play,
                       const traffic::SignalClocks& clocks) {
  if (started_s_ < 0) started_s_ = frame.time.seconds();
  last_s_ = frame.time.seconds();
  for (const record::Event& event : events) {
    if (event.kind != record::EventKind::contact) continue;
    if (event.object == subject_ || event.other == subject_) {
      subject_was_hit_ = true;
    } else if (!subject_was_hit_) {
      ++contacts_;
      if (contact_s_ < 0) contact_s_ = event.time.seconds();
    }
  }
  snapshot_.set(frame);
  watch_beats(before, frame, play);
  if (before != nullptr) watch_sight(*before, frame);
  watch_lights(frame, clocks);
  ask(frame, play);
}

void SceneJudge::watch_beats(const record::Frame* before, const record::Frame& frame,
                             const scene::PlayState& play) {
  BACKLOT_ASSERT(play.beats.size() == beats_.size(), "the play is of another scene");
  const record::FrameObject* subject = record::find(frame, subject_);
  for (std::size_t k = 0; k < beats_.size(); ++k) {
    BeatWatch& beat = beats_[k];
    if (beat.began_s < 0 && play.beats[k].began_s >= 0) {
      beat.began_s = play.beats[k].began_s;
      beat.ready_s = play.beats[k].ready_s >= 0 ? play.beats[k].ready_s : beat.began_s;
      beat.acts_mps2 = kActs_mps2;
      for (const scene::ActionDescription& action : scene_->description().script.beats[k].actions)
        if (const auto* swing = std::get_if<scene::Swing>(&action.what))
          beat.acts_mps2 = std::min(kActs_mps2, 0.5 * swing->by_mps * base::kTwoPi / swing->period_s);
      beat.front_m = play.watch.front_m();
      beat.speed_mps = subject == nullptr ? 0 : subject->speed_mps;
      const auto& onset = scene_->description().onset;
      beat.needs_no_act = onset && onset->role == role_of(k);
      const std::uint32_t role = scene_->find_role(role_of(k));
      if (role != scene::Scene::kNone) beat.actor = play.roles[role].actor;
      beat.is_path_watched = expects(k, [](const scene::ExpectationDescription& e) {
        return std::holds_alternative<scene::EntersPath>(e.what);
      });
      // the frame before the beat shows how the actor behaved until then
      const record::FrameObject* actor = before != nullptr ? record::find(*before, beat.actor) : nullptr;
      if (actor != nullptr) {
        beat.actor_accel = actor->accel_mps2;
        beat.actor_speed = actor->speed_mps;
        beat.actor_offset = actor->offset;
      }
    }
    if (beat.began_s >= 0 && !beat.actor.is_empty()) watch_actor(before, frame, beat);
  }
}

void SceneJudge::watch_actor(const record::Frame* before, const record::Frame& frame, BeatWatch& beat) {
  const record::FrameObject *actor = record::find(frame, beat.actor),
                            *subject = record::find(frame, subject_);
  if (actor == nullptr || subject == nullptr) return;
  const double now = frame.time.seconds();
  beat.times_s.push_back(now);
  beat.speeds_mps.push_back(actor->speed_mps);
  if (!beat.acts_s) {
    const bool acts = std::fabs(actor->accel_mps2 - beat.actor_accel) > beat.acts_mps2 ||
                      std::fabs(actor->speed_mps - beat.actor_speed) > kActs_mps ||
                      std::fabs(actor->offset - beat.actor_offset) > kActs_m ||
                      (before != nullptr && moves_across(*before, *actor, now));
    if (acts) beat.acts_s = now;
  }
  if ((beat.acts_s || beat.needs_no_act) && !beat.onset_s) {
    const look::Eye eye{.ground = subject->centre, .of = subject_};
    if (sight_.is_visible(snapshot_.view(), eye, beat.actor)) beat.onset_s = now;
  }
  if (beat.is_path_watched && !beat.entered_s) {
    // near where the two ways meet: the actor's own nearest place on the course
    const world::Course::Nearest near = scene_->course().nearest(actor->centre);
    const std::optional<double> at = scene::first_on_course(
        scene_->course(), *actor, 0.5 * static_cast<double>(subject->width_m), near.metre);
    if (at) {
      beat.entered_s = now;
      beat.entered_m = *at;
    }
  }
}

bool SceneJudge::is_in_sight(const record::FrameObject& object, const record::FrameObject& subject) {
  const double away_m = distance_between(object.centre, subject.centre);
  if (away_m < kNearest_m) return true;
  if (away_m > std::max(kSeen_m, kSeen_s * subject.speed_mps)) return false;
  return sight_.is_visible(snapshot_.view(), {.ground = subject.centre, .of = subject_}, object.id);
}

// Objects that were not in the frame before, and those that are not in this one.
void SceneJudge::watch_sight(const record::Frame& before, const record::Frame& frame) {
  if (has_same_objects(before, frame)) return;
  const record::FrameObject* subject = record::find(frame, subject_);
  if (subject == nullptr) return;
  const auto note = [&](const record::FrameObject& object) {
    if (!is_in_sight(object, *subject)) return;
    ++seen_changes_;
    if (seen_change_s_ < 0) seen_change_s_ = frame.time.seconds();
  };
  for_each_missing(frame, before, note);
  bool has_read_before = false;
  for_each_missing(before, frame, [&](const record::FrameObject& object) {
    if (!has_read_before) snapshot_.set(before);
    has_read_before = true;
    note(object);
  });
  if (has_read_before) snapshot_.set(frame);
}

void SceneJudge::watch_lights(const record::Frame& frame, const traffic::SignalClocks& clocks) {
  const world::SignalPlans& plans = scene_->roads().conflicts.signals();
  for (const WatchedLight& light : watched_) {
    double away_s =
        base::Duration::from_nanoseconds(clocks.phase_ns(plans, light.programme, frame.time)).seconds() -
        light.middle_s;
    away_s -= light.cycle_s * std::round(away_s / light.cycle_s);
    lights_[light.mark].push_back({frame.time.seconds(), away_s});
  }
}

// Lights that are expected to change after a beat.
void SceneJudge::watch_changes(const record::Frame& frame, const FrameView& view) {
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    const scene::ExpectationDescription& e = scene_->description().expect[k];
    const auto* light = std::get_if<scene::LightTurns>(&e.what);
    if (light == nullptr || asked_[k].is_decided) continue;
    const std::uint32_t beat = scene_->find_beat(e.beat);
    const bool has_begun = beat != scene::Scene::kNone && beats_[beat].began_s >= 0;
    const bool shows = view.aspect(*scene_->find_mark(light->mark)) == light->aspect;
    // a light that shows it already has to change away from it first
    if (has_begun && shows && asked_[k].has_been_asked) {
      asked_[k].is_decided = true;
      asked_[k].turned_s = frame.time.seconds();
    }
    asked_[k].has_been_asked = !shows;
  }
}

void SceneJudge::ask(const record::Frame& frame, const scene::PlayState& play) {
  const FrameView view(*scene_, frame, snapshot_, subject_, play, started_s_, subject_was_hit_);
  watch_changes(frame, view);
  take_covered(view);
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    const scene::ExpectationDescription& e = scene_->description().expect[k];
    const auto* condition = std::get_if<Condition>(&e.what);
    Asked& asked = asked_[k];
    if (condition == nullptr || asked.is_decided) continue;
    const std::uint32_t at = scene_->find_beat(e.beat);
    const BeatWatch* beat = at == scene::Scene::kNone ? nullptr : &beats_[at];
    const bool has_begun = beat != nullptr && beat->began_s >= 0;
    const bool is_over = at != scene::Scene::kNone && play.beats[at].over_s >= 0;
    const double since_s = has_begun ? view.now_s() - beat->began_s : 0;
    const auto decide = [&](bool is_met) {
      asked.is_decided = true;
      asked.is_met = is_met;
      asked.time_s = view.now_s();
      if (const auto* compared = std::get_if<scene::Compared>(&condition->question))
        asked.value = scene::measure(view, *compared);
    };
    switch (e.moment) {
      case Moment::at_beat:
        if (has_begun && since_s >= -kDecided_s) decide(scene::holds(view, *condition, times_));
        break;
      case Moment::at_onset:
        if (has_begun && beat->onset_s) decide(scene::holds(view, *condition, times_));
        break;
      case Moment::during_beat:
        if (has_begun && !is_over) {
          asked.has_been_asked = true;
          if (!scene::holds(view, *condition, times_)) decide(false);
        } else if (is_over && asked.has_been_asked) {
          decide(true);
        }
        break;
      case Moment::after_beat:
        if (!has_begun) break;
        if (scene::holds(view, *condition, times_))
          decide(true);
        else if (since_s > e.within_s)
          decide(false);
        break;
      case Moment::never:
        if (scene::holds(view, *condition, times_)) decide(false);
        break;
      case Moment::always:
        if (!scene::holds(view, *condition, times_)) decide(false);
        break;
      case Moment::at_end:
        asked.is_met = scene::holds(view, *condition, times_);
        asked.time_s = view.now_s();
        break;
    }
  }
}

// The moment is the beginning of a beat, or the first onset of any event.
void SceneJudge::take_covered(const FrameView& view) {
  for (std::size_t k = 0; k < cover_.size(); ++k) {
    if (cover_[k].is_taken) continue;
    const scene::CoverDescription& cover = scene_->description().cover[k];
    const std::uint32_t beat = scene_->find_beat(cover.beat);
    const bool has_come =
        beat != scene::Scene::kNone
            ? beats_[beat].began_s >= 0 && view.now_s() - beats_[beat].began_s >= -kDecided_s
            : std::any_of(beats_.begin(), beats_.end(),
                          [](const BeatWatch& b) { return b.onset_s.has_value(); });
    if (!has_come) continue;
    cover_[k] = {true, scene::measure(view, cover.measure)};
  }
}

std::vector<CoveredValue> SceneJudge::covered() const {
  std::vector<CoveredValue> results;
  for (std::size_t k = 0; k < cover_.size(); ++k) {
    const scene::CoverDescription& cover = scene_->description().cover[k];
    CoveredValue result{.text = cover.text, .measure = cover.measure.measure, .bin = cover.bin};
    if (std::isfinite(cover.measure.low)) result.low = cover.measure.low;
    if (std::isfinite(cover.measure.high)) result.high = cover.measure.high;
    if (cover_[k].value && std::isfinite(*cover_[k].value)) result.value = cover_[k].value;
    results.push_back(std::move(result));
  }
  return results;
}

std::optional<double> SceneJudge::arrival_of_ghost(const BeatWatch& beat, double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  if (beat.ghost && !beat.ghost->is_empty()) return beat.ghost->find_time(metre);
  return Ghost::at_constant_speed(beat.began_s, beat.front_m, beat.speed_mps).find_time(metre);
}

// How far the light was from the middle of its green when the undisturbed subject came to the line.
void SceneJudge::judge_light(const scene::LightShows& light, const BeatWatch& beat,
                             ExpectationResult& result) const {
  const scene::PlacedMark* mark = scene_->find_mark(light.mark);
  const auto number = static_cast<std::size_t>(mark - scene_->marks().data());
  const std::optional<double> arrival =
      mark->subject_m ? arrival_of_ghost(beat, *mark->subject_m) : std::nullopt;
  result.limit = light.middle_within_s;
  if (!arrival) {
    result.is_met = false;
    result.why = "the subject never came to the line";
    return;
  }
  const std::vector<LightSample>& samples = lights_[number];
  const auto after = std::find_if(samples.begin(), samples.end(),
                                  [&](const LightSample& s) { return s.time_s >= *arrival; });
  if (samples.empty()) return;
  // past the last sample the light runs on as programmed
  const LightSample& near = after == samples.end() ? samples.back() : *after;
  result.value = near.from_middle_s - (near.time_s - *arrival);
  result.is_met = result.is_met && std::fabs(*result.value) <= light.middle_within_s;
  if (std::fabs(*result.value) > light.middle_within_s)
    result.why = fmt::format("the light was {:.1f} s {} the middle of its green", std::fabs(*result.value),
                             *result.value < 0 ? "before" : "past");
}

ExpectationResult SceneJudge::judge_turn(std::size_t k, const scene::LightTurns& light,
                                         const BeatWatch& beat) const {
  ExpectationResult result{.text = scene_->description().expect[k].text, .time_s = last_s_};
  result.limit = light.within_s;
  if (!asked_[k].turned_s) {
    result.why = "the light did not change";
    return result;
  }
  result.time_s = *asked_[k].turned_s;
  const std::optional<double> arrival = arrival_of_ghost(beat, *scene_->find_mark(light.mark)->subject_m);
  if (!arrival) {
    result.why = "the subject would never have come to the line";
    return result;
  }
  result.value = *arrival - *asked_[k].turned_s;
  result.is_met = std::fabs(*result.value - light.before_s) <= light.within_s;
  if (!result.is_met)
    result.why =
        fmt::format("the light changed {:.2f} s before the subject was at the line, {:.2f} s were wanted",
                    *result.value, light.before_s);
  return result;
}

// The wave of that period in the speed of the actor, for each whole period from the beginning of the beat on: a single change of speed looks like
// a part of a wave in one period, and in no other. The period whose wave differs most from what was wanted counts.
void SceneJudge::judge_swing(const scene::Swings& swings, const BeatWatch& beat,
                             ExpectationResult& result) const {
  BACKLOT_ASSERT(swings.period_s > 0, "a swing has a period");
  result.limit = swings.within * swings.by_mps;
  const double lasts_s = beat.times_s.empty() ? 0 : beat.times_s.back() - beat.began_s;
  const auto periods = static_cast<std::size_t>(lasts_s / swings.period_s + kSlack);
  if (periods < 1) {
    result.why = fmt::format("{} could not be watched for a whole period", swings.role);
    return;
  }
  std::vector<Wave> waves(periods);
  for (std::size_t k = 0; k < beat.times_s.size(); ++k) {
    const double turns = (beat.times_s[k] - beat.began_s) / swings.period_s;
    if (turns >= 0 && turns < static_cast<double>(periods))
      waves[static_cast<std::size_t>(turns)].add(turns, beat.speeds_mps[k]);
  }
  const auto worst = std::max_element(waves.begin(), waves.end(), [&](const Wave& a, const Wave& b) {
    return std::fabs(a.size() - swings.by_mps) < std::fabs(b.size() - swings.by_mps);
  });
  result.value = worst->size();
  result.is_met = std::fabs(*result.value - swings.by_mps) <= *result.limit;
  if (!result.is_met)
    result.why = fmt::format("the speed of {} swung by {:.2f} m/s, {:.2f} m/s were wanted", swings.role,
                             *result.value, swings.by_mps);
  const bool is_wave =
      std::all_of(waves.begin(), waves.end(), [](const Wave& wave) { return wave.share() >= kWaveShare; });
  if (is_wave || !result.is_met) return;
  result.is_met = false;
  result.why = fmt::format("the speed of {} changed otherwise than in a wave", swings.role);
}

ExpectationResult SceneJudge::judge(std::size_t k) const {
  BACKLOT_ASSERT(k < asked_.size(), "the scene has no such expectation");
  const scene::ExpectationDescription& e = scene_->description().expect[k];
  ExpectationResult result{.text = e.text, .time_s = last_s_};
  const std::uint32_t at = scene_->find_beat(e.beat);
  const BeatWatch* beat = at == scene::Scene::kNone ? nullptr : &beats_[at];
  const bool needs_beat = e.moment == Moment::at_beat || e.moment == Moment::during_beat ||
                          e.moment == Moment::after_beat || e.moment == Moment::at_onset;
  if (needs_beat && (beat == nullptr || beat->began_s < 0)) {
    result.why = fmt::format("beat {} never came", e.beat);
    return result;
  }
  if (const auto* enters = std::get_if<scene::EntersPath>(&e.what)) {
    result.limit = enters->within_s;
    if (!beat->entered_s) {
      result.why = fmt::format("{} never came into the way of the subject", enters->role);
      return result;
    }
    const std::optional<double> arrival = arrival_of_ghost(*beat, beat->entered_m);
    if (!arrival) {
      result.why = "the subject would never have come there";
      return result;
    }
    result.time_s = *beat->entered_s;
    result.value = *arrival - *beat->entered_s;
    result.is_met = std::fabs(*result.value - enters->before_s) <= enters->within_s;
    if (!result.is_met)
      result.why = fmt::format("{} came into the way of the subject {:.2f} s before it, {:.2f} s were wanted",
                               enters->role, *result.value, enters->before_s);
    return result;
  }
  if (const auto* light = std::get_if<scene::LightTurns>(&e.what)) return judge_turn(k, *light, *beat);
  if (std::holds_alternative<scene::NoAppearance>(e.what)) {
    result.value = static_cast<double>(seen_changes_);
    result.limit = 0;
    result.is_met = seen_changes_ == 0;
    if (!result.is_met) {
      result.time_s = seen_change_s_;
      result.why = fmt::format("an extra appeared or vanished in sight of the subject after {:.1f} s",
                               seen_change_s_ - started_s_);
    }
    return result;
  }
  if (std::holds_alternative<scene::NoContactOfExtras>(e.what)) {
    result.value = static_cast<double>(contacts_);
    result.limit = 0;
    result.is_met = contacts_ == 0;
    if (!result.is_met) {
      result.time_s = contact_s_;
      result.why = "extras touched each other";
    }
    return result;
  }
  if (const auto* acts = std::get_if<scene::Acts>(&e.what)) {
    result.limit = acts->within_s;
    if (beat->acts_s) result.value = *beat->acts_s - beat->ready_s;
    result.is_met = result.value && *result.value <= acts->within_s;
    if (!result.is_met) result.why = fmt::format("{} did nothing in time", acts->role);
    return result;
  }
  if (const auto* swings = std::get_if<scene::Swings>(&e.what)) {
    judge_swing(*swings, *beat, result);
    return result;
  }
  const auto& condition = std::get<Condition>(e.what);
  const Asked& asked = asked_[k];
  const bool holds_until_end = e.moment == Moment::never || e.moment == Moment::always;
  result.is_met = asked.is_decided ? asked.is_met
                                   : (holds_until_end || (e.moment == Moment::at_end && asked.is_met) ||
                                      (e.moment == Moment::during_beat && asked.has_been_asked));
  if (asked.time_s >= 0) result.time_s = asked.time_s;
  result.value = asked.value;
  if (!result.is_met) result.why = "it was not so";
  const auto* light = std::get_if<scene::LightShows>(&condition.question);
  if (light != nullptr && !std::isinf(light->middle_within_s) && beat != nullptr)
    judge_light(*light, *beat, result);
  return result;
}

std::vector<ExpectationResult> SceneJudge::expectations() const {
  std::vector<ExpectationResult> results;
  for (std::size_t k = 0; k < asked_.size(); ++k) results.push_back(judge(k));
  return results;
}

std::optional<double> SceneJudge::lateness(std::size_t beat) const {
  BACKLOT_ASSERT(beat < beats_.size(), "the script has no such beat");
  const auto& description = scene_->description();
  const BeatWatch& seen = beats_[beat];
  for (std::size_t k = 0; k < description.expect.size(); ++k) {
    const scene::ExpectationDescription& e = description.expect[k];
    if (e.beat != description.script.beats[beat].name) continue;
    const auto* enters = std::get_if<scene::EntersPath>(&e.what);
    const auto* light = std::get_if<scene::LightTurns>(&e.what);
    const std::optional<double> came_s = enters != nullptr  ? seen.entered_s
                                         : light != nullptr ? asked_[k].turned_s
                                                            : std::nullopt;
    if (!came_s) continue;
    const double metre = enters != nullptr ? seen.entered_m : *scene_->find_mark(light->mark)->subject_m;
    const std::optional<double> arrival = arrival_of_ghost(seen, metre);
    if (arrival) return (enters != nullptr ? enters->before_s : light->before_s) - (*arrival - *came_s);
  }
  return std::nullopt;
}

bool SceneJudge::is_timed(std::size_t beat) const {
  BACKLOT_ASSERT(beat < beats_.size(), "the script has no such beat");
  return expects(beat, [](const scene::ExpectationDescription& e) {
    return std::holds_alternative<scene::EntersPath>(e.what) ||
           std::holds_alternative<scene::LightTurns>(e.what);
  });
}

std::vector<EventResult> SceneJudge::events() const {
  std::vector<EventResult> results;
  const auto& description = scene_->description();
  for (std::size_t k = 0; k < beats_.size(); ++k) {
    if (!description.script.beats[k].commits) continue;
    const BeatWatch& beat = beats_[k];
    EventResult result{
        .event = description.script.beats[k].name, .time_s = beat.began_s, .onset_s = beat.onset_s};
    result.actor = beat.actor;
    if (is_timed(k))
      result.error_s = lateness(k);
    else if (beat.acts_s)
      result.error_s = *beat.acts_s - beat.ready_s;
    result.has_happened = beat.began_s >= 0 && result.error_s.has_value();
    results.push_back(result);
  }
  return results;
}

}  // namespace backlot::verdict
