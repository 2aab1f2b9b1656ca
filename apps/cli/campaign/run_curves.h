// Curves of a run over time, for its page: speed, acceleration, distance, time to collision, and what the system under test published.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/json_output.h"
#include "backlot/harness/scene_run.h"

namespace backlot::cli {

// One value of each for each judged frame; not a number where there was nothing to measure.
struct RunCurves {
  std::vector<double> time_s{}, speed_mps{}, acceleration_mps2{};
  std::vector<double> distance_m{};                      // to the nearest other body
  std::vector<double> ttc_s{}, ttc_accel_s{};            // to the body that would be touched first
  std::map<std::string, std::vector<double>> signals{};  // by name; a signal that began later has gaps before
};

// A validator that finds nothing and fills the curves, which stay where they are during the run.
std::unique_ptr<verdict::Validator> make_curve_taker(RunCurves& curves);

// As reports read them ("series"), in at most so many points: of neighbours the nearest distance, the least time to collision and the hardest acceleration are kept.
Json to_json(const RunCurves& curves, std::size_t most_points);

}  // namespace backlot::cli
