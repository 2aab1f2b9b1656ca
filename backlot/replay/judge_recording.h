// The verdict on a run from its recording alone: the judges of a live run look at the recorded steps.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::replay {

// Equal to the result of the live run, but for where actors entered (RoleResult::entry). Of a run that was ended early it is what can be said of
// the steps that were recorded. M111: a step that cannot be of this scene.
base::Result<harness::RunResult> judge_recording(std::string_view bytes, const std::string& name,
                                                 const recording::Recording& recording,
                                                 const RecordedStage& stage,
                                                 const harness::ValidatorMaker& validators = {});

}  // namespace backlot::replay
