// The scenes that are shipped in scenes/, on the shipped networks, for the tests of this room. Each network is built once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::harness {

inline constexpr const char* kRunRedLight = "run_red_light";
inline constexpr const char* kDividedAttention = "divided_attention";

// A file of scenes/, by its name with its ending; one that cannot be read or built ends the program with what is wrong.
const world::Roads& shipped_roads(const std::string& file);
inline const world::Roads& study_road() { return shipped_roads("study_road.way"); }

// The scene of scenes/NAME.scene on the network that it imports, with these parameters; one with errors ends the program with what is wrong.
// Parameters that are drawn take the values of the seed, without one the middle.
std::shared_ptr<const scene::Scene> shipped_scene(const std::string& name,
                                                  const std::vector<scene_text::GivenParameter>& given = {},
                                                  std::optional<std::uint64_t> seed = {});
// The same with a subject that goes to another way.
std::shared_ptr<const scene::Scene> shipped_scene_to(const std::string& name, const std::string& to_way);
// A scene that is written in a test and imports a file of scenes/.
base::Result<std::shared_ptr<const scene::Scene>> build_scene(const std::string& text);

// The scene without its beats that commit.
inline std::shared_ptr<const scene::Scene> decoy_of(const std::string& name,
                                                    std::optional<std::uint64_t> seed = {}) {
  return shipped_scene(name, {{"decoy", "yes"}}, seed);
}

// One line about a run, for the messages of tests.
std::string summary(const RunResult& result);

}  // namespace backlot::harness
