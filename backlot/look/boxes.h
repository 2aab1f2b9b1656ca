// Two bodies seen from above: how far apart they are, and when they would touch.
#pragma once

#include "backlot/world/body.h"

namespace backlot::look {

// Metres between the nearest points of two boxes; 0 where they overlap.
double distance_between(const world::BodyBox& a, const world::BodyBox& b);

// Seconds until two boxes touch if both go on at their speeds along their headings, without turning; 0 where they overlap, infinite where they never
// touch. Negative speeds go backwards.
double time_to_contact(const world::BodyBox& a, double a_mps, const world::BodyBox& b, double b_mps);

}  // namespace backlot::look
