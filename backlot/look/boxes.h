// Two bodies seen from above: how far apart they are, and when they would touch.
#pragma once

#include "backlot/world/body.h"

namespace backlot::look {

// Metres between the nearest points of two boxes; 0 where they overlap.
double distance_between(const world::BodyBox& a, const world::BodyBox& b);

// Seconds until two boxes touch if both go on at their speeds along their headings, without turning; 0 where they overlap, infinite where they never
// touch. Negative speeds go backwards.
double time_to_contact(const world::BodyBox& a, double a_mps, const world::BodyBox& b, double b_mps);

// How a body goes on along its heading: its speed changes at this rate until it stands. A body that brakes does not go back after its stop.
struct SpeedChange {
  double speed_mps = 0, accel_mps2 = 0;
};
// Seconds until two boxes touch if both keep their headings and accelerations; 0 where they overlap, infinite where they never touch.
double time_to_contact(const world::BodyBox& a, const SpeedChange& a_changes, const world::BodyBox& b,
                       const SpeedChange& b_changes);

}  // namespace backlot::look
