// From the name of a file to a scene on its network: open, read, build; and what was found on the way.
//
//   const auto scene = load_scene("run_red_light.scene", 7);
//   if (scene) harness::run_scene(*scene, {.seed = 7});
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/scene/scene.h"
#include "backlot/scene_files/stage_files.h"

namespace backlot::scene_files {

// The scene of a file with the parameters that a seed draws. Its network lives as long as the scene.
base::Result<std::shared_ptr<const scene::Scene>> load_scene(
    const std::string& path, std::uint64_t seed, std::span<const scene_text::GivenParameter> given = {});

// A scene file with its network: for many scenes, each with the parameters that its seed draws.
class SceneFile {
 public:
  using Given = std::vector<scene_text::GivenParameter>;

  static Loading<SceneFile> load(const std::string& path, Given given = {});
  // The same for a content that was read already, or for the reason why it could not be read.
  // With texts, these are all the files that there are; null: those of the disk.
  static Loading<SceneFile> load(const std::string& name, base::Result<std::string> content, Given given,
                                 std::shared_ptr<const map_files::Texts> texts = {});

  // Safe to be called from any number of threads. The scene needs this file no longer.
  base::Result<std::shared_ptr<const scene::Scene>> build(std::uint64_t seed) const;
  // The same with further parameters, which count more than those that it was loaded with, and with what `edit` changes in the description, if it is given.
  using Edit = std::function<void(scene::SceneDescription&)>;
  base::Result<std::shared_ptr<const scene::Scene>> build(std::uint64_t seed,
                                                          std::span<const scene_text::GivenParameter> further,
                                                          const Edit& edit = {}) const;

  const std::string& name() const { return text_.name(); }
  const scene::SceneDescription& description() const {
    return description_;
  }  // with parameters in the middle
  const network::Network& network() const { return roads_->network(); }
  // The signals from outside that the scene asks for.
  const std::vector<std::string>& signals() const { return signals_; }

 private:
  SceneFile(StageText text, Given given);
  bool load_on_network(base::Diagnostics& found, map_files::Sources& sources);

  StageText text_;
  Given given_;
  scene::SceneDescription description_;
  std::shared_ptr<const StageRoads> roads_;
  std::vector<std::string> signals_;
  std::shared_ptr<const scene::Scene> fixed_;  // the same for all seeds; null where a parameter is drawn
};

}  // namespace backlot::scene_files
