// What the sensors of a system under test can see, and how well.
//
//                  field_rad
//                 \        /      A sensor looks from a point of the body into a direction. It reports the objects whose centre is
//     [own] ->     \ range/       in its field and range and, unless it sees through, of which it sees a point (look/line_of_sight.h).
//                   \____/
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backlot/base/sim_time.h"

namespace backlot::view {

struct Sensor {
  std::string name = "sensor";
  double ahead_m = 0,
         height_m = 1.2;   // where it is mounted: ahead of the centre of the body, above the ground
  double heading_rad = 0;  // the middle of its field, to the left of the heading of the body
  double field_rad = 6.2831853071795862;  // the whole angle of its field; 2 pi: all around
  double range_m = 200;
  bool sees_through = false;  // bodies and buildings hide nothing
  // ---- errors. Standard deviations of independent, normal errors of each report
  double place_sigma_m = 0, heading_sigma_rad = 0, speed_sigma_mps = 0;
  double dropout = 0;        // share of the reports that are lost, 0 to 1
  base::Duration latency{};  // its reports come so long later, besides the latency of all

  friend bool operator==(const Sensor&, const Sensor&) = default;
};

// The depth of a test: how much of the world a system is given.
struct Sensing {
  // Without sensors a system gets the truth: all objects within `truth_range_m`, exact.
  std::vector<Sensor> sensors{};
  double truth_range_m = 300;
  bool has_road = true;      // the mission has the road of the route, and views the place on it
  base::Duration latency{};  // objects are reported as they were so long before, in whole cycles, rounded up

  friend bool operator==(const Sensing&, const Sensing&) = default;
};

}  // namespace backlot::view
