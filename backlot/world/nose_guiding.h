// Long bodies in turns to the kerb. With the guide between the axles the nose would swing out over the lane beside, where others
// wait; with the guide at the nose it stays in its lane, and the tail cuts the corner, where nobody drives.
#pragma once

#include "backlot/world/footprint.h"
#include "backlot/world/mover.h"

namespace backlot::world {

// A long body with its guide between the axles, and at the nose.
struct LongShape {
  BodyShape usual, nose_guided;
};

// Before a turn to the kerb the guide goes to the nose, behind it back: where the body lies along its lane, so that the new guide
// is near the path. The body stays where it is. By how much the guide has gone ahead.
double choose_guide(const Tracks& tracks, const LongShape& shape, Mover& mover);

// How a strip lies under the middle of the body, and the footprint by that: good for bodies whose guide is at an end. Looked for from
// a distance on; past its ends the strip goes on straight.
StripView view_of_middle(const Tracks& tracks, const Track& track, const BodyShape& shape, const Mover& mover,
                         double near_distance);
Footprint footprint_of_middle(const Tracks& tracks, const Track& track, const BodyShape& shape,
                              const Mover& mover, double near_distance);

}  // namespace backlot::world
