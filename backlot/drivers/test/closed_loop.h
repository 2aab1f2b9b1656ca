// A road, a vehicle that a driver steers, and bodies that move as they are told: what a driver does is seen without a simulation. The vehicle is a
// kinematic bicycle of its own, in steps of 1 ms.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "backlot/sut/mission.h"
#include "backlot/sut/system.h"
#include "backlot/sut/view.h"

namespace backlot::drivers::test {

// A road of a lane 3.5 m wide: stretches of a curvature, one behind the other, from the origin to the east.
struct Stretch {
  double length_m = 0;
  double curvature = 0;  // 1/m, to the left
};
sut::RouteRoad make_road(const std::vector<Stretch>& stretches, double limit_mps);
inline sut::RouteRoad straight_road(double length_m, double limit_mps) {
  return make_road({{length_m, 0}}, limit_mps);
}

// A car whose middle is at a place; it goes straight on.
sut::SeenObject car(std::uint32_t id, double x, double y, double heading_rad, double speed_mps);
// The same car some time later, with its acceleration, and no further than to a stop.
sut::SeenObject later(const sut::SeenObject& car, double seconds);

// What was seen of a run.
struct Moment {
  double time_s = 0;
  sut::OwnState own{};
  double metre = 0, offset_m = 0;  // of the middle of the body
  sut::Command command{};
  std::vector<sut::SeenObject> objects{};
};

struct World {
  sut::RouteRoad road{};
  double start_m = 50, start_mps = 0;
  double cycle_s = 0.05;
  // What stands where at a time; the driver sees all of it.
  std::function<std::vector<sut::SeenObject>(double)> bodies = [](double) {
    return std::vector<sut::SeenObject>();
  };
  // What the light of the next line shows.
  std::function<sut::LightState(double)> light = [](double) { return sut::LightState::dark; };
};

// Drives for some seconds, with a moment for each cycle.
std::vector<Moment> drive(const World& world, sut::System& driver, double seconds);
// The same with a shipped driver.
std::vector<Moment> drive(const World& world, const char* driver, double seconds);

// Whether the boxes of the vehicle and of a body overlap, by the separating axes of both.
bool touches(const Moment& moment, const sut::SeenObject& body);
bool touches_any(const std::vector<Moment>& moments);
// The hardest braking, as a positive number.
double hardest_brake(const std::vector<Moment>& moments);

}  // namespace backlot::drivers::test
