// The option --record of `run`: one file for each run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/json_output.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/network/network.h"
#include "backlot/recording/run_header.h"
#include "backlot/recording/run_recorder.h"

namespace backlot::cli {

// The recording of one try of one run.
class RunRecording {
 public:
  RunRecording(std::string path, const recording::RunHeader& header, std::shared_ptr<const std::string> road);

  const std::string& path() const { return path_; }
  recording::RunRecorder& recorder() { return recorder_; }
  // False where the file is not whole; then it was said why.
  bool finish(const harness::RunResult& result, Json row);

 private:
  std::string path_;
  recording::RunRecorder recorder_;
};

// What all runs of a file have in common.
class RunRecordings {
 public:
  struct Settings {
    std::string folder;
    std::string name;  // of the case, for the names of files
    std::string scene;
    bool is_scenario = false;
    std::vector<scene_text::GivenParameter> given;
    std::string subject, driver, not_staged;
  };
  // The folder is made. What goes wrong is told by begin().
  RunRecordings(Settings settings, std::vector<recording::SourceText> sources,
                const network::Network& network);

  // Begins the recording of a run, and lets it watch the options. Null where the file cannot be made; then it was said why.
  std::unique_ptr<RunRecording> begin(std::uint64_t seed, harness::RunOptions& options) const;

 private:
  Settings settings_;
  recording::RunHeader header_;
  std::shared_ptr<const std::string> road_;
};

}  // namespace backlot::cli
