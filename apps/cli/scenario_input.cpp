#include "apps/cli/scenario_input.h"

#include <utility>

#include "backlot/scene/check_scenario.h"

namespace backlot::cli {

ScenarioFile::ScenarioFile(StageText text, std::vector<scene_text::GivenParameter> given)
    : text_(std::move(text)), given_(std::move(given)) {}

bool ScenarioFile::is_scenario(const std::string& path) {
  const base::Result<std::string> content = open_input(path);
  return content && scene_text::looks_like_scenario(*content);
}

std::unique_ptr<ScenarioFile> ScenarioFile::load(const std::string& path,
                                                 std::vector<scene_text::GivenParameter> given) {
  std::optional<StageText> text = StageText::open(path);
  if (!text) return nullptr;
  std::unique_ptr<ScenarioFile> file(new ScenarioFile(*std::move(text), std::move(given)));
  Sources sources;
  auto read = file->text_.read(scene_text::read_scenario, sources, file->given_);
  say_all(read.diagnostics(), sources);
  if (!read) return nullptr;
  file->description_ = *std::move(read);
  file->roads_ = StageRoads::load(file->description_.plays.front().scene.set.network_file);
  if (!file->roads_) return nullptr;
  base::Diagnostics found = scene::check_scenario(file->description_, file->roads_->roads());
  say_all(found, sources);
  if (found.has_errors()) return nullptr;
  const std::optional<harness::Scenario> scenario = file->make(file->description_, found);
  if (!scenario) return nullptr;
  for (const auto& scenes : scenario->plays)
    for (const auto& scene : scenes)
      file->signals_.insert(file->signals_.end(), scene->signals().begin(), scene->signals().end());
  return file;
}

std::optional<harness::Scenario> ScenarioFile::build(std::uint64_t seed, base::Diagnostics& found) const {
  Sources sources;
  auto read = text_.read(scene_text::read_scenario, sources, given_, seed);
  if (read) return make(*read, found);
  found = std::move(read).diagnostics();
  return std::nullopt;
}

std::optional<harness::Scenario> ScenarioFile::make(const scene::ScenarioDescription& description,
                                                    base::Diagnostics& found) const {
  harness::Scenario scenario;
  scenario.name = description.name;
  scenario.between = description.between;
  for (const scene::PlayDescription& play : description.plays) {
    auto& scenes = scenario.plays.emplace_back();
    std::vector<scene::SceneDescription> all{play.scene};
    all.insert(all.end(), play.spares.begin(), play.spares.end());
    for (scene::SceneDescription& one : all) {
      auto built = scene::Scene::build(std::move(one), roads_->roads());
      if (!built) {
        found = std::move(built).diagnostics();
        return std::nullopt;
      }
      scenes.push_back(*built);
    }
  }
  return scenario;
}

}  // namespace backlot::cli
