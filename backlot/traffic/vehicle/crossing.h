// Intersections: may a driver enter, and how far may it go.
#pragma once

#include <algorithm>
#include <limits>

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

inline constexpr double kNoLimit_mps2 = std::numeric_limits<double>::infinity();

// What the intersections ahead ask of a driver in this step.
struct CrossingAdvice {
  double room_m = std::numeric_limits<double>::infinity();  // from the front to where it has to stand
  double most_mps2 =
      kNoLimit_mps2;  // more acceleration brings it into a conflict zone before another vehicle is out
  bool is_committed = false;  // it goes, and will not stop before the corridor
  bool is_held = false;
  bool is_clearing = false;
  bool has_stopped = false;
  bool is_at_line = false;
  bool is_stopping = false;  // a light tells the driver to stop, and it does
  bool moves_up = false;     // it has to stand at the line of a stop sign, and has not stood there yet
  bool is_unlit = false;     // no light rules the last corridor that the driver looked at
};
CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                             double sight);

// The most acceleration of the advice, no lower than the hardest braking of the driver.
inline double most_at_crossing(const CrossingAdvice& advice, const DriverTraits& traits) {
  return std::max(advice.most_mps2, -static_cast<double>(traits.hardest_mps2));
}

// From how far away a vehicle announces itself to others: metres to the corridor.
double announce_m(double speed_mps);

}  // namespace backlot::traffic
