#include "backlot/sim/test/roads.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"
#include "backlot/network/test/mirrored.h"

namespace backlot::sim {

namespace {

network::NetworkDescription description_of(std::string_view text) {
  const auto description = formats::way::read_way(text, "test.way", text::NoFiles());
  BACKLOT_CHECK(description.has_value(), base::to_text(description.diagnostics()).c_str());
  return *description;
}

std::unique_ptr<TestRoads> built(const network::NetworkDescription& description) {
  auto network = network::Network::build(description);
  BACKLOT_CHECK(network.has_value(), base::to_text(network.diagnostics()).c_str());
  return std::make_unique<TestRoads>(std::move(*network));
}

std::string scene_text(const std::string& name) {
  const std::filesystem::path project = std::filesystem::path(__FILE__).parent_path() / ".." / ".." / "..";
  std::ifstream file(project / "scenes" / (name + ".way"));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::unique_ptr<TestRoads> roads_of(std::string_view text) { return built(description_of(text)); }

std::unique_ptr<TestRoads> scene_roads(const std::string& name) { return roads_of(scene_text(name)); }

std::unique_ptr<TestRoads> mirrored_scene_roads(const std::string& name) {
  return built(network::mirrored(description_of(scene_text(name))));
}

}  // namespace backlot::sim
