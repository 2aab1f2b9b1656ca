// Textbook collisions: two vehicles that are moved from outside along paths written down in the test, at speeds written down in the test, through the real
// simulation. Nothing here knows a rule of the road.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/verdict/responsibility.h"
#include "backlot/world/roads.h"

namespace backlot::harness::test {

// A place on a path, so many metres along it.
struct PathPose {
  double x = 0, y = 0, heading_rad = 0;
};
using PathShape = std::function<PathPose(double metre)>;

// The speed between these moments changes evenly; it stays as it is behind the last one. Below zero the vehicle reverses along its path.
struct SpeedAt {
  double time_s = 0, speed_mps = 0;
};

struct Script {
  PathShape path;
  double start_m = 0;
  std::vector<SpeedAt> speeds;
};

// ---- paths
PathShape straight(double x, double y, double heading_deg);
// Straight on from (x, y) until `from_m`, then sideways by `left_m` within `over_m` metres, and straight on.
PathShape shifted(double x, double y, double heading_deg, double from_m, double over_m, double left_m);
// Straight on for `to_turn_m`, a quarter turn of this radius to the left or to the right, and straight on.
PathShape turned(double x, double y, double heading_deg, double to_turn_m, double radius_m, bool to_left,
                 double turn_deg = 90);

// ---- roads
// 1,000 m along x from -500 m on. Lanes: one that comes back at y 1.75, three forth at -1.75, -5.25 and -8.75, and a lane to park at -11.75. 50 km/h.
std::string straight_road();
// The same length, with a single lane at y -2 that both directions use.
std::string single_lane_road();
// 200 m along x from -200 m on, then a bend of 60 m radius to the left. One lane each way, 50 km/h.
std::string bend_road();
// Two streets that cross at (0, 0), one lane each way, arms of 300 m, 50 km/h. `arms` has four controls: west, east, south, north; `more` is put into the
// intersection.
std::string crossing(const std::string& west_and_east, const std::string& south_and_north,
                     const std::string& more = "");

// The two vehicles drive until they touch, for 60 s at most.
struct Collision {
  bool has_touched = false;
  double contact_s = 0;
  verdict::Responsibility facts;
};
Collision collide(const std::string& road, const Script& subject, const Script& other);

}  // namespace backlot::harness::test
