// The language of scenes, from text to descriptions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/scene/scene_description.h"

namespace backlot::scene_text {

// A parameter that is given from outside, as `--param NAME=VALUE` does. Its text is read as in the file: "1.5 s", "second".
struct GivenParameter {
  std::string name;
  std::string text;
};

// The scene of a text, or all errors of it, by place. Parameters with a range, a list or a distribution take the value that the
// seed draws; without a seed they take the middle. Every scene has two parameters without declaring them: `decoy` (yes or no), and
// `network`, the file of another network to play on. The scene still has to be built on its network, which may find more.
base::Result<scene::SceneDescription> read_scene(std::string_view text, std::string file_name,
                                                 const text::Loader& imports,
                                                 std::span<const GivenParameter> given = {},
                                                 std::optional<std::uint64_t> seed = {});

// The scenario of a text, with each of its scenes as its own parameters make it, or all errors of the text and of the scenes that it
// imports. All scenes are on one network. Given parameters are those that the scenario itself declares; `decoy` and `network` count for all scenes.
// The first play draws with the seed itself, each further one with a seed that follows from it.
base::Result<scene::ScenarioDescription> read_scenario(std::string_view text, std::string file_name,
                                                       const text::Loader& imports,
                                                       std::span<const GivenParameter> given = {},
                                                       std::optional<std::uint64_t> seed = {});

// The same statements in the canonical format, or why the text has none. It serves scenes and scenarios.
base::Result<std::string> format_scene(std::string_view text, std::string file_name);

// Whether the text seems to be a scene, or a scenario, by the first statement that tells.
bool looks_like_scene(std::string_view text);
bool looks_like_scenario(std::string_view text);

}  // namespace backlot::scene_text
