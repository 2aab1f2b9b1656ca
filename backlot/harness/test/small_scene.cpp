#include "backlot/harness/test/small_scene.h"

#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/formats/way/way.h"

namespace backlot::harness::test {

namespace {

network::Network network_of(const std::string& file, const std::string& road) {
  const auto description = formats::way::read_way(road, file, text::NoFiles());
  BACKLOT_CHECK(description.has_value(), to_text(description.diagnostics()).c_str());
  auto built = network::Network::build(*description);
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *std::move(built);
}

}  // namespace

SmallStage::SmallStage(std::string file, std::string road)
    : file_(std::move(file)), road_(std::move(road)), network_(network_of(file_, road_)), roads_(network_) {}

scene::SceneDescription SmallStage::describe(const std::string& text,
                                             const std::vector<scene_text::GivenParameter>& given) const {
  const text::FilesInMemory files(text::FilesInMemory::Files{{file_, road_}});
  auto read = scene_text::read_scene(text, "small.scene", files, given);
  BACKLOT_CHECK(read.has_value(), to_text(read.diagnostics()).c_str());
  return *std::move(read);
}

std::shared_ptr<const scene::Scene> SmallStage::build(const scene::SceneDescription& description) const {
  auto built = try_to_build(description);
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

base::Result<std::shared_ptr<const scene::Scene>> SmallStage::try_to_build(
    const scene::SceneDescription& description) const {
  return scene::Scene::build(description, roads_);
}

}  // namespace backlot::harness::test
