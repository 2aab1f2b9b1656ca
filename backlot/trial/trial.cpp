#include "backlot/trial/trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/hash.h"
#include "backlot/harness/advice.h"
#include "backlot/replay/judge_recording.h"
#include "backlot/scene/expectation_description.h"
#include "backlot/trial/internal/trial_meter.h"

namespace backlot::trial {

namespace {

using enum record::ColumnType;
using record::Cell;

Cell text_cell(const std::string& value) {
  return value.empty() ? Cell{} : Cell::of(std::string_view(value));
}
Cell number_cell(const std::optional<double>& value) { return value ? Cell::of(*value) : Cell{}; }
Cell whole_cell(const std::optional<std::uint64_t>& value) { return value ? Cell::of(*value) : Cell{}; }
Cell flag(bool value) { return Cell::of(std::uint64_t{value ? 1U : 0U}); }

// Names, order and definitions as researchers ask for them; what is further known of a run stands behind.
const auto kTrialColumns = std::to_array<record::Column<Trial>>({
    {"study", "", text, 0, "name of the study; empty outside of one",
     [](const Trial& t) { return text_cell(t.session.study); }},
    {"participant", "", text, 0, "name of the participant",
     [](const Trial& t) { return text_cell(t.session.participant); }},
    {"condition", "", text, 0, "name of the condition",
     [](const Trial& t) { return text_cell(t.session.condition); }},
    {"order", "", whole, 0, "place of the condition in the order of its block, from 1 on",
     [](const Trial& t) { return whole_cell(t.session.order); }},
    {"trial", "", whole, 0, "number of the trial in the session of the participant, from 1 on",
     [](const Trial& t) { return whole_cell(t.session.trial); }},
    {"scene", "", text, 0, "name of the scene", [](const Trial& t) { return text_cell(t.scene); }},
    {"parameters", "", text, 0, "parameters as drawn: NAME=VALUE, separated by semicolons",
     [](const Trial& t) { return text_cell(t.parameters); }},
    {"seed", "", whole, 0, "the seed that was asked for", [](const Trial& t) { return Cell::of(t.seed); }},
    {"versions", "", text, 0, "the program that recorded the run, with its commit",
     [](const Trial& t) { return text_cell(t.versions); }},
    {"hash", "", text, 0, "hash of the final state and of all frames before it",
     [](const Trial& t) { return text_cell(t.hash); }},
    {"start_utc", "", text, 0, "wall time of the start of the subject, UTC, ISO 8601",
     [](const Trial& t) { return text_cell(t.session.start_utc); }},
    {"outcome", "", text, 0,
     "pass, fail, evaded, not_staged, crashed or hung; in a study also aborted or skipped",
     [](const Trial& t) { return text_cell(t.outcome); }},
    {"cause", "", text, 0, "why the scene was not staged, or the text of an abort; empty where it was staged",
     [](const Trial& t) { return text_cell(t.cause); }},
    {"abort_code", "", text, 0, "code with which the operator ended the trial",
     [](const Trial& t) { return text_cell(t.session.abort_code); }},
    {"spare_used", "", text, 0,
     "`again`, or the name of the scene that was played instead; empty for the first try",
     [](const Trial& t) { return text_cell(t.session.spare_used); }},
    {"supplied", "", whole, 0, "1: a source entered an actor for a role; else 0",
     [](const Trial& t) { return flag(t.is_supplied); }},
    {"role_actor_id", "", text, 0,
     "the last actor of each role: ROLE=NUMBER, separated by semicolons; the number is the id of events and "
     "traces",
     [](const Trial& t) { return text_cell(t.role_actors); }},
    {"onset_s", "s", number, 3,
     "time of the run at which the actor of the first event had left normal behaviour and was visible to the "
     "subject",
     [](const Trial& t) { return number_cell(t.onset_s); }},
    {"commit_s", "s", number, 3, "time of the run at which the first event of the scene committed",
     [](const Trial& t) { return number_cell(t.commit_s); }},
    {"speed_at_onset_mps", "m/s", number, 3, "speed of the subject at onset",
     [](const Trial& t) { return number_cell(t.speed_at_onset_mps); }},
    {"tta_at_onset_s", "s", number, 3,
     "time to arrival at onset: from the front of the subject to the next mark of the scene on its route "
     "(tta_mark), "
     "over its speed",
     [](const Trial& t) { return number_cell(t.tta_at_onset_s); }},
    {"gap_at_onset_m", "m", number, 3,
     "from the front of the subject to the rear of its leader, at onset; empty without a leader",
     [](const Trial& t) { return number_cell(t.gap_at_onset_m); }},
    {"lead_asked_s", "s", number, 3,
     "how long before the undisturbed subject the actor was to enter its path; empty where the scene asks "
     "for no such "
     "lead",
     [](const Trial& t) { return number_cell(t.lead_asked_s); }},
    {"lead_got_s", "s", number, 3, "how long before the undisturbed subject the actor entered its path",
     [](const Trial& t) { return number_cell(t.lead_got_s); }},
    {"light_phase", "", text, 0,
     "what the signals of the subject's corridor showed at onset (`dark` where it has none)",
     [](const Trial& t) { return text_cell(t.light_phase); }},
    {"prebraking", "", whole, 0,
     "1: the subject decelerated by 1 m/s2 or more within 2 s before onset; else 0",
     [](const Trial& t) { return t.has_prebraked ? flag(*t.has_prebraked) : Cell{}; }},
    {"accelerator_release_s", "s", number, 3,
     "time of the run, from onset on, at which the accelerator was first released (to 2 % or less), having "
     "been "
     "pressed at onset; empty without pedals",
     [](const Trial& t) { return number_cell(t.accelerator_release_s); }},
    {"brake_onset_s", "s", number, 3,
     "time of the run, from onset on, at which the brake pedal was first pressed by 5 % or more; without "
     "pedals, at "
     "which the subject first decelerated by 1 m/s2 or more",
     [](const Trial& t) { return number_cell(t.brake_onset_s); }},
    {"steer_onset_s", "s", number, 3,
     "time of the run, from onset on, at which the steering wheel had first left its place at onset by 5 % "
     "of its way "
     "to one side; empty without a wheel",
     [](const Trial& t) { return number_cell(t.steer_onset_s); }},
    {"first_response", "", text, 0, "the first of these: accelerator_release, brake or steer",
     [](const Trial& t) { return text_cell(t.first_response); }},
    {"max_decel_mps2", "m/s2", number, 3, "largest deceleration of the subject",
     [](const Trial& t) { return Cell::of(t.most_decel_mps2); }},
    {"min_ttc_s", "s", number, 3,
     "smallest time until the subject and another body would touch, both keeping speed and heading; until "
     "the first contact",
     [](const Trial& t) { return number_cell(t.least_ttc_s); }},
    {"pet_s", "s", number, 3,
     "smallest post-encroachment time: from when the first body has left the overlap of two swept paths "
     "until the "
     "second one enters it; below zero where it enters before; until the first contact",
     [](const Trial& t) { return number_cell(t.pet_s); }},
    {"min_distance_m", "m", number, 3,
     "smallest distance between the bodies of the subject and another object; until the first contact",
     [](const Trial& t) { return number_cell(t.least_distance_m); }},
    {"contact", "", whole, 0, "1: the subject touched another body; else 0",
     [](const Trial& t) { return flag(t.has_touched); }},
    {"impact_speed_mps", "m/s", number, 3, "relative speed at the first contact",
     [](const Trial& t) { return number_cell(t.impact_mps); }},
    {"sdlp_m", "m", number, 4,
     "standard deviation of the lane position: of the middle of the body beside the middle of its lane, "
     "about the mean "
     "of each stretch within one lane; outside of intersections",
     [](const Trial& t) { return number_cell(t.sdlp_m); }},
    {"speed_mean_mps", "m/s", number, 3, "mean speed of the subject over the steps",
     [](const Trial& t) { return Cell::of(t.speed_mean_mps); }},
    {"speed_sd_mps", "m/s", number, 3, "standard deviation of that speed",
     [](const Trial& t) { return Cell::of(t.speed_sd_mps); }},
    {"overruns", "", whole, 0, "steps that were not done when the next one was due; empty outside of a study",
     [](const Trial& t) { return whole_cell(t.session.overruns); }},
    {"max_latency_ms", "ms", number, 1,
     "longest time from an input of the participant to the picture that shows it, as the page measured it",
     [](const Trial& t) { return number_cell(t.session.largest_latency_ms); }},
    // ---- further ones
    {"played_seed", "", whole, 0,
     "the seed of traffic and subject; another one after a try that was not staged",
     [](const Trial& t) { return Cell::of(t.played_seed); }},
    {"driver", "", text, 0, "system under test, or style of the model subject; `human` for a participant",
     [](const Trial& t) { return text_cell(t.driver); }},
    {"start_s", "s", number, 3, "time of the run at which the subject starts",
     [](const Trial& t) { return Cell::of(t.start_s); }},
    {"end_s", "s", number, 3, "time of the run at its last step",
     [](const Trial& t) { return Cell::of(t.end_s); }},
    {"timing_error_s", "s", number, 3,
     "how late the first event was against the undisturbed subject; below zero, early",
     [](const Trial& t) { return number_cell(t.error_s); }},
    {"min_ttc_accel_s", "s", number, 3,
     "as min_ttc_s, both keeping acceleration and heading; a body that brakes goes on until it stands",
     [](const Trial& t) { return number_cell(t.least_ttc_accel_s); }},
    {"tta_mark", "", text, 0, "the mark of tta_at_onset_s",
     [](const Trial& t) { return text_cell(t.tta_mark); }},
    {"block", "", text, 0, "name of the block of the study",
     [](const Trial& t) { return text_cell(t.session.block); }},
    {"repetition", "", whole, 0, "number of the repetition of the block, from 1 on",
     [](const Trial& t) { return whole_cell(t.session.repetition); }},
    {"attempt", "", whole, 0, "how often this trial was begun so far, spares and aborted ones among it",
     [](const Trial& t) { return whole_cell(t.session.attempt); }},
    {"complete", "", whole, 0, "1: the trial of the session is done; 0: it was aborted, or a spare follows",
     [](const Trial& t) { return t.session.is_complete ? flag(*t.session.is_complete) : Cell{}; }},
    {"folder", "", text, 0, "where the files of the trial are, below the folder of the results",
     [](const Trial& t) { return text_cell(t.session.folder); }},
});

std::string joined(std::string list, const std::string& entry) {
  return list.empty() ? entry : list + ";" + entry;
}

std::string value_text(const scene::Parameter& parameter) {
  if (const auto* word = std::get_if<std::string>(&parameter.value)) return *word;
  return harness::number_text(std::get<scene::ParameterNumber>(parameter.value));
}

// What was asked of the first event, and what came of it.
void find_lead(const scene::SceneDescription& scene, const std::string& event,
               const harness::RunResult& result, Trial& trial) {
  for (const scene::ExpectationDescription& asked : scene.expect) {
    const auto* enters = std::get_if<scene::EntersPath>(&asked.what);
    if (enters == nullptr || asked.beat != event) continue;
    trial.lead_asked_s = enters->before_s;
    for (const verdict::ExpectationResult& got : result.expectations)
      if (got.text == asked.text) trial.lead_got_s = got.value;
    return;
  }
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
  trial.versions = header.version;
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
    if (stage.scene) find_lead(stage.scene->description(), event->event, result, trial);
  }
  const harness::ValidatorMaker meters = [&](const scene::Scene&) {
    std::vector<std::unique_ptr<verdict::Validator>> list;
    list.push_back(std::make_unique<internal::TrialMeter>(trial));
    return list;
  };
  // the steps were read without a fault before
  static_cast<void>(replay::judge_recording(bytes, name, recording, stage, meters));
  return trial;
}

}  // namespace backlot::trial
