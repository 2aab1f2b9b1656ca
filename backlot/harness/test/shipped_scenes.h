// The scenes that are shipped in scenes/, on the shipped study road, for the tests of this room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::harness {

inline constexpr const char* kRunRedLight = "run_red_light";
inline constexpr const char* kDividedAttention = "divided_attention";

// scenes/study_road.way; built once.
const world::Roads& study_road();

// The scene of scenes/NAME.scene, which must have no errors, with these parameters.
std::shared_ptr<const scene::Scene> shipped_scene(const std::string& name,
                                                  const std::vector<scene_text::GivenParameter>& given = {});
// The same with a subject that goes to another way.
std::shared_ptr<const scene::Scene> shipped_scene_to(const std::string& name, const std::string& to_way);

// The scene without its beats that commit.
inline std::shared_ptr<const scene::Scene> decoy_of(const std::string& name) {
  return shipped_scene(name, {{"decoy", "yes"}});
}

// One line about a run, for the messages of tests.
std::string summary(const RunResult& result);

}  // namespace backlot::harness
