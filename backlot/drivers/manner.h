// How a shipped driver drives: the numbers of a careful driver, and the flaws of the others.
#pragma once

#include <cstdint>

namespace backlot::drivers {

// The defaults are those of the reference driver.
struct Manner {
  double share_of_limit = 0.92;
  double accel_mps2 = 1.8, brake_mps2 = 2;  // comfortable
  double hardest_mps2 = 9;                  // in danger: dry asphalt
  double headway_s = 1.6;                   // behind a leader, besides the gap that is kept when standing
  double still_m = 3;                       // that gap
  double coast_mps2 = 0.85;                 // it slows down for lower limits and bends like this
  double across_mps2 = 2;                   // lateral acceleration in bends
  double ease_mps2 = 3;                     // it stops for yellow where this braking is enough
  double jerk_mps3 = 4;                     // of the pedals, except in danger
  // ---- flaws
  double late_s = 0;                // it acts on what it saw so long ago
  bool is_blind_left = false;       // it sees no object on its left
  bool heeds_lights = true;         // red lights, stop and yield signs
  bool heeds_threats = true;        // bodies that cross its way or come towards it
  double closing_margin_m = 2;      // it brakes hard early enough to leave so much
  bool stops_at_crossings = false;  // before every intersection, for good
};

}  // namespace backlot::drivers
