// The dials of a driver's control panel: what his leases ask of him in this step. Whoever holds the leases sets them before he decides;
// who is under no lease has none.
#pragma once

#include <cstdint>
#include <limits>

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/following.h"

namespace backlot::traffic {

enum class Throttle : std::uint8_t { own, halt, launch, brake, keep, arrive };

struct Dials {
  Throttle throttle = Throttle::own;
  double speed_change_mps = 0;  // against what he would drive
  Lead target{};                // whom he keeps behind
  double gap_m = 0, headway_s = 0;
  double left_m = 0, left_s = 0;                            // to the mark, and until he is to be there
  double stop_m = std::numeric_limits<double>::infinity();  // to where he is to stand, from his front
  Side side = Side::none;                                   // he is to go over to
  bool has_home = false;
  double home_m = 0;  // he is to drive so far to the left of the middle of his lane
  bool ignores_light = false;
  bool goes_first = false;  // whoever has the right of way
};

}  // namespace backlot::traffic
