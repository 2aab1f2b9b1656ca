// From the name of a file to a scene on its network: open, read, build; and what was found on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/stage_input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/scene/scene.h"

namespace backlot::cli {

// A scene file with its network. Scenes that are built from it refer to its roads, so it stays where it is.
class SceneFile {
 public:
  // Empty where the file, its network or the scene has an error; then it was reported.
  static std::unique_ptr<SceneFile> load(const std::string& path,
                                         std::vector<scene_text::GivenParameter> given);

  // The scene with the parameters that a seed draws. Safe to be called from any number of threads. Null where these make no scene; then `found`
  // says why.
  std::shared_ptr<const scene::Scene> build(std::uint64_t seed, base::Diagnostics& found) const;
  // The same with further parameters, which count more than those that it was loaded with, and with what `edit` changes in the description, if it is given.
  using Edit = std::function<void(scene::SceneDescription&)>;
  std::shared_ptr<const scene::Scene> build(std::uint64_t seed,
                                            std::span<const scene_text::GivenParameter> further,
                                            base::Diagnostics& found, const Edit& edit = {}) const;

  const std::string& path() const { return text_.path(); }
  const scene::SceneDescription& description() const { return description_; }
  const network::Network& network() const { return roads_->network(); }
  // The signals from outside that the scene asks for.
  const std::vector<std::string>& signals() const { return signals_; }

 private:
  SceneFile(StageText text, std::vector<scene_text::GivenParameter> given);

  StageText text_;
  std::vector<scene_text::GivenParameter> given_;
  scene::SceneDescription description_;
  std::unique_ptr<const StageRoads> roads_;
  std::vector<std::string> signals_;
  std::shared_ptr<const scene::Scene> fixed_;  // the same for all seeds; null where a parameter is drawn
};

// "NAME=VALUE" of an option, in two; empty where the option is not of that form.
std::optional<scene_text::GivenParameter> read_given(const std::string& option);

}  // namespace backlot::cli
