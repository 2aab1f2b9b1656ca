// What a stretch of a lane costs a traveller, and whether lanes can be changed on it.
#pragma once

#include "backlot/network/network.h"

namespace backlot::network::internal {

// A stretch of a lane in metres of travel: from <= to.
struct TravelStretch {
  DirectedLane lane;
  double from_m = 0, to_m = 0;

  double length() const { return to_m - from_m; }
};

// The whole lane.
TravelStretch whole_stretch(const Network& network, DirectedLane lane);

// Seconds over the stretch at the speed limits, or at `top_speed_mps` where that is slower.
double travel_time(const Network& network, const TravelStretch& stretch, double top_speed_mps);

// The fastest that a traveller may go anywhere on the lane, not above `top_speed_mps`.
double fastest_speed(const Network& network, DirectedLane lane, double top_speed_mps);

// Metres of the stretch on which the lane may be left sideways.
double room_for_changes(const Network& network, const TravelStretch& stretch);

}  // namespace backlot::network::internal
