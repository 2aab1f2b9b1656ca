#include "backlot/traffic/vehicle/pace.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::pace_test {
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

// The right lane to the east ends after 120 m.
constexpr std::string_view kLaneDrop = R"(
network lane_drop
traffic on the right
speed limit 70 km/h
road street {
  begin at (0 m, 0 m) heading 0 deg
  line 400 m
  way wide from 0 m {
    lanes {
      vehicle backward 3.5 m
      spine
      vehicle forward 3.5 m
      vehicle forward { width { at 0 m: 3.5 m; at 60 m: 3.5 m; at 120 m: 0 m }; ends }
    }
    start open
  }
  way narrow from 120 m { lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }; end open }
}
joint drop { wide.end meets narrow.start }
)";

TEST(CalmSpeed, IsTheLimitTimesTheSpeedFactorWhereTheRoadAsksForNoMore) {
  const DriverTraits traits{.speed_factor = 1.1F};
  EXPECT_NEAR(calm_speed_mps(street().tracks, street().track(street().lane("first", "R1")), traits, 5),
              1.1 * kTown_mps, 1e-5);
  // the network ends there, and vehicles drive out
  EXPECT_NEAR(calm_speed_mps(street().tracks, street().track(street().lane("second", "R2")), traits, 250),
              1.1 * kSlow_mps, 1e-5);
}

// Seven tenths of the comfortable braking, which is 2.2 m/s2.
TEST(CalmSpeed, LetsADriverComeDownToASlowerZoneInComfort) {
  const auto calm = [](const char* way, double front_m) {
    return calm_speed_mps(street().tracks, street().track(street().lane(way, "R1")), {}, front_m);
  };
  const auto from = [](double way_m) { return std::sqrt(kSlow_mps * kSlow_mps + 2 * 0.7 * 2.2 * way_m); };
  for (const double way_m : {20.0, 10.0}) {
    EXPECT_LE(calm("second", 200 - way_m), from(way_m) + 0.01) << way_m;
    EXPECT_GE(calm("second", 200 - way_m), from(way_m - 2.01)) << way_m;  // zones are known to two metres
  }
  EXPECT_NEAR(calm("first", 280), kTown_mps, 1e-5) << "220 m before the zone, on the way before";
}

TEST(CalmSpeed, LetsADriverStopBeforeTheEndOfItsLane) {
  const world::TestRoads roads(kLaneDrop);
  const world::Track& ends = roads.track(roads.lane("wide", "R2"));
  const double way_m = static_cast<double>(ends.stop_m) - 20 - 5;
  EXPECT_GT(way_m, 40);
  EXPECT_NEAR(calm_speed_mps(roads.tracks, ends, {}, 5), std::sqrt(2 * 0.7 * 2.2 * way_m), 0.01);
  EXPECT_NEAR(calm_speed_mps(roads.tracks, roads.track(roads.lane("wide", "R1")), {}, 5), 70 / 3.6, 1e-5);
}

}  // namespace
}  // namespace backlot::traffic::test::pace_test
