// Places that go with the subject: so far ahead of it or behind it, in its lane, on a lane beside it, or on the other side of the road.
#pragma once

#include <vector>

#include "backlot/scene/internal/entering.h"

namespace backlot::scene {

// The lane beside a lane of the course that a source or sink means; empty where the road has no such lane.
world::TrackId lane_beside(const world::Tracks& tracks, world::TrackId own, const FromSubject& where);
// Where a vehicle may come in, nearest to the subject first.
std::vector<Entry> places_near_subject(const Play& play, const FromSubject& where, world::ObjectKind kind);
// The same as stretches, without what lies within intersections.
std::vector<PlacedStretch> stretches_near_subject(const Play& play, const FromSubject& where);

}  // namespace backlot::scene
