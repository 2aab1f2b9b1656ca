// An order of the strips of a network in which those that are near each other in the plane come near each other: along a curve that
// fills it (Hilbert).
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/network/network.h"

namespace backlot::world {

// By strip: its place in that order.
std::vector<std::uint32_t> place_order(const network::Network& network);

}  // namespace backlot::world
