#include "backlot/harness/test/shipped_scenes.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"

namespace backlot::harness {

namespace {

namespace fs = std::filesystem;

std::string content(const std::string& file) {
  const fs::path scenes = fs::path(__FILE__).parent_path() / ".." / ".." / ".." / "scenes";
  std::ifstream stream(scenes / file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

const std::string& study_road_text() {
  static const std::string text = content("study_road.way");
  return text;
}

scene::SceneDescription read(const std::string& name, const std::vector<scene_text::GivenParameter>& given) {
  const text::FilesInMemory files({{"study_road.way", study_road_text()}});
  auto description = scene_text::read_scene(content(name + ".scene"), name + ".scene", files, given);
  BACKLOT_CHECK(description.has_value(), "the scene can be read");
  return *std::move(description);
}

std::shared_ptr<const scene::Scene> build(scene::SceneDescription description) {
  auto built = scene::Scene::build(std::move(description), study_road());
  BACKLOT_CHECK(built.has_value(), "the scene can be built");
  return *std::move(built);
}

}  // namespace

const world::Roads& study_road() {
  static const network::Network network = [] {
    const auto description = way::read_way(study_road_text(), "study_road.way", text::NoFiles());
    BACKLOT_CHECK(description.has_value(), "the study road can be read");
    auto built = network::Network::build(*description);
    BACKLOT_CHECK(built.has_value(), "the study road can be built");
    return *std::move(built);
  }();
  static const world::Roads roads(network);
  return roads;
}

std::shared_ptr<const scene::Scene> shipped_scene(const std::string& name,
                                                  const std::vector<scene_text::GivenParameter>& given) {
  return build(read(name, given));
}

std::shared_ptr<const scene::Scene> shipped_scene_to(const std::string& name, const std::string& to_way) {
  scene::SceneDescription description = read(name, {});
  description.set.subject.to_way = to_way;
  return build(std::move(description));
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
