#include "backlot/harness/test/shipped_scenes.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"

namespace backlot::harness {

namespace {

class SceneFolder final : public text::Loader {
 public:
  std::optional<text::File> load(std::string_view path, std::string_view) const override {
    const auto folder = std::filesystem::path(__FILE__).parent_path() / ".." / ".." / ".." / "scenes";
    std::ifstream stream(folder / path, std::ios::binary);
    if (!stream) return std::nullopt;
    std::stringstream text;
    text << stream.rdbuf();
    return text::File{std::string(path), text.str()};
  }
  std::string content(const std::string& file) const {
    std::optional<text::File> found = load(file, "");
    BACKLOT_CHECK(found.has_value(), file.c_str());
    return std::move(found->text);
  }
};

// The value of a result without errors.
template <class Value>
Value need(base::Result<Value> result) {
  BACKLOT_CHECK(result.has_value(), to_text(result.diagnostics()).c_str());
  return *std::move(result);
}

scene::SceneDescription read(const std::string& name, const std::vector<scene_text::GivenParameter>& given,
                             std::optional<std::uint64_t> seed) {
  const SceneFolder folder;
  return need(scene_text::read_scene(folder.content(name + ".scene"), name + ".scene", folder, given, seed));
}

base::Result<std::shared_ptr<const scene::Scene>> build(scene::SceneDescription description) {
  const world::Roads& roads = shipped_roads(description.set.network_file);
  return scene::Scene::build(std::move(description), roads);
}

}  // namespace

const world::Roads& shipped_roads(const std::string& file) {
  struct Built {
    explicit Built(network::Network made) : network(std::move(made)), roads(network) {}
    network::Network network;
    world::Roads roads;
  };
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<const Built>> all;
  const std::lock_guard lock(mutex);
  std::unique_ptr<const Built>& built = all[file];
  if (!built) {
    const SceneFolder folder;
    built = std::make_unique<const Built>(
        need(network::Network::build(need(formats::way::read_way(folder.content(file), file, folder)))));
  }
  return built->roads;
}

std::shared_ptr<const scene::Scene> shipped_scene(const std::string& name,
                                                  const std::vector<scene_text::GivenParameter>& given,
                                                  std::optional<std::uint64_t> seed) {
  return need(build(read(name, given, seed)));
}

std::shared_ptr<const scene::Scene> shipped_scene_to(const std::string& name, const std::string& to_way) {
  scene::SceneDescription description = read(name, {}, {});
  description.set.subject.to_way = to_way;
  return need(build(std::move(description)));
}

base::Result<std::shared_ptr<const scene::Scene>> build_scene(const std::string& text) {
  return build(need(scene_text::read_scene(text, "t.scene", SceneFolder())));
}

std::string summary(const RunResult& result) {
  std::string text = fmt::format("{}, seed {}, subject {}: {}", result.scene, result.seed, result.style,
                                 result.is_staged()                                 ? "staged"
                                 : result.cause.outcome == verdict::Outcome::evaded ? "evaded: "
                                                                                    : "not staged: ");
  text += result.cause.text;
  for (const verdict::ExpectationResult& one : result.expectations)
    if (!one.is_met) text += fmt::format("; unmet: {}", one.text);
  return text;
}

}  // namespace backlot::harness
