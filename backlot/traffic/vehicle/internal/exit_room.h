// Whether there is room behind an intersection, so that no vehicle comes to stand within it.
#pragma once

#include "backlot/traffic/vehicle/internal/corridor_ahead.h"

namespace backlot::traffic::internal {

// Whether the lane behind the corridor has room for the vehicles that are on their way there, and for the own one.
bool has_exit_room(const CorridorAhead& here);

// Whether the queue behind the own vehicle reaches back to the intersection before.
bool is_lane_full(const CorridorAhead& here);

}  // namespace backlot::traffic::internal
