#include "backlot/formats/scene/test/study_road.h"

#include "backlot/base/assert.h"
#include "backlot/formats/scene/test/reading.h"
#include "backlot/formats/way/way.h"
#include "backlot/scene/check_scenario.h"
#include "backlot/scene/scene.h"

namespace backlot::scene_text {

const std::string& study_road_text() {
  static const std::string text = content(project_folder() / "scenes" / "study_road.way");
  return text;
}

const world::Roads& study_road() {
  static const network::Network network = [] {
    const auto description = formats::way::read_way(study_road_text(), "study_road.way", text::NoFiles());
    BACKLOT_CHECK(description.has_value(), "the study road can be read");
    auto built = network::Network::build(*description);
    BACKLOT_CHECK(built.has_value(), "the study road can be built");
    return *std::move(built);
  }();
  static const world::Roads roads(network);
  return roads;
}

base::Diagnostics findings_of(std::string_view text, const std::string& file_name,
                              const text::Loader& imports) {
  if (looks_like_scenario(text)) {
    const auto scenario = read_scenario(text, file_name, imports);
    base::Diagnostics found = scenario.diagnostics();
    if (scenario) found.append(scene::check_scenario(*scenario, study_road()));
    return found;
  }
  const auto scene = read_scene(text, file_name, imports);
  base::Diagnostics found = scene.diagnostics();
  if (scene) found.append(scene::Scene::build(*scene, study_road()).diagnostics());
  return found;
}

}  // namespace backlot::scene_text
