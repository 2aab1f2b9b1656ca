#include "backlot/harness/test/shipped_scene.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "backlot/formats/text/loader.h"
#include "backlot/formats/way/way.h"

namespace backlot::harness {

namespace {

std::string content(const std::string& file_name) {
  const auto project = std::filesystem::path(__FILE__).parent_path() / ".." / ".." / "..";
  std::ifstream file(project / "scenes" / file_name, std::ios::binary);
  EXPECT_TRUE(file) << file_name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class Built>
void need(const Built& built) {
  if (built) return;
  ADD_FAILURE() << to_text(built.diagnostics());
  std::abort();
}

}  // namespace

ShippedScene::ShippedScene(const std::string& name, std::span<const scene_text::GivenParameter> given) {
  const text::FilesInMemory files(
      {{"study_road.way", content("study_road.way")}, {"study_priority.way", content("study_priority.way")}});
  const auto read = scene_text::read_scene(content(name + ".scene"), name + ".scene", files, given);
  need(read);
  const auto description = way::read_way(content(read->set.network + ".way"), "t.way", text::NoFiles());
  need(description);
  auto network = network::Network::build(*description);
  need(network);
  network_ = std::make_unique<const network::Network>(*std::move(network));
  roads_ = std::make_unique<const world::Roads>(*network_);
  auto built = scene::Scene::build(*read, *roads_);
  need(built);
  scene_ = *built;
}

}  // namespace backlot::harness
