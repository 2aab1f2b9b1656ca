// Looking along the own path: who is ahead, and where it gets slower.
#pragma once

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// How far a driver looks, metres: far enough to stop in comfort, and some seconds more.
double sight_m(double speed_mps);

// The bodies ahead that meet the strip which this one will sweep: the first that goes the same way, and before it one that only
// crosses, or stands across.
struct Ahead {
  Lead lead;
  Lead beyond;  // the next one, where this one or the lead goes from lane to lane
  double crossing_m = std::numeric_limits<double>::infinity();
  bool is_crossing_fast = false;  // it moves, and will be out of the way
  Lead merging;                   // who has to come over to this lane, before the lead
  Lead oncoming;                  // who comes towards, since one of the two overtakes
  double external_mps2 = -1;  // the braking that bodies ask for whose driver nobody knows; below zero: none
};
Ahead find_ahead(const Surroundings& around, const Self& self, double sight);

// The body ahead of a place on the strip of the own track, among those in a band of offsets; and the one behind it.
struct Neighbours {
  Lead ahead;
  double gap_behind_m = std::numeric_limits<double>::infinity();  // from his front to the own rear
  double speed_behind_mps = 0;
  bool is_beside = false;  // someone is right there
};
Neighbours find_neighbours(const Surroundings& around, const Self& self, double right, double left);

// How fast one may and can go here, and the braking that slower stretches ahead ask for: zero or more.
struct Pace {
  double wanted_mps = 0;
  double road_mps = 0;  // as if it were straight
  double bend_mps = 0;  // he can, for the bend that he is in
  double braking_mps2 = 0;
};
Pace find_pace(const Surroundings& around, const Self& self, const DriverTraits& traits, double sight);

}  // namespace backlot::traffic
