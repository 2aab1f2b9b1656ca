// Moves a whole network: how a network template is set into another.
#pragma once

#include <string>

#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// Turned about the origin, then shifted; every name of a road, way, corridor or intersection of it gets "PREFIX." in
// front. Names that are not its own stay: its arms may be attached to ways outside.
void move(network::NetworkDescription& network, const std::string& prefix,
          const network::Placement& placement);

}  // namespace backlot::formats::way
