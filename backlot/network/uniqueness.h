// Where the coordinates of a way or corridor are not unique: it is wider than its curve allows, or it runs beside itself nearer
// than its width. Network::build warns of the first (N207), which is cheap to find; the second needs a search for each place.
#pragma once

#include <vector>

#include "backlot/geometry/uniqueness.h"
#include "backlot/network/network.h"

namespace backlot::network {

// Both kinds along both edges of a strip, by distance of the strip. `other_distance` is a distance of its ribbon, which may lie
// outside of the strip. `strip` is one of this network.
std::vector<geometry::UniquenessBreach> find_breaches(const Network& network, StripId strip);

}  // namespace backlot::network
