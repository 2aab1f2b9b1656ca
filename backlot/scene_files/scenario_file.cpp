#include "backlot/scene_files/scenario_file.h"

#include <utility>

#include "backlot/map_files/read_file.h"
#include "backlot/scene/check_scenario.h"

namespace backlot::scene_files {

ScenarioFile::ScenarioFile(StageText text, Given given) : text_(std::move(text)), given_(std::move(given)) {}

Loading<ScenarioFile> ScenarioFile::load(const std::string& path, Given given) {
  return load(path, map_files::read_file(path), std::move(given));
}

Loading<ScenarioFile> ScenarioFile::load(const std::string& name, base::Result<std::string> content,
                                         Given given, std::shared_ptr<const map_files::Texts> texts) {
  Loading<ScenarioFile> loading;
  if (!content) {
    loading.diagnostics = std::move(content).diagnostics();
    return loading;
  }
  const std::shared_ptr<ScenarioFile> file(
      new ScenarioFile(StageText(name, *std::move(content), std::move(texts)), std::move(given)));
  if (file->load_on_network(loading.diagnostics, loading.sources)) loading.file = file;
  return loading;
}

bool ScenarioFile::load_on_network(base::Diagnostics& found, map_files::Sources& sources) {
  auto read = text_.read(scene_text::read_scenario, sources, given_);
  found.append(read.diagnostics());
  if (!read) return false;
  description_ = *std::move(read);
  auto roads = StageRoads::load(description_.plays.front().scene.set.network_file, description_.place,
                                sources, text_.texts());
  if (!roads) {
    found.append(std::move(roads).diagnostics());
    return false;
  }
  roads_ = *std::move(roads);
  const base::Diagnostics faults = scene::check_scenario(description_, roads_->roads());
  found.append(faults);
  if (faults.has_errors()) return false;
  const base::Result<harness::Scenario> scenario = make(description_);
  if (!scenario) {
    found.append(scenario.diagnostics());
    return false;
  }
  for (const auto& scenes : scenario->plays)
    for (const auto& scene : scenes)
      signals_.insert(signals_.end(), scene->signals().begin(), scene->signals().end());
  return true;
}

base::Result<harness::Scenario> ScenarioFile::build(std::uint64_t seed) const {
  map_files::Sources sources;
  auto read = text_.read(scene_text::read_scenario, sources, given_, seed);
  if (!read) return base::Result<harness::Scenario>::failure(std::move(read).diagnostics());
  return make(*read);
}

base::Result<harness::Scenario> ScenarioFile::make(const scene::ScenarioDescription& description) const {
  harness::Scenario scenario;
  scenario.name = description.name;
  scenario.between = description.between;
  for (const scene::PlayDescription& play : description.plays) {
    auto& scenes = scenario.plays.emplace_back();
    std::vector<scene::SceneDescription> all{play.scene};
    all.insert(all.end(), play.spares.begin(), play.spares.end());
    for (scene::SceneDescription& one : all) {
      auto built = build_on(roads_, std::move(one));
      if (!built) return base::Result<harness::Scenario>::failure(std::move(built).diagnostics());
      scenes.push_back(*built);
    }
  }
  return scenario;
}

}  // namespace backlot::scene_files
