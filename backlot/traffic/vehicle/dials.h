// The dials of a driver: what its leases ask of it in this step. The holder of the leases (backlot/direct) sets them before the driver
// decides. They are plain values that decide() reads; they are no part of the driver's state machine. A driver without leases has none.
#pragma once

#include <cstdint>
#include <limits>

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/following.h"

namespace backlot::traffic {

// How the acceleration is chosen.
enum class Throttle : std::uint8_t {
  own,      // as the driver does by itself
  halt,     // down to standing, in comfort
  launch,   // as fast as the vehicle can
  slow,     // down to slow_to_mps with slow_mps2, then no faster
  keep,     // so that the gap to the target, which is ahead, is gap_m + headway_s * own speed
  precede,  // so that the gap to the target, which is behind, is gap_m + headway_s * its speed
  arrive    // so that left_m are driven in left_s
};

struct Dials {
  Throttle throttle = Throttle::own;
  double speed_change_mps = 0;  // added to the speed that the driver would drive
  Lead target{};                // to keep and to precede: the gap between the bodies, and its speed
  double target_mps2 = 0;       // its acceleration
  double gap_m = 0, headway_s = 0;
  Lead disregarded{};  // a body ahead that the driver does not mind, since it will go round it
  double slow_mps2 = 0, slow_to_mps = 0;
  double left_m = 0, left_s = 0;                            // to the mark, and until the front is to be there
  double stop_m = std::numeric_limits<double>::infinity();  // from the front to where it is to stand
  Side side = Side::none;                                   // of the lane to change to
  bool is_at_once = false;   // that change begins without showing it for some seconds
  bool cuts_in = false;      // and does not mind how hard those behind there have to brake
  bool keeps_lane = false;   // no lane change and no overtaking that the driver could do without
  bool overtakes = false;    // goes out to the oncoming lane as soon as that is free
  bool is_reckless = false;  // and does not mind what comes there
  bool has_home = false;
  double home_m = 0;  // where in its lane it is to drive, to the left of the middle
  bool ignores_light = false;
  bool goes_first = false;  // takes the way of those with the right of way
};

// Whether two sightings of bodies ahead, made in different ways in one step, are of one body.
bool is_same_body(const Lead& a, const Lead& b);

}  // namespace backlot::traffic
