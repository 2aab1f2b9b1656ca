// Records a run of the harness.
//
//   recording::RunRecorder recorder(...);
//   harness::RunOptions options{.seed = 7};
//   record_run(recorder, options);
//   harness::run_scene(scene, options);
#pragma once

#include "backlot/harness/scene_run.h"
#include "backlot/recording/run_recorder.h"

namespace backlot::replay {

// Lets the recorder watch a run with these options. Watchers that are there already go on; the recorder outlives the run.
void record_run(recording::RunRecorder& recorder, harness::RunOptions& options);

// What is said of a run at the end of its recording; the row of results is the caller's.
recording::RunEnd end_of(const harness::RunResult& result);

// The part of a header that stands in the options of a run.
void describe(const harness::RunOptions& options, recording::RunHeader& header);

}  // namespace backlot::replay
