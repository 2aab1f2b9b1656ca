#include "apps/cli/recording/trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/scenes/scene_json.h"
#include "backlot/base/hash.h"
#include "backlot/replay/judge_recording.h"
#include "backlot/verdict/measured.h"
#include "backlot/verdict/validator.h"

namespace backlot::cli {

namespace {

using enum record::ColumnType;
using record::Cell;

constexpr double kBrakes_mps2 = 1;  // from here on a deceleration counts as braking

// Looks at a run as a validator does, and finds no fault with it.
class TrialMeter final : public verdict::Validator {
 public:
  explicit TrialMeter(Trial& trial) : trial_(trial) {}

  void watch(const verdict::JudgedMoment& m, verdict::Findings&) override {
    const double now_s = m.now_s(), v = m.subject.speed_mps;
    ++count_;
    sum_ += v;
    squares_ += v * v;
    trial_.most_decel_mps2 = std::max(trial_.most_decel_mps2, -m.subject.accel_mps2);
    if (trial_.onset_s && now_s >= *trial_.onset_s - 1e-9) {
      if (!trial_.speed_at_onset_mps) at_onset(m);
      if (!trial_.brake_onset_s && m.subject.accel_mps2 <= -kBrakes_mps2) trial_.brake_onset_s = now_s;
    }
    for (const record::Event& event : m.events) {
      const bool is_own = event.object == m.subject.id || event.other == m.subject.id;
      if (event.kind != record::EventKind::contact || !is_own || trial_.impact_mps) continue;
      trial_.impact_mps = static_cast<double>(event.relative_speed_mps);
    }
    trial_.has_touched = m.has_touched;
    if (m.has_touched) return;
    least(verdict::time_to_collision(m), trial_.least_ttc_s);
    least(verdict::time_to_collision_accelerating(m), trial_.least_ttc_accel_s);
    least(verdict::nearest_body(m, {}), trial_.least_distance_m);
  }
  void finish(const verdict::JudgedMoment&, verdict::Findings&) override {
    if (count_ == 0) return;
    const double mean = sum_ / count_;
    trial_.speed_mean_mps = mean;
    trial_.speed_sd_mps = std::sqrt(std::max(0.0, squares_ / count_ - mean * mean));
  }

 private:
  static void least(const std::optional<verdict::Measured>& measured, std::optional<double>& value) {
    if (measured) value = std::min(value.value_or(measured->value), measured->value);
  }
  void at_onset(const verdict::JudgedMoment& m) {
    trial_.speed_at_onset_mps = m.subject.speed_mps;
    if (const auto leader = verdict::find_leader(m)) trial_.gap_at_onset_m = leader->gap_m;
  }

  Trial& trial_;
  double count_ = 0, sum_ = 0, squares_ = 0;
};

Cell text_cell(const std::string& value) { return Cell::of(std::string_view(value)); }
Cell number_cell(const std::optional<double>& value) { return value ? Cell::of(*value) : Cell{}; }
Cell flag(bool value) { return Cell::of(std::uint64_t{value ? 1U : 0U}); }

// Definitions as in METRICS.md, sections 1, 4 and 7.
const auto kTrialColumns = std::to_array<record::Column<Trial>>({
    {"scene", "", text, 0, "name of the scene", [](const Trial& t) { return text_cell(t.scene); }},
    {"parameters", "", text, 0, "parameters as drawn: NAME=VALUE, separated by semicolons",
     [](const Trial& t) { return text_cell(t.parameters); }},
    {"seed", "", whole, 0, "the seed that was asked for", [](const Trial& t) { return Cell::of(t.seed); }},
    {"played_seed", "", whole, 0,
     "the seed of traffic and subject; another one after a try that was not staged",
     [](const Trial& t) { return Cell::of(t.played_seed); }},
    {"version", "", text, 0, "the program that recorded the run, with its commit",
     [](const Trial& t) { return text_cell(t.version); }},
    {"hash", "", text, 0, "hash of the final state and of all frames before it",
     [](const Trial& t) { return text_cell(t.hash); }},
    {"driver", "", text, 0, "system under test, or style of the model subject",
     [](const Trial& t) { return text_cell(t.driver); }},
    {"outcome", "", text, 0, "pass, fail, evaded, not_staged, crashed or hung",
     [](const Trial& t) { return text_cell(t.outcome); }},
    {"cause", "", text, 0, "why the scene was not staged; empty where it was",
     [](const Trial& t) { return text_cell(t.cause); }},
    {"supplied", "", whole, 0, "1: a source entered an actor for a role; else 0",
     [](const Trial& t) { return flag(t.is_supplied); }},
    {"role_actor_id", "", text, 0,
     "the last actor of each role: ROLE=NUMBER, separated by semicolons; the number is the id of frames.csv",
     [](const Trial& t) { return text_cell(t.role_actors); }},
    {"start_s", "s", number, 3, "time of the run at which the subject starts",
     [](const Trial& t) { return Cell::of(t.start_s); }},
    {"end_s", "s", number, 3, "time of the run at its last step",
     [](const Trial& t) { return Cell::of(t.end_s); }},
    {"commit_s", "s", number, 3, "time of the run at which the first event of the scene committed",
     [](const Trial& t) { return number_cell(t.commit_s); }},
    {"onset_s", "s", number, 3,
     "time of the run at which the actor of that event had left normal behaviour and was visible to the "
     "subject",
     [](const Trial& t) { return number_cell(t.onset_s); }},
    {"timing_error_s", "s", number, 3,
     "how late that event was against the undisturbed subject; below zero, early",
     [](const Trial& t) { return number_cell(t.error_s); }},
    {"speed_at_onset_mps", "m/s", number, 3, "speed of the subject at onset",
     [](const Trial& t) { return number_cell(t.speed_at_onset_mps); }},
    {"gap_at_onset_m", "m", number, 3,
     "from the front of the subject to the rear of its leader, at onset; empty without a leader",
     [](const Trial& t) { return number_cell(t.gap_at_onset_m); }},
    {"brake_onset_s", "s", number, 3,
     "time of the run, from onset on, at which the subject first decelerated by 1 m/s2 or more",
     [](const Trial& t) { return number_cell(t.brake_onset_s); }},
    {"max_decel_mps2", "m/s2", number, 3, "largest deceleration of the subject",
     [](const Trial& t) { return Cell::of(t.most_decel_mps2); }},
    {"min_ttc_s", "s", number, 3,
     "smallest time until the subject and another body would touch, both keeping speed and heading; until "
     "the first contact",
     [](const Trial& t) { return number_cell(t.least_ttc_s); }},
    {"min_ttc_accel_s", "s", number, 3,
     "the same, both keeping acceleration and heading; a body that brakes goes on until it stands",
     [](const Trial& t) { return number_cell(t.least_ttc_accel_s); }},
    {"min_distance_m", "m", number, 3,
     "smallest distance between the bodies of the subject and another object; until the first contact",
     [](const Trial& t) { return number_cell(t.least_distance_m); }},
    {"contact", "", whole, 0, "1: the subject touched another body; else 0",
     [](const Trial& t) { return flag(t.has_touched); }},
    {"impact_speed_mps", "m/s", number, 3, "relative speed at the first contact",
     [](const Trial& t) { return number_cell(t.impact_mps); }},
    {"speed_mean_mps", "m/s", number, 3, "mean speed of the subject over the steps",
     [](const Trial& t) { return Cell::of(t.speed_mean_mps); }},
    {"speed_sd_mps", "m/s", number, 3, "standard deviation of that speed",
     [](const Trial& t) { return Cell::of(t.speed_sd_mps); }},
});

std::string joined(std::string list, const std::string& entry) {
  return list.empty() ? entry : list + ";" + entry;
}

}  // namespace

std::span<const record::Column<Trial>> trial_columns() { return kTrialColumns; }

Trial measure_trial(std::string_view bytes, const std::string& name, const recording::Recording& recording,
                    const replay::RecordedStage& stage, const harness::RunResult& result) {
  const recording::RunHeader& header = recording.header;
  Trial trial;
  trial.scene = result.scene;
  for (const scene::Parameter& parameter : stage.parameters)
    trial.parameters = joined(trial.parameters, parameter.name + "=" + value_text(parameter));
  trial.version = header.version;
  trial.hash = base::to_hex(result.hash);
  trial.driver = result.driver.empty() ? result.style : result.driver;
  trial.outcome = to_text(result.verdict());
  trial.cause = result.cause.text;
  trial.seed = header.seed;
  trial.played_seed = header.played_seed;
  trial.start_s = result.subject_start_s;
  trial.end_s = result.sim_s;
  for (const harness::RoleResult& role : result.roles) {
    trial.is_supplied = trial.is_supplied || role.is_supplied;
    if (role.actor)
      trial.role_actors = joined(trial.role_actors, fmt::format("{}={}", role.role, *role.actor));
  }
  const auto event = std::find_if(result.events.begin(), result.events.end(),
                                  [](const verdict::EventResult& e) { return e.time_s >= 0; });
  if (event != result.events.end()) {
    trial.commit_s = event->time_s;
    trial.onset_s = event->onset_s;
    trial.error_s = event->error_s;
  }
  const harness::ValidatorMaker meters = [&](const scene::Scene&) {
    std::vector<std::unique_ptr<verdict::Validator>> list;
    list.push_back(std::make_unique<TrialMeter>(trial));
    return list;
  };
  // the steps were read without a fault before
  static_cast<void>(replay::judge_recording(bytes, name, recording, stage, meters));
  return trial;
}

}  // namespace backlot::cli
