// One extra does what its driver decided.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/record/event.h"
#include "backlot/sim/tally.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::sim {

struct Run;

// Writes place, stance and mind of this extra after the step, whether it leaves, and what it adds to tally and events. False where nothing of
// it has changed.
bool move(Run& run, std::size_t slot, const traffic::Command& command, const traffic::Surroundings& around,
          Tally& tally, std::vector<record::Event>& events);

}  // namespace backlot::sim
