#include "backlot/harness/test/small_scene.h"

#include "backlot/base/assert.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/formats/way/way.h"

namespace backlot::harness::test {

namespace {

network::Network small_network() {
  const auto description = way::read_way(kSmallRoad, "corner.way", text::NoFiles());
  BACKLOT_CHECK(description.has_value(), to_text(description.diagnostics()).c_str());
  auto built = network::Network::build(*description);
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *std::move(built);
}

}  // namespace

SmallStage::SmallStage() : network_(small_network()), roads_(network_) {}

scene::SceneDescription SmallStage::describe(const std::string& text,
                                             const std::vector<scene_text::GivenParameter>& given) const {
  const text::FilesInMemory files(text::FilesInMemory::Files{{"corner.way", kSmallRoad}});
  auto read = scene_text::read_scene(text, "small.scene", files, given);
  BACKLOT_CHECK(read.has_value(), to_text(read.diagnostics()).c_str());
  return *std::move(read);
}

std::shared_ptr<const scene::Scene> SmallStage::build(const scene::SceneDescription& description) const {
  auto built = scene::Scene::build(description, roads_);
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

}  // namespace backlot::harness::test
