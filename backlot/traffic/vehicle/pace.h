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

// How a driver that is told to drives faster or slower than by itself; bends allow what they allow.
struct PaceChange {
  double factor = 1, add_mps = 0;
};
// The braking that slower stretches ahead ask for with such a change: zero or more.
double braking_ahead_mps2(const Surroundings& around, const Self& self, const DriverTraits& traits,
                          double sight, const PaceChange& change);

// The speed at which a vehicle may come onto a track with its front at `front_m`, so that its driver need not brake harder than in comfort
// for what the road asks: slower stretches and bends on this track and on those that follow it without a choice, and the end of a lane that
// does not lead on.
double calm_speed_mps(const world::Tracks& tracks, const world::Track& track, const DriverTraits& traits,
                      double front_m);

}  // namespace backlot::traffic
