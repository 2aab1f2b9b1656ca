// Ways that lead from one arm to another.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>

#include "backlot/formats/way/internal/environment.h"
#include "backlot/formats/way/internal/read/read_road.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// A way that was read, and waits for the intersections.
struct PendingLink {
  text::Node node;
  std::size_t road;  // of the network; its only way is meant
  Link link;
};

using IntersectionsByName = std::unordered_map<std::string, std::size_t>;

// Attaches the ways to their arms, and makes the spines that are missing.
void attach_links(network::NetworkDescription& network, const IntersectionsByName& intersections,
                  std::span<const PendingLink> links, const Environment& environment, Reading& reading);

}  // namespace backlot::formats::way
