// What came of a play, from its last state and its judges: the same for a live run and for a recorded one.
#pragma once

#include "backlot/harness/scene_run.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/verdict/scene_judge.h"
#include "backlot/verdict/validators.h"

namespace backlot::harness {

// Fills all of the result but its head (scene, seed, subject), where actors entered, its time and its hash. The judgement is over then.
void summarise(const scene::Scene& scene, const scene::PlayState& play, const verdict::SceneJudge& judge,
               verdict::Judgement& judgement, RunResult& result);

}  // namespace backlot::harness
