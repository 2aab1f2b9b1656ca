// Steers a vehicle along a path: pure pursuit (Coulter, "Implementation of the pure pursuit path tracking algorithm", CMU-RI-TR-92-01).
// The rear axle drives the arc that goes through a point of the path some metres ahead.
#pragma once

#include <span>

#include "backlot/sut/command.h"
#include "backlot/sut/mission.h"
#include "backlot/sut/view.h"

namespace backlot::sut {

struct PlanPoint {
  double x = 0, y = 0;
};

// How far ahead a vehicle of this speed aims.
double pursuit_distance_m(double speed_mps);

// The steering angle towards a point, within the limits of the vehicle. A point behind the rear axle gives the largest angle to its side.
double steering_to(const PlanPoint& aim, const OwnState& own, const Vehicle& vehicle);

// The pedals and the wheel for the next cycle along a path of two or more points. Behind its end the vehicle brakes to a stop.
Steering follow_path(const TargetPath& path, const OwnState& own, const Vehicle& vehicle);

}  // namespace backlot::sut
