// A driver as small as can be: the example of docs/hcsm.md, of the picture there, of the tests and of the benchmark.
#pragma once

#include <limits>

#include "backlot/hcsm/machine.h"

namespace backlot::hcsm::test {

inline constexpr double kNothing = std::numeric_limits<double>::infinity();  // nothing ahead; no wish

// What one driver reads and writes during a step.
struct Driver {
  // written by the world
  double speed_mps = 0;
  double limit_mps = 13.9;
  double gap_m = kNothing;        // to the vehicle ahead
  double red_light_m = kNothing;  // to the line of a light that is not green
  double junction_m = kNothing;   // to where it could turn; 0 within
  double lane_offset_m = 0;       // from the middle of the lane it is in
  bool is_neighbour_free = true;

  // written by its machine
  double wanted_mps = 0;  // set by the root for its children
  double accel_mps2 = 0;  // the least that any region wanted
  double drift_mps = 0;   // sideways
  int blinks = 0;         // 1: to the left, -1: to the right
  PanelState panel{};
};

// In the order of the description.
inline constexpr DialId kSpeedFactor{0}, kHeadway{1}, kTurn{2};
inline constexpr ButtonId kHalt{0}, kChangeLane{1}, kIgnoreLight{2};
inline constexpr MonitorId kStands{0}, kChangesLane{1};

MachineDescription<Driver> driver_description();

// The same, built; aborts where that fails.
Machine<Driver> driver_machine();

}  // namespace backlot::hcsm::test
