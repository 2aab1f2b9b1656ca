#include "backlot/harness/test/scene_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "backlot/formats/way/way.h"

namespace backlot::harness {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> content(const std::string& file) {
  const fs::path folder = fs::path(__FILE__).parent_path() / ".." / ".." / ".." / "scenes";
  std::ifstream stream(folder / file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

class SceneFolder final : public text::Loader {
 public:
  std::optional<text::File> load(std::string_view path, std::string_view) const override {
    const std::string name(path);
    std::optional<std::string> found = content(name);
    if (!found) return std::nullopt;
    return text::File{name, *std::move(found)};
  }
};

}  // namespace

LoadedScene::LoadedScene(const std::string& name, const std::vector<scene_text::GivenParameter>& given) {
  load(content(name + ".scene").value_or(""), name + ".scene", given);
}

LoadedScene LoadedScene::of_text(const std::string& text) {
  LoadedScene loaded;
  loaded.load(text, "t.scene", {});
  return loaded;
}

void LoadedScene::load(const std::string& text, const std::string& name,
                       const std::vector<scene_text::GivenParameter>& given) {
  const SceneFolder folder;
  auto description = scene_text::read_scene(text, name, folder, given);
  ASSERT_TRUE(description) << to_text(description.diagnostics());
  const std::string file = description->set.network_file;
  auto roads = way::read_way(content(file).value_or(""), file, folder);
  ASSERT_TRUE(roads) << to_text(roads.diagnostics());
  auto network = network::Network::build(*std::move(roads));
  ASSERT_TRUE(network) << to_text(network.diagnostics());
  network_ = std::make_unique<const network::Network>(*std::move(network));
  roads_ = std::make_unique<const world::Roads>(*network_);
  auto scene = scene::Scene::build(*std::move(description), *roads_);
  ASSERT_TRUE(scene) << to_text(scene.diagnostics());
  scene_ = *scene;
}

}  // namespace backlot::harness
