// The tables of a recording: frames.csv, subject.csv, events.csv, trials.csv, dictionary.csv.
#pragma once

#include <string>
#include <string_view>

#include "apps/cli/exit_code.h"
#include "backlot/harness/scene_run.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::cli {

// Writes them into a folder, which is made. Files that are there already are never overwritten: then it was said so, and nothing is written.
ExitCode write_tables(const std::string& folder, std::string_view bytes, const std::string& name,
                      const recording::Recording& recording, const replay::RecordedStage& stage,
                      const harness::RunResult& result);

}  // namespace backlot::cli
