// What a system under test is told before a run: what it drives, where it has to go, and the road there.
//
//    lane of the route, seen from above. Points lie on its centre, `spacing_m` apart, from metre 0 of the route on:
//
//      ----------------------------------- left edge: left_m beside the point
//      o-------o-------o-------o-------o-> the direction of travel
//      ----------------------------------- right edge: right_m beside the point
//          0m      2m      4m     ^ a line at metre 7: a traffic light, a stop sign or a yield sign
//
// All lengths are metres, all angles radians, x points east, y north, headings grow to the left from the x axis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace backlot::sut {

struct RoadPoint {
  double x = 0, y = 0, z = 0;
  double heading_rad = 0;
  double left_m = 0, right_m = 0;  // from the centre of the lane to its edges
  double limit_mps = 0;            // the speed limit here

  friend bool operator==(const RoadPoint&, const RoadPoint&) = default;
};

// What rules the place where a route enters an intersection.
enum class LineRule : std::uint8_t {
  priority,  // the route has the right of way
  light,     // a traffic light
  stop,      // a stop sign
  yield,     // a yield sign, or traffic from the right goes first
};
constexpr std::uint32_t count_of(LineRule) { return 4; }

struct RoadLine {
  double metre = 0;      // where the front of the vehicle has to stop at the latest
  double end_metre = 0;  // where the route has left the intersection
  LineRule rule = LineRule::priority;
  std::int32_t turn = 0;  // 1: the route turns left here, -1: right, 0: straight on

  friend bool operator==(const RoadLine&, const RoadLine&) = default;
};

// The lane that the route takes, and the lines on it.
struct RouteRoad {
  double spacing_m = 2;
  std::vector<RoadPoint> points{};
  std::vector<RoadLine> lines{};  // in the order of metres

  friend bool operator==(const RouteRoad&, const RouteRoad&) = default;
};

// The vehicle that the system drives. It moves as a kinematic bicycle.
struct Vehicle {
  double length_m = 4.5, width_m = 1.8, height_m = 1.5;
  double wheelbase_m = 2.7;
  double rear_axle_m = 1.35;  // from the centre of the body back to the rear axle
  double most_steer_rad = 0.65, most_accel_mps2 = 8, most_brake_mps2 = 12;

  friend bool operator==(const Vehicle&, const Vehicle&) = default;
};

struct Mission {
  std::string scene{};      // its name, for logs
  std::uint64_t seed = 0;   // for systems that draw random numbers: the run is the same for the same seed
  double cycle_s = 0.05;    // from one view to the next
  double start_time_s = 0;  // of the first view
  Vehicle vehicle{};
  // The way to drive, from the place where the vehicle starts. Empty where the system is tested without a map; then
  // `checkpoints` say where to go.
  RouteRoad road{};
  struct Checkpoint {
    double x = 0, y = 0, z = 0;

    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
  };
  std::vector<Checkpoint>
      checkpoints;  // to be passed in this order, within half a lane; the last one is the goal

  friend bool operator==(const Mission&, const Mission&) = default;
};

}  // namespace backlot::sut
