// Networks for tests: the shipped ones, and those that a test writes itself.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "backlot/network/network.h"
#include "backlot/world/roads.h"

namespace backlot::sim {

struct TestRoads {
  explicit TestRoads(network::Network built) : network(std::move(built)), roads(network) {}

  const network::Network network;
  const world::Roads roads;
};

// Of a text in the way language; the test fails where it has errors.
std::unique_ptr<TestRoads> roads_of(std::string_view text);
// scenes/NAME.way
std::unique_ptr<TestRoads> scene_roads(const std::string& name);
// The same in a mirror.
std::unique_ptr<TestRoads> mirrored_scene_roads(const std::string& name);

}  // namespace backlot::sim
