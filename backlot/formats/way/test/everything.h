// A network in which no field has its default value.
#pragma once

#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// Awkward names and numbers included. Nothing in it makes sense on the road.
network::NetworkDescription everything();

}  // namespace backlot::formats::way
