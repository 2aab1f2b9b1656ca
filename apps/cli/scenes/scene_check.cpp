#include "apps/cli/scenes/scene_check.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/map_files/format.h"
#include "backlot/scene/check_scenario.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::cli {
namespace {

constexpr std::string_view kEnding = ".scene";

bool is_of_a_network(std::string_view content) {
  return std::any_of(map_files::formats().begin(), map_files::formats().end(),
                     [&](const map_files::Format& format) { return format.looks_like(content); });
}

// Its diagnostics and the texts that they speak of.
std::optional<network::Network> load_network_of(const std::string& file, Loading& loading) {
  Loading network = load_network(file);
  loading.diagnostics.append(std::move(network.diagnostics));
  std::move(network.sources.begin(), network.sources.end(), std::back_inserter(loading.sources));
  return std::move(network.network);
}

// `check` looks at what was read, on the network that it names.
template <class Check>
void check_on_network(const std::string& network_file, const base::Place& place, Loading& loading,
                      Check check) {
  if (network_file.empty()) {
    loading.diagnostics.error("P307", place, "the scene is on no network",
                              "import the file of its network: import \"NAME.way\"");
    return;
  }
  const std::optional<network::Network> network = load_network_of(network_file, loading);
  if (!network) return;
  const world::Roads roads(*network);
  loading.diagnostics.append(check(roads));
}

}  // namespace

bool is_scene(std::string_view content, std::string_view path) {
  if (scene_text::looks_like_scene(content) || scene_text::looks_like_scenario(content)) return true;
  return path.size() > kEnding.size() && path.ends_with(kEnding) && !is_of_a_network(content);
}

Loading check_scene(const std::string& path, std::string content) {
  Loading loading;
  loading.name = display_name(path);
  loading.sources.push_back(std::make_unique<text::Source>(loading.name, std::move(content)));
  const std::string_view text = loading.sources.front()->text();
  const map_files::FilesOnDisk imports(loading.sources);
  if (scene_text::looks_like_scenario(text)) {
    const auto scenario = scene_text::read_scenario(text, loading.name, imports);
    loading.diagnostics = scenario.diagnostics();
    if (scenario)
      check_on_network(scenario->plays.front().scene.set.network_file, scenario->place, loading,
                       [&](const world::Roads& roads) { return scene::check_scenario(*scenario, roads); });
  } else {
    const auto scene = scene_text::read_scene(text, loading.name, imports);
    loading.diagnostics = scene.diagnostics();
    if (scene)
      check_on_network(scene->set.network_file, scene->place, loading, [&](const world::Roads& roads) {
        return scene::Scene::build(*scene, roads).diagnostics();
      });
  }
  loading.is_parsed = std::none_of(
      loading.diagnostics.begin(), loading.diagnostics.end(), [](const base::Diagnostic& diagnostic) {
        return diagnostic.severity == base::Severity::error && map_files::is_text_syntax(diagnostic.code);
      });
  return loading;
}

}  // namespace backlot::cli
