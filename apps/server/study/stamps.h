// The clocks of stamps: one that never goes back, and the wall clock.
#pragma once

#include "backlot/trial/stamped_event.h"

namespace backlot::server {

// Now, by the clocks of the machine; the times of the run are the caller's.
trial::Stamp stamp_now();

}  // namespace backlot::server
