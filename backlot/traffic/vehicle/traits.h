// What drivers are like: the numbers that differ from one to the next.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "backlot/world/body.h"
#include "backlot/world/tracks.h"

namespace backlot::traffic {

struct DriverTraits {
  float speed_factor = 1;     // of the speed limit that the driver likes to drive
  float headway_s = 1.0F;     // to the vehicle ahead
  float gap_m = 1.8F;         // to the vehicle ahead, standing
  float accel_mps2 = 2.0F;    // from standing
  float brake_mps2 = 2.2F;    // in comfort
  float hardest_mps2 = 8.0F;  // in need
  float politeness = 0.2F;    // how much the loss of others weighs in a lane change
  float keep_m = 0;           // to the left of the lane's centre
  float top_mps =
      200;  // faster the vehicle does not get: what a cyclist can keep up; vehicles with engines can do more than they may
  bool heeds_lights = true;  // else red lets it go where no vehicle with green comes
  bool yields_on_foot =
      true;  // to people at the kerb of a crosswalk without signals; it brakes for people on the road in any case

  static void visit(auto& self, auto& field) {
    field(self.speed_factor, self.headway_s, self.gap_m, self.accel_mps2, self.brake_mps2, self.hardest_mps2,
          self.politeness, self.keep_m, self.top_mps, self.heeds_lights, self.yields_on_foot);
  }
};

// How fast the driver likes to drive under a speed limit.
inline float road_mps(const DriverTraits& traits, float limit_mps) {
  return std::min(limit_mps * traits.speed_factor, traits.top_mps);
}

// How the drivers of one kind spread around the middle: speed factor and headway by these shares (standard deviations), cut at two
// of them.
struct TraitSpread {
  float speed_factor = 0.1F;
  float headway = 0.1F;
  float keep_m = 0.12F;
  float top_mps = 0;       // a share, as those of speed factor and headway
  float heeds_lights = 1;  // the share of drivers that wait at red
  float yields_on_foot =
      1;  // the share of drivers that yield to people at the kerb of a crosswalk without signals
};

// What kinds there are, and how they drive.
struct KindOfDriver {
  DriverTraits middle;
  TraitSpread spread;
  world::BodyShape shape;
};
struct DriverSet {
  std::array<KindOfDriver, world::kVehicleKinds> kinds;
  std::array<double, world::kVehicleKinds> shares{1, 0, 0, 0,
                                                  0};  // of cars, trucks, buses, motorcycles, bicycles
};

// Town: queues that start off briskly, 1900 vehicles an hour and lane over a stop line; the first needs a second from green to the
// start. Motorway: longer headways and a calmer foot, so that jams travel against the traffic at 16 km/h and waves of stop and go form by
// themselves. One set cannot do both. The tests of sim measure it (light_test, motorway_test, ring_test).
DriverSet town_drivers();
DriverSet motorway_drivers();
// The set for a network: that of motorways where most of the lanes may be driven faster than 100 km/h.
DriverSet suiting_drivers(const world::Tracks& tracks);

// The share of all drivers that yield to people at the kerb of a crosswalk without signals.
void set_yielding_on_foot(DriverSet& set, double share);
double yielding_on_foot(const DriverSet& set);  // the least of its kinds

// A driver in the middle of its kind, in town.
DriverTraits usual_traits(world::ObjectKind kind);

// The traits of one driver: a function of seed and number, so that it does not depend on other drivers.
DriverTraits draw_traits(const KindOfDriver& kind, std::uint64_t seed, std::uint64_t object);

}  // namespace backlot::traffic
