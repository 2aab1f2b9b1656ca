// What others see of a driver's mind: brake lights and indicators.
#pragma once

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/mover.h"
#include "backlot/world/tracks.h"

namespace backlot::traffic {

struct Lights {
  bool brakes = false;
  Side indicates = Side::none;
};

// Whether brake lights are on: the vehicle stands, or loses speed faster than by lifting the foot.
bool is_braking(double speed_mps, double accel_mps2);

// Follows from mind and motion. The indicator is on while the driver shows that it wants to the side, goes there, or is about to turn: at
// least three seconds before the front comes into the turn, but where another turn, or the crossing of an intersection, begins or
// ends less than three seconds before.
Lights lights_of(const world::Tracks& tracks, const world::BodyShape& shape, const world::Mover& mover,
                 const Driver& driver);

}  // namespace backlot::traffic
