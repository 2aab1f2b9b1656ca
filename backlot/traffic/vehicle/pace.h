// How fast the road ahead lets a vehicle go: speed limits and bends.
#pragma once

#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// The speeds at the present place, and the braking that slower stretches ahead ask for: zero or more.
struct Pace {
  double wanted_mps = 0;
  double road_mps = 0;  // as if the road were straight
  double bend_mps = 0;  // what the present bend allows
  double braking_mps2 = 0;
};
Pace find_pace(const Surroundings& around, const Self& self, const DriverTraits& traits, double sight);

}  // namespace backlot::traffic
