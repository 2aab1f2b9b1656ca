#include "apps/server/study/measure_try.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "backlot/base/hash.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"
#include "backlot/verdict/verdict.h"

namespace backlot::server {

namespace {

// What can be said without the steps.
trial::Trial row_without_steps(const harness::RunResult& run) {
  trial::Trial row;
  row.scene = run.scene;
  row.seed = row.played_seed = run.seed;
  row.driver = run.driver.empty() ? run.style : run.driver;
  row.outcome = to_text(run.verdict());
  row.cause = run.cause.text;
  row.hash = base::to_hex(run.hash);
  row.start_s = run.subject_start_s;
  row.end_s = run.sim_s;
  return row;
}

}  // namespace

trial::Trial measure_try(const TryResult& result, std::string& trouble) {
  const harness::RunResult& run = *result.run;
  std::ifstream file(result.recording, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const std::string text = bytes.str();
  const auto recording = recording::read_recording(text, result.recording);
  if (!recording) {
    trouble = fmt::format("the recording {} cannot be read", result.recording);
    return row_without_steps(run);
  }
  const auto stage = replay::build_stage(recording->header);
  if (!stage) {
    trouble = fmt::format("the scene of {} cannot be made again", result.recording);
    return row_without_steps(run);
  }
  return trial::measure_trial(text, result.recording, *recording, *stage, run);
}

}  // namespace backlot::server
