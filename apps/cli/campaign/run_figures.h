// Key figures of a run, for the history: what the subject did, measured in every run, whatever its scene judges.
#pragma once

#include <memory>
#include <optional>

#include "apps/cli/json_output.h"
#include "backlot/harness/scene_run.h"

namespace backlot::cli {

struct RunFigures {
  // Until the first contact. Empty where there was nothing to measure: no vehicle ahead, no collision course.
  std::optional<double> min_ttc_s{}, min_ttc_accel_s{}, min_time_gap_s{}, max_drac_mps2{};
  double hardest_braking_mps2 = 0, top_speed_mps = 0;
  double speed_sum_mps = 0;
  std::size_t moments = 0;
};
Json to_json(const RunFigures& figures);

// A validator that finds nothing and fills the figures, which stay where they are during the run.
std::unique_ptr<verdict::Validator> make_figure_taker(RunFigures& figures);

}  // namespace backlot::cli
