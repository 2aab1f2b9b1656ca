// Extras that are put on the road between two steps.
#pragma once

#include <cstdint>

#include "backlot/direct/placing.h"
#include "backlot/look/snapshot.h"
#include "backlot/network/ids.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

using direct::Added;
using direct::NotAdded;

// What becomes of an added extra at the end of the road.
enum class AtRoadEnd : std::uint8_t {
  returns,  // it comes in again elsewhere: the number of vehicles on the road is kept
  leaves    // it is gone for good
};

// At a place of a strip, in the direction in which its lane is travelled, where there is room. The driver goes on to where it keeps in its lane.
Added add_extra(Run& run, world::ObjectKind kind, network::StripId strip, double distance, double offset,
                double speed_mps, AtRoadEnd at_end);

// A person that stands at a place, on the nearest sidewalk or beside it, until it is told something.
Added add_person(Run& run, const direct::NewPerson& person);

// The world as it is now, for questions. Good until the next step, and until an object is added or removed.
look::Snapshot snapshot(Run& run);

}  // namespace backlot::sim
