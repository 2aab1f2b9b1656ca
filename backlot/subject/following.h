// Following a leader or coming to a stop: the intelligent driver model (Treiber, Hennecke, Helbing, Physical Review E 62, 2000), with free
// driving and following kept apart as by Schakel, van Arem and Netten (IDM+, 2010): the smaller of both accelerations counts. So a driver
// with nothing near ahead keeps its speed exactly.
#pragma once

#include "backlot/subject/style.h"

namespace backlot::subject {

// A body or line ahead, from the front of the subject on.
struct Obstacle {
  double gap_m = 0;
  double speed_mps = 0;   // along the course; below zero where it comes towards the subject
  double accel_mps2 = 0;  // as seen, along its motion
};

// On a free road, to a wanted speed.
double free_accel(const Style& style, double v, double wanted_mps);
// Behind an obstacle. In equilibrium the gap is still_m and the headway of the style.
double follow_accel(const Style& style, double v, const Obstacle& obstacle, double still_m);
// The steady braking that just avoids the obstacle, if it goes on moving as it does; 0 where none is needed.
double needed_brake_mps2(double v, const Obstacle& obstacle);

}  // namespace backlot::subject
