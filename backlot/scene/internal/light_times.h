// What lights will show, as they are timed now.
#pragma once

#include "backlot/scene/play.h"

namespace backlot::scene {

// Whether a light is green at a time, and how long it stays as it is then. A place without a light is always free.
struct LightThen {
  bool is_green = true;
  double lasts_s = 1e9;
};
LightThen light_then(const Play& play, const PlacedMark& line, double in_s);
LightThen light_then(const Play& play, network::CorridorId corridor, double in_s);
// How long a corridor has no green from now on; 0 while it has.
double red_seconds(const Play& play, network::CorridorId corridor);

}  // namespace backlot::scene
