#include "backlot/traffic/vehicle/pace.h"

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test {
namespace {

constexpr double kTown_mps = 50 / 3.6, kSlow_mps = 30 / 3.6;
constexpr double kGuide_m = 2.25;  // of a car: from the guide to the front

const world::TestRoads& street() {
  static const world::TestRoads roads(kStreet);
  return roads;
}

TEST(FindPace, IsTheLimitTimesTheSpeedFactor) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 50, .speed_mps = 10});
  EXPECT_NEAR(traffic.pace(own).wanted_mps, kTown_mps, 1e-5);
  EXPECT_NEAR(traffic.pace(own).road_mps, kTown_mps, 1e-5);
  traffic.driver(own).traits.speed_factor = 1.1F;
  EXPECT_NEAR(traffic.pace(own).wanted_mps, 1.1 * kTown_mps, 1e-5);
}

TEST(FindPace, IsThatOfTheZoneUnderTheGuide) {
  PlacedTraffic traffic(street());
  const auto before = traffic.place({.track = street().lane("second", "R1"), .front_m = 195, .speed_mps = 5});
  const auto inside = traffic.place({.track = street().lane("second", "R1"), .front_m = 225, .speed_mps = 5});
  EXPECT_NEAR(traffic.pace(before).wanted_mps, kTown_mps, 1e-5);
  EXPECT_NEAR(traffic.pace(inside).wanted_mps, kSlow_mps, 1e-5);
}

// Even braking from one speed to another over a way. Zones are known to two metres.
void expect_braking(double found_mps2, double v, double u, double way_m) {
  EXPECT_GE(found_mps2, (v * v - u * u) / (2 * (way_m + 0.01)));
  EXPECT_LE(found_mps2, (v * v - u * u) / (2 * (way_m - 2.01)));
}

TEST(FindPace, AsksForEvenBrakingToASlowerZone) {
  for (const double front_m : {150.0, 180.0}) {
    PlacedTraffic traffic(street());
    const auto own =
        traffic.place({.track = street().lane("second", "R1"), .front_m = front_m, .speed_mps = kTown_mps});
    expect_braking(traffic.pace(own).braking_mps2, kTown_mps, kSlow_mps, 200 - (front_m - kGuide_m));
  }
}

TEST(FindPace, SeesASlowerZoneBeyondAJoint) {
  const world::TrackId first = street().lane("first", "R1"), second = street().lane("second", "R1");
  const double sight = 25 + 30 * (2.5 + 0.22 * 30);
  for (const double way_m : {sight + 3, 260.0}) {
    PlacedTraffic traffic(street());
    const auto own = traffic.place(
        {.track = first, .front_m = 500 - way_m + kGuide_m, .speed_mps = 30, .ahead = {second}});
    traffic.driver(own).traits.speed_factor = 3;
    if (way_m > sight) {
      EXPECT_EQ(traffic.pace(own).braking_mps2, 0);
    } else {
      expect_braking(traffic.pace(own).braking_mps2, 30, 3 * kSlow_mps, way_m);
    }
  }
}

TEST(FindPace, AsksForNoBrakingFromASlowVehicle) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("second", "R1"), .front_m = 190, .speed_mps = 8});
  EXPECT_EQ(traffic.pace(own).braking_mps2, 0);
}

}  // namespace
}  // namespace backlot::traffic::test
