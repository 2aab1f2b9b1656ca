// Where the body of an actor that takes a corridor comes into the way of the subject: its real body, as it turns.
#pragma once

#include <optional>

#include "backlot/scene/placed_mark.h"
#include "backlot/world/body.h"
#include "backlot/world/course.h"
#include "backlot/world/tracks.h"

namespace backlot::scene {

// The actor drives down the middle of the lane and of the corridor behind it. The way of the subject is as wide as the subject, around its course near
// a metre. Empty where the two never touch.
std::optional<Touch> find_first_touch(const world::Tracks& tracks, world::TrackId lane,
                                      world::TrackId corridor, const world::BodyShape& shape,
                                      const world::Course& course, double about_m, double half_width_m);

}  // namespace backlot::scene
