// What find_crossing() reports besides its advice: nothing in a step, the reason when a caller asks why a vehicle stops.
#pragma once

#include "backlot/traffic/vehicle/internal/witness.h"

namespace backlot::traffic::internal {

// In a step: all calls are empty.
struct NoNote {
  static constexpr bool kListens = false;

  void stops(double, Limit, network::CorridorId) const {}
  void waits(double, network::CorridorId) const {}
  void slows(network::CorridorId) const {}
};

// Keeps the reason of the nearest place at which the driver has to stop, and the one for which it slows down most.
struct StopNote {
  static constexpr bool kListens = true;

  // `room_m` ahead of the front.
  void stops(double room_m, Limit limit, network::CorridorId corridor) const {
    if (room_m < why.room_m) why = {.room_m = room_m, .limit = limit, .corridor = corridor};
  }
  // For the vehicle that the last search for a hold found.
  void waits(double room_m, network::CorridorId corridor) const {
    if (!(room_m < why.room_m)) return;
    why = held;
    why.room_m = room_m;
    why.corridor = corridor;
  }
  // The last search found a vehicle for which the driver slows down more than for those before.
  void slows(network::CorridorId corridor) const {
    slow = slowed;
    slow.corridor = corridor;
  }

  WhyStop& why;
  WhyStop& held;
  WhyStop& slow;
  WhyStop& slowed;
};

}  // namespace backlot::traffic::internal
