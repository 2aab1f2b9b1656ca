// Places that go with the subject: so far ahead of it or behind it, in its lane, on a lane beside it, or on the other side of the road.
#pragma once

#include <vector>

#include "backlot/scene/internal/entering.h"

namespace backlot::scene {

// The lane that is meant beside a lane of the course; empty where there is none.
world::TrackId lane_beside(const world::Tracks& tracks, world::TrackId own, const FromSubject& where);
// Where a vehicle may come in, nearest to the subject first.
std::vector<Entry> places_near_subject(const Play& play, const FromSubject& where);
// The same as stretches, without what lies within intersections.
std::vector<PlacedStretch> stretches_near_subject(const Play& play, const FromSubject& where);

}  // namespace backlot::scene
