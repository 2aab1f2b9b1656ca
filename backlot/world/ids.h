// Names of the things of a world.
#pragma once

#include <cstdint>

#include "backlot/base/id.h"

namespace backlot::world {

using TrackId = base::Id<struct TrackTag>;
using CarriagewayId = base::Id<struct CarriagewayTag>;
using FootwayId = base::Id<struct FootwayTag>;

// An object of a world: a small number that is used again when its owner left, and the serial number of the object in the run, which is not
// (object_numbers.h). An id stays the same however the tables are sorted.
using ObjectId = base::Handle<struct ObjectTag>;

// The number by which traces, events, messages and options of programs name an object: never used again within a run. Not to be asked of an
// empty id.
constexpr std::uint32_t number_for_people(ObjectId id) { return id.generation(); }

}  // namespace backlot::world
