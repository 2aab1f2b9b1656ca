// One extra with its driver, for code that may look at drivers. Good until the next step, and until an object is added or removed.
#pragma once

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"
#include "backlot/world/mover.h"

namespace backlot::traffic {

struct VehicleView {
  world::ObjectId id;
  const world::Mover& mover;
  const Driver& driver;
  const world::BodyShape& shape;
};

}  // namespace backlot::traffic
