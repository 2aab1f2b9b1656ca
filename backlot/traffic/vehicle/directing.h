// How a driver does what his dials say: it takes the place of what he would do by himself, and never lets him run into a body that he
// sees on his way.
#pragma once

#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic {

// Who hurries drives by so much faster than he likes to.
inline constexpr double kHurry = 1.1;
// As fast as he can.
double launch_mps2(const world::BodyShape& shape);
// The way he drives while a directive hurries him.
DriverTraits hurrying(const Dials& dials, const DriverTraits& traits, const world::BodyShape& shape);
// The speed he aims at.
Pace told_pace(const Dials& dials, const Pace& own);
// What he does in his lane, where at that speed he would do `own_mps2` by himself.
double told_accel(const Dials& dials, const DriverTraits& traits, double v, const Pace& pace,
                  const Ahead& ahead, double own_mps2, double dt_s);

// The speed to go on with after gaining or losing at even rates, to have driven so far when the time is over; below zero where he
// would have to come back.
double speed_to_arrive(double v, double left_m, double left_s, double gain_mps2, double loss_mps2);

}  // namespace backlot::traffic
