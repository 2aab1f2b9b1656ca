// Where on the course of the subject other bodies may be in its way, found roughly, so that the exact search for a leader has little to look at.
#pragma once

#include <vector>

#include "backlot/look/leader.h"
#include "backlot/look/snapshot.h"
#include "backlot/world/course.h"

namespace backlot::scene {

// The parts of the course between two metres where a body other than `self` may meet the strip of this width along it. No body that meets the
// strip there is missing; one that only comes near may be among them.
std::vector<look::PathPart> parts_with_bodies(const world::Course& course, const look::Snapshot& now,
                                              double from_m, double to_m, double width_m,
                                              world::ObjectId self);

}  // namespace backlot::scene
