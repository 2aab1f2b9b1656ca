// Intersections: may a driver enter, and how far may it go.
#pragma once

#include <limits>

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What the intersections ahead ask of a driver in this step.
struct CrossingAdvice {
  double room_m =
      std::numeric_limits<double>::infinity();  // from the front to where the vehicle has to stand
  bool is_committed = false;                    // the vehicle goes, and will not stop before the corridor
  bool is_held = false;
  bool is_clearing = false;
  bool has_stopped = false;
  bool is_at_line = false;
  bool is_stopping = false;  // a light tells the driver to stop, and it does
  bool is_unlit = false;     // no light rules the last corridor that the driver looked at
};
CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                             double sight);

// From how far away a vehicle is announced to a corridor: metres to its start.
double announce_m(double speed_mps);

}  // namespace backlot::traffic
