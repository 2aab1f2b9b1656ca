// Names of the things of a world.
#pragma once

#include <cstdint>

#include "backlot/base/id.h"

namespace backlot::world {

using TrackId = base::Id<struct TrackTag>;
using CarriagewayId = base::Id<struct CarriagewayTag>;

// An object of a world. Its id stays the same however the tables are sorted. The id of an object that left is not used again before its
// generation is counted up.
using ObjectId = base::Handle<struct ObjectTag>;

// The number by which traces, events, messages and options of programs name an object. Not to be asked of an empty id.
constexpr std::uint32_t number_for_people(ObjectId id) { return id.slot(); }

}  // namespace backlot::world
