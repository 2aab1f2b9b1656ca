// One decision of one driver.
#pragma once

#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// Reads the world of the step's beginning; writes the command and the driver's own mind.
Command decide(const Surroundings& around, const Self& self, Driver& driver);

}  // namespace backlot::traffic
