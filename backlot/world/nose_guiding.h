// Long bodies in turns to the kerb. With the guide between the axles the nose would swing out over the lane beside,
// where other vehicles wait. With the guide at the nose it stays in its lane, and the tail cuts the corner, where no vehicle drives.
#pragma once

#include "backlot/world/footprint.h"
#include "backlot/world/mover.h"

namespace backlot::world {

// A long body with its guide between the axles, and at the nose.
struct LongShape {
  // So far behind the front: a body with its guide in a corridor has entered the corridor.
  static constexpr float kBehindFront_m = 0.5F;

  LongShape() = default;
  explicit LongShape(const BodyShape& shape)
      : usual(shape), nose_guided(shape.guided_at(shape.length_m - kBehindFront_m)) {}

  BodyShape usual, nose_guided;
};

// Whether the sharpest bend of the path near the nose (so far ahead of the guide) and soon after it is one to the kerb.
bool turns_to_kerb(const Tracks& tracks, const Mover& mover, double nose_m);
// Before a turn to the kerb the guide goes to the nose, behind it back: where the body lies along its lane, so that the new guide
// is near the path. The body stays where it is. By how much the guide has gone ahead.
double choose_guide(const Tracks& tracks, const LongShape& shape, Mover& mover);

// Puts the guide to the nose of a body that was put on a track, and the body as it would lie had it come along that.
void lay_along(const Tracks& tracks, const LongShape& shape, Mover& mover);

// How a strip lies under the middle of the body, looked for from a distance on; past its ends the strip goes on straight.
StripView view_of_middle(const Tracks& tracks, const Track& track, const BodyShape& shape, const Mover& mover,
                         double near_distance);
// The footprint by that view: good for bodies with the guide at an end. Its offsets are those of the part that is on
// the strip: a tail that is still in the turn takes nothing of the lane beside.
Footprint footprint_of_long(const Tracks& tracks, const Track& track, const BodyShape& shape,
                            const Mover& mover, double near_distance);

}  // namespace backlot::world
