// Names of the things of a world.
#pragma once

#include "backlot/base/id.h"

namespace backlot::world {

using TrackId = base::Id<struct TrackTag>;
using CarriagewayId = base::Id<struct CarriagewayTag>;

// An object of a world: it stays the same however the tables are sorted. Ids of those who left are not used again before
// their generation is counted up.
using ObjectId = base::Handle<struct ObjectTag>;

}  // namespace backlot::world
