// One decision of one driver.
#pragma once

#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// Whether the vehicle stands so near behind another one that nothing else could make it move.
inline bool waits_in_queue(const Self& self, const DriverTraits& traits, const Lead& lead) {
  return self.speed() == 0 && lead.gap_m <= static_cast<double>(traits.gap_m);
}

// Reads the world of the step's beginning; writes the command and the driver's own mind.
Command decide(const Surroundings& around, const Self& self, Driver& driver);

}  // namespace backlot::traffic
