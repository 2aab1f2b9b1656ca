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

namespace backlot::cli {

// Times are those of the run; a value that there is not is empty.
struct Trial {
  std::string scene, parameters, version, hash, driver, outcome, cause, role_actors;
  std::uint64_t seed = 0, played_seed = 0;
  bool is_supplied = false, has_touched = false;
  std::optional<double> onset_s, commit_s, error_s, speed_at_onset_mps, gap_at_onset_m, brake_onset_s;
  std::optional<double> least_ttc_s, least_ttc_accel_s, least_distance_m, impact_mps;
  double most_decel_mps2 = 0, speed_mean_mps = 0, speed_sd_mps = 0, start_s = 0, end_s = 0;
};

// The columns of docs/recordings.md.
std::span<const record::Column<Trial>> trial_columns();

Trial measure_trial(std::string_view bytes, const std::string& name, const recording::Recording& recording,
                    const replay::RecordedStage& stage, const harness::RunResult& result);

}  // namespace backlot::cli
