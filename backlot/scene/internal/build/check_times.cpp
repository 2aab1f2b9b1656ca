// Whether the moments of a script can come, and come in an order in which something can happen.
#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/schedule.h"

namespace backlot::scene {

namespace {

constexpr std::array<double, 2> kSubjectShares{kSlowestShare, kFastestShare};
constexpr double kLongestFirst_s = 3;  // a trigger within so long after the start counts as possible

// For which of the subjects something holds.
enum class For { none, some, all };

struct Verdict {
  For cases = For::none;
  std::string some;  // in words: "that drives at 60 % of the limits"
};

// Asks both ends of the interval of shares. What lies between two points that are linear in 1 / share holds in between as well.
template <class Holds>
Verdict ask(const std::array<Schedule, 2>& schedules, Holds holds) {
  Verdict answer;
  int count = 0;
  for (std::size_t k = 0; k < schedules.size(); ++k) {
    if (!holds(schedules[k])) continue;
    ++count;
    answer.some = fmt::format("for a subject at {:.0f} % of the limits", 100 * kSubjectShares[k]);
  }
  answer.cases = count == 0 ? For::none : count == 2 ? For::all : For::some;
  return answer;
}

// The conditions that must all hold where this one does.
void find_needed(const Condition& condition, std::vector<const Condition*>& found) {
  if (condition.joint == Joint::one) found.push_back(&condition);
  if (condition.joint != Joint::all) return;
  for (const Condition& part : condition.parts) find_needed(part, found);
}

// All cues of the subject's arrival in a condition.
void find_cues(const Condition& condition, std::vector<const Condition*>& found) {
  for (const Condition& part : condition.parts) find_cues(part, found);
  if (condition.joint != Joint::one) return;
  const auto* compared = std::get_if<Compared>(&condition.question);
  if (compared != nullptr && compared->object == kSubject &&
      (compared->measure == Measure::time_to || compared->measure == Measure::way_to))
    found.push_back(&condition);
}

double highest_limit(const world::Course& course) {
  double limit = 0;
  for (double metre = 0; metre <= course.length_m(); metre += world::Course::kStep_m)
    limit = std::max(limit, course.limit_at(metre));
  return limit;
}

}  // namespace

// A trigger that waits for a time before an arrival can fire only where the subject starts so long before it, however fast it drives.
void SceneBuilder::check_cue(std::size_t beat, const Compared& cue, const network::TextPlace& at) {
  BACKLOT_ASSERT(beat < scene_->description_.script.beats.size(), "the script has no such beat");
  const std::string& name = scene_->description_.script.beats[beat].name;
  const PlacedMark* mark = scene_->find_mark(cue.mark);
  if (mark == nullptr || !mark->subject_m) return;
  const double way_m = *mark->subject_m - scene_->start_m();
  if (way_m <= 0) {
    error(
        "P334", at,
        fmt::format("beat {} waits for the subject before {}, which lies behind its start", name, mark->name),
        "let the subject start before the mark, or name another one");
    return;
  }
  if (cue.high == std::numeric_limits<double>::infinity()) return;
  if (cue.measure == Measure::way_to) {
    if (cue.high > way_m)
      found_.warning("P401", at,
                     fmt::format("beat {} is to begin {:.0f} m before {}, but the subject starts only {:.0f} "
                                 "m before it",
                                 name, cue.high, mark->name, way_m),
                     "let the subject start earlier, or the beat later");
    return;
  }
  const auto seconds = [&](double share) {
    return scene_->travel_times().seconds_between(scene_->start_m(), *mark->subject_m, share);
  };
  const double soonest_s = seconds(kFastestShare), latest_s = seconds(kSlowestShare);
  if (cue.high > soonest_s + kLongestFirst_s)
    found_.warning("P401", at,
                   fmt::format("beat {} is to begin {:.0f} s before the subject is at {}, but the subject "
                               "starts only {:.0f} to {:.0f} s before it",
                               name, cue.high, mark->name, soonest_s, latest_s),
                   "let the subject start earlier, or the beat later");
}

void SceneBuilder::check_trigger(std::size_t beat, const Condition& trigger) {
  BACKLOT_ASSERT(beat < scene_->description_.script.beats.size(), "the script has no such beat");
  const std::string& name = scene_->description_.script.beats[beat].name;
  std::vector<const Condition*> cues, needed;
  find_cues(trigger, cues);
  for (const Condition* cue : cues) check_cue(beat, std::get<Compared>(cue->question), cue->place);
  find_needed(trigger, needed);
  for (const Condition* one : needed) {
    const auto* compared = std::get_if<Compared>(&one->question);
    if (compared == nullptr || compared->object != kSubject) continue;
    const double fastest_mps = kFastestShare * highest_limit(scene_->course());
    const bool is_too_fast = compared->measure == Measure::speed && compared->low > fastest_mps;
    const bool is_too_much = compared->measure == Measure::share_of_limit && compared->low > kFastestShare;
    if (is_too_fast || is_too_much)
      error("P337", one->place,
            fmt::format("the trigger of beat {} can never fire: the subject drives at most {:.0f} % of the "
                        "limits, which is {:.0f} km/h at best",
                        name, 100 * kFastestShare, 3.6 * fastest_mps),
            "lower the speed that the trigger asks for");
  }
}

void SceneBuilder::check_times() {
  const ScriptDescription& script = scene_->description_.script;
  const std::array<Schedule, 2> schedules{Schedule(*scene_, kSubjectShares[0]),
                                          Schedule(*scene_, kSubjectShares[1])};
  // An error where no subject can do it, a warning where some cannot.
  const auto say = [&](const Verdict& verdict, const char* code, const network::TextPlace& at,
                       const std::string& what, const char* hint) {
    if (verdict.cases == For::all) error(code, at, what, hint);
    if (verdict.cases == For::some)
      found_.warning("P402", at, fmt::format("{}: {}", verdict.some, what), hint);
    return verdict.cases != For::none;
  };
  for (std::size_t k = 0; k < script.beats.size(); ++k) {
    const BeatDescription& beat = script.beats[k];
    const std::size_t errors = found_.count(base::Severity::error);
    if (beat.when) check_trigger(k, *beat.when);
    if (found_.count(base::Severity::error) > errors) continue;
    const network::TextPlace& trigger_place = beat.when ? beat.when->place : beat.place;
    const auto is_over_before = [&](const Condition& condition) {
      return ask(schedules, [&](const Schedule& schedule) {
        return schedule.of(condition).latest_s <= schedule.begin_of(k).soonest_s;
      });
    };
    const bool is_late =
        say(ask(schedules, [&](const Schedule& s) { return s.begin_of(k).soonest_s >= script.most_s; }),
            "P337", trigger_place,
            fmt::format("the trigger of beat {} can never fire: the scene is over {:.0f} s after the start",
                        beat.name, script.most_s),
            "let the scene last longer (end when ..., or 600 s after start), or the beat begin earlier");
    if (is_late) continue;
    if (beat.deadline)
      say(is_over_before(*beat.deadline), "P339", beat.deadline->place,
          fmt::format("the deadline of beat {} is over before the beat can begin", beat.name),
          "let the deadline come later than the trigger and the beats before");
    if (beat.until)
      say(is_over_before(*beat.until), "P339", beat.until->place,
          fmt::format("beat {} is over before it can begin", beat.name),
          "let its end come later than its trigger and the beats before");
    if (!beat.deadline && beat.when && !beat.is_branch) {
      const std::string mark = mark_of(*beat.when);
      say(ask(schedules,
              [&](const Schedule& schedule) {
                const auto arrival_s = schedule.arrival_s(mark);
                return arrival_s && *arrival_s > 0 && schedule.predecessors_of(k).soonest_s >= *arrival_s;
              }),
          "P339", trigger_place,
          fmt::format("beat {} waits for beats that begin only when the subject is past {}", beat.name, mark),
          "change the order of the beats, or state a deadline of its own");
    }
    if (script.end && beat.commits)
      say(is_over_before(*script.end), "P340", script.end->place,
          fmt::format("the scene ends before beat {} can begin", beat.name),
          "let the scene end later than its events");
  }
}

}  // namespace backlot::scene
