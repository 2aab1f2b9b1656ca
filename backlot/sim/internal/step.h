// The step of a run, on one page.
#pragma once

#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/sim/external.h"

namespace backlot::sim {

struct Run;

// Steps longer than 0.1 s are taken in equal parts. A step of no length changes nothing but the count of steps, and takes no commands.
void step(Run& run, base::Duration dt, std::span<const ExternalCommand> commands);

}  // namespace backlot::sim
