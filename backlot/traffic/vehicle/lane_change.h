// Changing lanes: because one must, and because it goes better there.
#pragma once

#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What a driver makes up his mind to: to show that he wants to the side, and to go there now.
struct LaneAdvice {
  Side intent = Side::none;
  bool starts = false;
  bool must = false;         // his lane leads nowhere, and soon ends: others are asked to make room
  bool is_squeezed = false;  // someone stands beside, where he has to go
  double room_m = std::numeric_limits<double>::infinity();  // to where his lane is of no more use
};
// So near to the end of his lane a driver begins no change any more, and goes where the lane leads.
double too_late_m(double speed_mps);

// `accel` is what he would do in his own lane. Deliberation may be left out for some steps; then `deliberates` is false and the
// intent stays.
LaneAdvice find_lane(const Surroundings& around, const Self& self, const Driver& driver, const Pace& pace,
                     double accel_mps2, bool deliberates);

// Whether a vehicle that has to change to the lane on that side could begin now: no body is beside it there, and no driver has to brake
// hard for it.
bool has_room_beside(const Surroundings& around, const Self& self, const Driver& driver, Side side);

}  // namespace backlot::traffic
