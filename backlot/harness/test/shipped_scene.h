// A scene of the library, ready to be played.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/network/network.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::harness {

// scenes/NAME.scene on the network that it imports. Errors are test failures and end the program.
class ShippedScene {
 public:
  explicit ShippedScene(const std::string& name, std::span<const scene_text::GivenParameter> given = {});
  ShippedScene(const ShippedScene&) = delete;
  ShippedScene& operator=(const ShippedScene&) = delete;

  const std::shared_ptr<const scene::Scene>& scene() const { return scene_; }

 private:
  std::unique_ptr<const network::Network> network_;
  std::unique_ptr<const world::Roads> roads_;
  std::shared_ptr<const scene::Scene> scene_;
};

}  // namespace backlot::harness
