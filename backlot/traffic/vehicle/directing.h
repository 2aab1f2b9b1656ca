// How a driver does what its dials say. That takes the place of what the driver would do by itself, and never lets the vehicle run into a
// body that the driver sees on its way.
#pragma once

#include <cstdint>

#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic {

// A driver that is told when to arrive, or to keep a gap, may drive by so much faster than it likes to.
inline constexpr double kHurry = 1.1;
// The acceleration of a vehicle that starts as fast as it can.
double launch_mps2(const world::BodyShape& shape);
// The traits of a driver while a directive hurries it.
DriverTraits hurrying(const Dials& dials, const DriverTraits& traits, const world::BodyShape& shape);
// What overtaking on the road means for what a driver is told.
enum class Passing : std::uint8_t {
  none,
  passes,  // the vehicle is out on the oncoming lane: its driver is not slowed down there, since it would be out for longer
  is_passed  // another vehicle passes it: its driver does not hurry
};
// The speed that the driver aims at.
PaceChange directed_change(const Dials& dials, Passing passing);
Pace directed_pace(const Pace& own, const PaceChange& change);
// What is ahead but for the target that the driver keeps behind and the body that it disregards: to these its own rules of following do not
// apply.
Ahead without_target(const Dials& dials, const Ahead& ahead);
// The acceleration in its lane, where the driver would do `own_mps2` at that speed by itself, the target aside.
double directed_accel(const Dials& dials, const DriverTraits& traits, double v, const Pace& pace,
                      double own_mps2, double dt_s);

// The speed to go on with after gaining or losing at even rates, to have driven so far when the time is over; below zero where the vehicle
// would have to come back.
double speed_to_arrive(double v, double left_m, double left_s, double gain_mps2, double loss_mps2);

}  // namespace backlot::traffic
