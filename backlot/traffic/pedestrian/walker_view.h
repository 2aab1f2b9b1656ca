// One person on foot, for code that may look at its mind. Good until the next step, and until an object is added or removed.
#pragma once

#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/world/ids.h"

namespace backlot::traffic {

struct WalkerView {
  world::ObjectId id;
  const Walker& walker;
};

}  // namespace backlot::traffic
