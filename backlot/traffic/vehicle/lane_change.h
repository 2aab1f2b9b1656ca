// Changing lanes: because a driver must, and because it gets on better there.
#pragma once

#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// A vehicle waits this far before the end of a lane that leads nowhere, to have room for the change.
inline constexpr double kLaneEndRoom_m = 20;

// What a driver decides: to show that it wants to the side, and to go there now.
struct LaneAdvice {
  Side intent = Side::none;
  bool starts = false;
  bool must = false;         // the lane leads nowhere, and soon ends: others are asked to make room
  bool is_squeezed = false;  // a vehicle stands beside, where this one has to go
  double room_m = std::numeric_limits<double>::infinity();  // to where the lane is of no more use
};
// This near to the end of its lane a driver begins no change any more, and goes where the lane leads.
double too_late_m(double speed_mps);

// `accel_mps2` is what the driver would do in its own lane. Deliberation may be left out for some steps; then `deliberates` is false and the
// intent stays.
LaneAdvice find_lane(const Surroundings& around, const Self& self, const Driver& driver, const Pace& pace,
                     double accel_mps2, bool deliberates);

// Whether a vehicle that has to change to the lane on that side could begin now: no body is beside it there, and no driver has to brake
// hard for it.
bool has_room_beside(const Surroundings& around, const Self& self, const Driver& driver, Side side);

}  // namespace backlot::traffic
