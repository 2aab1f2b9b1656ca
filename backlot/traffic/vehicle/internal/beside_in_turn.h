// Two lanes that turn side by side: a long body needs more than its lane there, so no vehicle drives beside one.
#pragma once

#include "backlot/traffic/vehicle/internal/corridor_ahead.h"

namespace backlot::traffic::internal {

// Of two vehicles that turn to one road from lanes side by side, one of them long, the one that is further back stays behind the other, until that has
// left the turn. The place where it has to wait, in metres of the own corridor, below zero before it; infinite where it need not wait.
//
//     < [   long   ] ..   the other one: its front is further along its corridor
//     ---------------- . :
//     < ..              ::
//     ------------ :   |  |
//                  | ^ |  |   the own vehicle stays behind the rear of the other one
double place_behind_long_beside(const CorridorAhead& here);

}  // namespace backlot::traffic::internal
