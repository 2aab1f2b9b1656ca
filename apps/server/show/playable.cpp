#include "apps/server/show/playable.h"

namespace backlot::server {

base::Result<replay::RecordedStage> Playable::build(std::uint64_t seed,
                                                    std::span<const scene_text::GivenParameter> given) const {
  using Built = base::Result<replay::RecordedStage>;
  replay::RecordedStage stage;
  if (const auto* scene = std::get_if<const scene_files::SceneFile*>(&file_)) {
    auto built = (*scene)->build(seed, given);
    if (!built) return Built::failure(std::move(built).diagnostics());
    stage.scene = *std::move(built);
    stage.parameters = stage.scene->description().parameters;
  } else {
    auto built = std::get<const scene_files::ScenarioFile*>(file_)->build(seed);
    if (!built) return Built::failure(std::move(built).diagnostics());
    stage.scenario = *std::move(built);
    stage.parameters = parameters();
  }
  return stage;
}

const network::Network& Playable::network() const {
  return std::visit([](const auto* file) -> const network::Network& { return file->network(); }, file_);
}
const std::string& Playable::name() const {
  return std::visit([](const auto* file) -> const std::string& { return file->description().name; }, file_);
}
const std::string& Playable::title() const {
  const std::string& title =
      std::visit([](const auto* file) -> const std::string& { return file->description().title; }, file_);
  return title.empty() ? name() : title;
}
const std::vector<scene::Parameter>& Playable::parameters() const {
  return std::visit(
      [](const auto* file) -> const std::vector<scene::Parameter>& { return file->description().parameters; },
      file_);
}

harness::RunResult run_stage(const replay::RecordedStage& stage, const harness::RunOptions& options) {
  if (stage.scene) return harness::run_scene(stage.scene, options);
  return harness::in_one(harness::run_scenario(*stage.scenario, options));
}

const std::shared_ptr<const scene::Scene>& first_scene(const replay::RecordedStage& stage) {
  return stage.scene ? stage.scene : stage.scenario->plays.front().front();
}

std::vector<scene::PlacedMark> marks_of(const replay::RecordedStage& stage) {
  std::vector<scene::PlacedMark> marks;
  const auto add = [&](const scene::Scene& scene) {
    marks.insert(marks.end(), scene.marks().begin(), scene.marks().end());
  };
  if (stage.scene) {
    add(*stage.scene);
  } else {
    for (const auto& play : stage.scenario->plays)
      for (const auto& scene : play) add(*scene);
  }
  return marks;
}

}  // namespace backlot::server
