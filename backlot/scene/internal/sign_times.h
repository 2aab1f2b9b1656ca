// What drivers lose at signs.
#pragma once

#include "backlot/scene/play.h"

namespace backlot::scene {

// How long the last of those ahead of an actor has to be through, besides the usual headway, before the actor comes to the line of a corridor: at a
// sign a driver stops, or waits for the subject that has priority. 0 at lights and where there is no sign.
double sign_seconds(const Play& play, network::CorridorId corridor);

}  // namespace backlot::scene
