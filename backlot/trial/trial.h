// A trial: what a researcher wants to know of one run, as a row of a table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/harness/scene_run.h"
#include "backlot/record/column.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::trial {

// What only the study knows of a trial. Of a run outside of a study all of it is empty.
struct Session {
  std::string study{}, participant{}, condition{}, block{}, start_utc{}, abort_code{}, spare_used{}, folder{};
  std::optional<std::uint64_t> order{}, trial{}, repetition{}, attempt{};
  std::optional<bool>
      is_complete{};  // the trial of the plan is done: no spare follows, and it was not aborted
  std::optional<std::uint64_t> overruns{};     // steps that were late
  std::optional<double> largest_latency_ms{};  // from an input to its picture
};

// Times are those of the run; a value that there is not is empty.
struct Trial {
  Session session{};
  std::string scene, parameters, versions, hash, driver, outcome, cause, role_actors, light_phase,
      first_response, tta_mark;
  std::uint64_t seed = 0, played_seed = 0;
  bool is_supplied = false, has_touched = false;
  std::optional<bool> has_prebraked;
  std::optional<double> onset_s, commit_s, error_s, speed_at_onset_mps, tta_at_onset_s, gap_at_onset_m;
  std::optional<double> lead_asked_s, lead_got_s;
  std::optional<double> accelerator_release_s, brake_onset_s, steer_onset_s;
  std::optional<double> least_ttc_s, least_ttc_accel_s, pet_s, least_distance_m, impact_mps, sdlp_m;
  double most_decel_mps2 = 0, speed_mean_mps = 0, speed_sd_mps = 0, start_s = 0, end_s = 0;
};

// The columns of trials.csv, in their order: those of a study first, then further ones.
std::span<const record::Column<Trial>> trial_columns();

// Of a recording that was read without a fault, and of the result of its run.
Trial measure_trial(std::string_view bytes, const std::string& name, const recording::Recording& recording,
                    const replay::RecordedStage& stage, const harness::RunResult& result);

}  // namespace backlot::trial
