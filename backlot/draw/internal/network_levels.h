// Which stretches of a network pass over others, so that a picture from above draws them later.
#pragma once

#include <vector>

#include "backlot/network/network.h"

namespace backlot::draw::internal {

// A stretch of a way, in its own distance.
struct WayStretch {
  network::WayId way;
  double from = 0, to = 0;
};

// What is drawn together. Level 0 holds every way and intersection whole; each further one holds what lies over the
// level before, to be drawn once more on top of it.
struct NetworkLevel {
  std::vector<WayStretch> ways;
  std::vector<network::IntersectionId> intersections;  // whole ones
};

// A surface passes over another one when both overlap seen from above and it is this much higher.
inline constexpr double kClearance_m = 2;

std::vector<NetworkLevel> find_levels(const network::Network& network);

}  // namespace backlot::draw::internal
