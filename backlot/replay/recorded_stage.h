// The scene of a recording, made from the texts that it holds: no file of the disk is read.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/network/network.h"
#include "backlot/recording/run_header.h"
#include "backlot/scene/scene.h"
#include "backlot/scene/scene_description.h"

namespace backlot::replay {

// What was played: one scene, or scenes in a row.
struct RecordedStage {
  std::shared_ptr<const scene::Scene> scene;  // null for a scenario
  std::optional<harness::Scenario> scenario;
  std::vector<scene::Parameter> parameters;  // of the scene as drawn, or of the scenario

  const network::Network& network() const {
    return (scene ? scene : scenario->plays.front().front())->roads().tracks.network();
  }
};

// M113 (a warning): the network is built otherwise than when it was recorded.
base::Result<RecordedStage> build_stage(const recording::RunHeader& header);

}  // namespace backlot::replay
