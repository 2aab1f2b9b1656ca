// What is played in the window, on one network: a scene, or scenes in a row. It refers to its file, which outlives it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/replay/recorded_stage.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::server {

class Playable {
 public:
  // Implicit, so that a file can be given where something is played.
  Playable(const scene_files::SceneFile& file) : file_(&file) {}     // NOLINT(google-explicit-constructor)
  Playable(const scene_files::ScenarioFile& file) : file_(&file) {}  // NOLINT(google-explicit-constructor)

  // With the parameters that a seed draws. A scenario has those that it was loaded with; a scene takes the given ones.
  base::Result<replay::RecordedStage> build(std::uint64_t seed,
                                            std::span<const scene_text::GivenParameter> given) const;
  bool is_scenario() const { return std::holds_alternative<const scene_files::ScenarioFile*>(file_); }
  const network::Network& network() const;
  const std::string& name() const;
  const std::string& title() const;  // the name, where it has none
  const std::vector<scene::Parameter>& parameters() const;

 private:
  std::variant<const scene_files::SceneFile*, const scene_files::ScenarioFile*> file_;
};

// Plays it to its end. A scenario gives one result for all of its scenes.
harness::RunResult run_stage(const replay::RecordedStage& stage, const harness::RunOptions& options);
// The scene that begins.
const std::shared_ptr<const scene::Scene>& first_scene(const replay::RecordedStage& stage);
// Of all scenes, in their order.
std::vector<scene::PlacedMark> marks_of(const replay::RecordedStage& stage);

}  // namespace backlot::server
