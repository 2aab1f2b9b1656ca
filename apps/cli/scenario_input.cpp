#include "apps/cli/scenario_input.h"

#include <utility>

#include "apps/cli/import_loader.h"
#include "apps/cli/message.h"
#include "apps/cli/scene_input.h"
#include "backlot/scene/check_scenario.h"

namespace backlot::cli {

bool ScenarioFile::is_scenario(const std::string& path) {
  const base::Result<std::string> content = open_input(path);
  return content && scene_text::looks_like_scenario(*content);
}

std::unique_ptr<ScenarioFile> ScenarioFile::load(const std::string& path,
                                                 std::vector<scene_text::GivenParameter> given) {
  Sources sources;
  base::Result<std::string> content = open_input(path);
  if (!content) {
    say_all(content.diagnostics(), sources);
    return nullptr;
  }
  std::unique_ptr<ScenarioFile> file(new ScenarioFile);
  file->path_ = path;
  file->text_ = *content;
  file->given_ = std::move(given);
  sources.push_back(std::make_unique<text::Source>(display_name(path), *std::move(content)));
  const ImportLoader imports(sources);
  auto read = scene_text::read_scenario(file->text_, display_name(path), imports, file->given_);
  say_all(read.diagnostics(), sources);
  if (!read) return nullptr;
  file->description_ = *std::move(read);
  file->network_ = load_network(file->description_.plays.front().scene.set.network_file);
  if (file->network_.has_failed(false)) {
    report(file->network_);
    return nullptr;
  }
  file->roads_ = std::make_unique<const world::Roads>(*file->network_.network);
  const base::Diagnostics found = scene::check_scenario(file->description_, *file->roads_);
  say_all(found, sources);
  return found.has_errors() ? nullptr : std::move(file);
}

std::optional<harness::Scenario> ScenarioFile::build(std::uint64_t seed, base::Diagnostics& found) const {
  Sources sources;
  sources.push_back(std::make_unique<text::Source>(display_name(path_), text_));
  const ImportLoader imports(sources);
  auto read = scene_text::read_scenario(text_, display_name(path_), imports, given_, seed);
  if (!read) {
    found = std::move(read).diagnostics();
    return std::nullopt;
  }
  harness::Scenario scenario;
  scenario.name = read->name;
  scenario.between = read->between;
  for (const scene::PlayDescription& play : read->plays) {
    auto& scenes = scenario.plays.emplace_back();
    std::vector<scene::SceneDescription> all{play.scene};
    all.insert(all.end(), play.spares.begin(), play.spares.end());
    for (scene::SceneDescription& description : all) {
      auto built = scene::Scene::build(std::move(description), *roads_);
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
