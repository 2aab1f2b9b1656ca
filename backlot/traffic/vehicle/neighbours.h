// The bodies beside the own one, in the lane that it may change to.
#pragma once

#include <limits>

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic {

// The nearest bodies ahead of the own one and behind it, on the strip of the own track, among those in a band along a lane of it.
struct Neighbours {
  Lead ahead;
  double gap_behind_m = std::numeric_limits<double>::infinity();  // from the follower's front to the own rear
  double speed_behind_mps = 0;
  bool is_beside = false;  // a body overlaps the own one along the road
};
Neighbours find_neighbours(const Surroundings& around, const Self& self, const world::LaneBand& band);

}  // namespace backlot::traffic
