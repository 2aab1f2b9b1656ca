// Any bytes: reading a scene or a scenario ends, on the study road as well, and every diagnostic says where. For libFuzzer:
//   clang++ -fsanitize=fuzzer,address,undefined ... scene_fuzz.cpp && ./scene_fuzz corpus/ -max_len=4096
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/formats/way/way.h"
#include "backlot/network/network.h"
#include "backlot/scene/check_scenario.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace {

using namespace backlot;

std::string content(const std::string& file) {
  const auto scenes = std::filesystem::path(__FILE__).parent_path() / "../../../../../scenes";
  std::ifstream stream(scenes / file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

const world::Roads& roads() {
  static const network::Network network = [] {
    const auto description =
        formats::way::read_way(content("study_road.way"), "study_road.way", text::NoFiles());
    if (!description) std::abort();
    auto built = network::Network::build(*description);
    if (!built) std::abort();
    return *std::move(built);
  }();
  static const world::Roads made(network);
  return made;
}

// Every scene is there by the names that the shipped ones have.
const text::Loader& imports() {
  static const text::FilesInMemory files({{"study_road.way", "network study_road\n"},
                                          {"run_red_light.scene", content("run_red_light.scene")},
                                          {"divided_attention.scene", content("divided_attention.scene")},
                                          {"table.csv", "lead,gap\n1,2\n3,4\n"}});
  return files;
}

void expect_places(const base::Diagnostics& found) {
  for (const base::Diagnostic& one : found) {
    const bool has_place = one.place.line > 0 && one.place.column > 0 && !one.place.file.empty();
    if (!has_place && one.code != "T112") std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  static_cast<void>(scene_text::looks_like_scene(text));

  const auto formatted = scene_text::format_scene(text, "fuzz.scene");
  if (formatted) {
    const auto twice = scene_text::format_scene(*formatted, "fuzz.scene");
    if (!twice || *twice != *formatted) std::abort();
  }

  if (scene_text::looks_like_scenario(text)) {
    const auto scenario = scene_text::read_scenario(text, "fuzz.scene", imports(), {}, 7);
    expect_places(scenario.diagnostics());
    if (scenario) expect_places(scene::check_scenario(*scenario, roads()));
    return 0;
  }
  const auto scene = scene_text::read_scene(text, "fuzz.scene", imports(), {}, 7);
  expect_places(scene.diagnostics());
  if (!scene) return 0;
  if (formatted) {
    const auto again = scene_text::read_scene(*formatted, "fuzz.scene", imports(), {}, 7);
    if (!again || !(*again == *scene)) std::abort();
  }
  expect_places(scene::Scene::build(*scene, roads()).diagnostics());
  return 0;
}
