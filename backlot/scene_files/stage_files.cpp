#include "backlot/scene_files/stage_files.h"

#include <iterator>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::scene_files {

base::Result<std::shared_ptr<const StageRoads>> StageRoads::load(const std::string& file,
                                                                 const base::Place& place,
                                                                 map_files::Sources& sources,
                                                                 const map_files::Texts* texts) {
  using Load = base::Result<std::shared_ptr<const StageRoads>>;
  if (file.empty()) {
    base::Diagnostics found;
    found.error("P307", place, "the scene is on no network",
                "import the file of its network: import \"NAME.way\"");
    return Load::failure(std::move(found));
  }
  map_files::NetworkLoading loading = map_files::load_network(file, map_files::read_text(file, texts), texts);
  std::move(loading.sources.begin(), loading.sources.end(), std::back_inserter(sources));
  if (!loading.network || loading.diagnostics.has_errors())
    return Load::failure(std::move(loading.diagnostics));
  return Load::success(std::shared_ptr<const StageRoads>(new StageRoads(*std::move(loading.network))),
                       std::move(loading.diagnostics));
}

base::Result<std::shared_ptr<const scene::Scene>> build_on(std::shared_ptr<const StageRoads> roads,
                                                           scene::SceneDescription description) {
  BACKLOT_ASSERT(roads != nullptr, "a scene is built on roads");
  using Built = base::Result<std::shared_ptr<const scene::Scene>>;
  Built built = scene::Scene::build(std::move(description), roads->roads());
  if (!built) return built;
  struct OnRoads {
    std::shared_ptr<const StageRoads> roads;
    std::shared_ptr<const scene::Scene> scene;
  };
  const auto both = std::make_shared<const OnRoads>(OnRoads{std::move(roads), *built});
  return Built::success({both, both->scene.get()}, built.diagnostics());
}

}  // namespace backlot::scene_files
