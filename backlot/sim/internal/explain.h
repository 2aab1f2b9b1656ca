// Why an extra drives as it does: its next decision, made on a copy of its mind.
#pragma once

#include <optional>

#include "backlot/traffic/vehicle/why.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// Empty for an object that left, and for external ones. The occupancy is refreshed for it; nothing else changes.
std::optional<traffic::Why> explain(Run& run, world::ObjectId id);

}  // namespace backlot::sim
