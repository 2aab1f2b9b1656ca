// The same network as seen in a mirror: left is right, and traffic keeps to the other side.
#pragma once

#include "backlot/network/network_description.h"

namespace backlot::network {

// (x, y) becomes (x, -y). Names stay, so that lanes, ways and corridors are found again.
NetworkDescription mirrored(NetworkDescription network);

}  // namespace backlot::network
