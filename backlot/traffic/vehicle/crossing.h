// Intersections: may I enter, and how far may I go.
#pragma once

#include <limits>

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What the intersections ahead ask of a driver in this step.
struct CrossingAdvice {
  double room_m = std::numeric_limits<double>::infinity();  // to where he has to stand, from his front
  bool is_committed = false;                                // he goes, and will not stop before the corridor
  bool is_held = false;
  bool is_clearing = false;
  bool has_stopped = false;
  bool is_at_line = false;
  bool is_stopping = false;  // a light tells him to stop, and he does
  bool is_unlit = false;     // no light rules the last corridor that he looked at
};
CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                             double sight);

// From how far off others are told that one comes: metres to the corridor.
double announce_m(double speed_mps);

}  // namespace backlot::traffic
