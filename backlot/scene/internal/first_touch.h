// Where the body of an actor that takes a corridor comes into the way of the subject: its real body, as it turns.
#pragma once

#include <optional>

#include "backlot/scene/placed_mark.h"
#include "backlot/world/body.h"
#include "backlot/world/course.h"
#include "backlot/world/tracks.h"

namespace backlot::scene {

// A body that drives beside the middle of its lane, and of the corridor behind it: to the left of it as it drives.
struct DrivenBody {
  world::BodyShape shape{};
  double aside_m = 0;
};

// The actor drives down the lane and the corridor behind it. The way of the subject is as wide as the subject, around its course near
// a metre. Empty where the two never touch.
std::optional<Touch> find_first_touch(const world::Tracks& tracks, world::TrackId lane,
                                      world::TrackId corridor, const DrivenBody& driven,
                                      const world::Course& course, double about_m, double half_width_m);

}  // namespace backlot::scene
