// From the name of a file to a scene on its network: open, read, build; and what was found on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::cli {

// Each with the line of its text, where that is among the sources.
void say_all(const base::Diagnostics& found, const Sources& sources);

// A scene file with its network. Scenes that are built from it refer to its roads, so it stays where it is.
class SceneFile {
 public:
  // Empty where the file, its network or the scene has an error; then it was reported.
  static std::unique_ptr<SceneFile> load(const std::string& path,
                                         std::vector<scene_text::GivenParameter> given);

  // The scene with the parameters that a seed draws. Safe to be called from any number of threads. Null where these make no scene; then `found`
  // says why.
  std::shared_ptr<const scene::Scene> build(std::uint64_t seed, base::Diagnostics& found) const;
  // The same with further parameters.
  std::shared_ptr<const scene::Scene> build(std::uint64_t seed,
                                            std::span<const scene_text::GivenParameter> further,
                                            base::Diagnostics& found) const;

  const std::string& path() const { return path_; }
  const scene::SceneDescription& description() const { return description_; }
  const network::Network& network() const { return *network_.network; }

 private:
  SceneFile() = default;

  std::string path_, text_;
  std::vector<scene_text::GivenParameter> given_;
  scene::SceneDescription description_;
  Loading network_;
  std::unique_ptr<const world::Roads> roads_;
};

// "NAME=VALUE" of an option, in two; empty where it is none.
std::optional<scene_text::GivenParameter> read_given(const std::string& option);

}  // namespace backlot::cli
