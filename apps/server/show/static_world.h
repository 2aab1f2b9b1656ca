// What stands still of a show, as messages: the mesh, the wayside, names, and the part of `hello` that follows from the network.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "apps/server/show/board.h"
#include "apps/server/show/inbox.h"
#include "backlot/network/network.h"
#include "backlot/scene/placed_mark.h"

namespace backlot::server {

struct Set {
  std::shared_ptr<const StaticWorld> world;
  Json hello;  // protocol, origin, bounds, materials, aspects, behaviours, kinds

  // Relative to the origin.
  Json at(const geometry::WorldPoint& p) const {
    return {p.x - world->origin.x, p.y - world->origin.y, p.z - world->origin.z};
  }
};

Set make_set(const network::Network& network, std::span<const scene::PlacedMark> marks = {});

// As text that is valid UTF-8, whatever its strings hold.
std::string dumped(const Json& json);

}  // namespace backlot::server
