// Looking along the own path: the bodies ahead. With neighbours.h (the bodies beside) and pace.h (how fast the road lets a vehicle
// go) this is all that a driver sees outside of intersections.
#pragma once

#include <limits>

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/neighbours.h"
#include "backlot/traffic/vehicle/pace.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// How far a driver looks, metres: far enough to stop in comfort, and some seconds more.
double sight_m(double speed_mps);

// The bodies ahead that meet the strip which the own body will sweep: the first that goes the same way, and before it one that only
// crosses, or stands across.
struct Ahead {
  Lead lead;
  Lead beyond;  // the next one, where the own vehicle or the lead changes lanes
  double crossing_m = std::numeric_limits<double>::infinity();
  bool is_crossing_fast = false;  // the crossing body moves, and will be out of the way
  Lead merging;                   // a vehicle before the lead that has to come over to this lane
  Lead oncoming;                  // a vehicle that comes towards the own one, since one of the two overtakes
  double external_mps2 = -1;      // the braking that external objects ask for; below zero where none asks
};
Ahead find_ahead(const Surroundings& around, const Self& self, double sight);

}  // namespace backlot::traffic
