// What the page of a run shows besides its row: curves over time, a storyboard, and the drives of the reference drivers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/campaign/run_curves.h"
#include "apps/cli/json_output.h"
#include "apps/cli/scenes/scene_storyboard.h"
#include "backlot/campaign/case.h"
#include "backlot/harness/scene_run.h"

namespace backlot::cli {

// Watches one try of a run. Nothing is drawn before to_json().
class RunDetails {
 public:
  explicit RunDetails(const network::Network& network) : network_(network) {}

  std::unique_ptr<verdict::Validator> make_gauge() { return make_curve_taker(curves_); }
  void watch(const harness::Moment& moment);
  // Keys that a row of a report may have besides those of `run --json` (docs/reports.md): series, storyboard, forks, driven.
  Json to_json(const harness::RunResult& result) const;

 private:
  struct Board {
    std::shared_ptr<const scene::Scene> scene;
    std::unique_ptr<StoryboardRecorder> recorder;
  };
  struct Kept {
    std::size_t board = 0;
    record::Frame frame{};
  };
  Json storyboard(const harness::RunResult& result) const;

  const network::Network& network_;
  RunCurves curves_;
  std::vector<Board> boards_;  // by scene, in the order of their beginning
  std::vector<Kept> frames_;   // now and then: nobody knows in advance when a rule is broken
};

// The file of the details of a case in a folder: the same for all processes.
std::string details_path(const std::string& folder, const campaign::Case& one);

}  // namespace backlot::cli
