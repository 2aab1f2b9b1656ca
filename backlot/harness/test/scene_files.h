// Scenes of the library, from their files, for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/network/network.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::harness {

// A scene on its network. The network lives as long as this.
class LoadedScene {
 public:
  // From scenes/NAME.scene; a scene with errors is a failure of the test.
  explicit LoadedScene(const std::string& name, const std::vector<scene_text::GivenParameter>& given = {});
  // From a text that imports files of scenes/.
  static LoadedScene of_text(const std::string& text);

  const std::shared_ptr<const scene::Scene>& scene() const { return scene_; }

 private:
  LoadedScene() = default;
  void load(const std::string& text, const std::string& name,
            const std::vector<scene_text::GivenParameter>& given);

  std::unique_ptr<const network::Network> network_;
  std::unique_ptr<const world::Roads> roads_;
  std::shared_ptr<const scene::Scene> scene_;
};

}  // namespace backlot::harness
