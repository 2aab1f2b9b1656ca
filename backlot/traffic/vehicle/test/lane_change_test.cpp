#include "backlot/traffic/vehicle/lane_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::lane_change_test {
namespace {

using world::EntryFlag;
using world::TestRoads;
using world::TrackId;

constexpr double kTown_mps = 50 / 3.6;
constexpr double kCar_m = 4.5;

const TestRoads& street() {
  static const TestRoads roads(kStreet);
  return roads;
}

// Three lanes to the east on one way of 600 m; the one at the kerb ends after 400 m.
const TestRoads& lane_drop() {
  static const TestRoads roads(R"(
network lane_drop
traffic on the right
speed limit 50 km/h
road avenue {
  begin at (0 m, 0 m) heading 0 deg
  line 600 m
  way wide from 0 m {
    lanes {
      spine
      vehicle forward 3.5 m
      vehicle forward 3.5 m
      vehicle forward { width { at 0 m: 3.5 m;  at 350 m: 3.5 m;  at 400 m: 0 m };  ends }
    }
    start open
  }
  way narrow from 400 m {
    lanes { spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
    end open
  }
}
joint drop { wide.end meets narrow.start }
)");
  return roads;
}

// On the kerb lane, at 10 m/s, some time after the last lane change.
std::uint32_t place_own(PlacedTraffic& traffic, double front_m = 100) {
  const auto own = traffic.place({.track = street().lane("first", "R2"),
                                  .front_m = front_m,
                                  .speed_mps = 10,
                                  .ahead = {street().lane("second", "R2")}});
  traffic.driver(own).since_shift_s = 60;
  return own;
}

constexpr double kBraking_mps2 = -1;  // what a slow leader would make the own driver do

TEST(FindLane, WantsToTheFreeLaneBesideASlowLeader) {
  PlacedTraffic traffic(street());
  const auto own = place_own(traffic);
  const LaneAdvice advice = traffic.lane(own, kBraking_mps2);
  EXPECT_EQ(advice.intent, Side::left);
  EXPECT_FALSE(advice.starts) << "it has not shown it yet";
  EXPECT_FALSE(advice.must);
}

TEST(FindLane, StaysWhereTheOtherLaneIsNoBetter) {
  PlacedTraffic traffic(street());
  const auto own = place_own(traffic);
  // a free road at 10 m/s allows 2 (1 - (10 / 13.9)^4) = 1.46 m/s2
  EXPECT_EQ(traffic.lane(own, 1.46 - 0.2).intent, Side::none);
  EXPECT_EQ(traffic.lane(own, 1.46 - 0.3).intent, Side::left);
}

TEST(FindLane, StaysWhereAVehicleIsBeside) {
  PlacedTraffic traffic(street());
  const auto own = place_own(traffic);
  traffic.place({.track = street().lane("first", "R1"), .front_m = 102, .speed_mps = 10});
  EXPECT_EQ(traffic.lane(own, kBraking_mps2).intent, Side::none);
}

TEST(FindLane, StartsAfterThreeSecondsOfShowing) {
  for (const float shown_s : {2.8F, 3.1F}) {
    PlacedTraffic traffic(street());
    const auto own = place_own(traffic);
    Driver& driver = traffic.driver(own);
    driver.states = driver.states | hcsm::StateSet::of(driver_states::kShowLeft);
    driver.intent_s = shown_s;
    EXPECT_EQ(traffic.lane(own, kBraking_mps2).starts, shown_s > 3) << shown_s;
  }
}

TEST(FindLane, RestsAfterAChange) {
  PlacedTraffic traffic(street());
  const auto own = place_own(traffic);
  traffic.driver(own).since_shift_s = 5;
  EXPECT_EQ(traffic.lane(own, kBraking_mps2).intent, Side::none);
}

// The Intelligent Driver Model of a follower at speed u behind a vehicle at speed v, with the default traits; written out here.
double follower_accel(double u, double v, double gap_m, double wanted_mps) {
  const double a = 2.0, b = static_cast<double>(2.2F), T = 1.0, s0 = static_cast<double>(1.8F);
  const double v0 = std::max(wanted_mps, u);
  const double wanted_gap = s0 + std::max(0.0, u * T + u * (u - v) / (2 * std::sqrt(a * b)));
  return a * (1 - std::pow(u / v0, 4)) - a * std::pow(wanted_gap / gap_m, 2);
}

// The shortest gap to the follower on the lane beside with which a driver wants there.
double shortest_gap_behind(double follower_mps) {
  double low = 1, high = 90;
  while (high - low > 1e-3) {
    const double gap = 0.5 * (low + high);
    PlacedTraffic traffic(street());
    const auto own = place_own(traffic, 150);
    traffic.place(
        {.track = street().lane("first", "R1"), .front_m = 150 - kCar_m - gap, .speed_mps = follower_mps});
    (traffic.lane(own, -3).intent == Side::left ? high : low) = gap;
  }
  return high;
}

TEST(FindLane, NeedsAGapInWhichTheFollowerBrakesNoHarderThanMobilAllows) {
  constexpr double kSafeBrake_mps2 = 1.5;
  for (const double u : {12.0, 13.5}) {
    const double gap = shortest_gap_behind(u);
    EXPECT_GT(gap, 1.8 + 0.9 * (u - 10)) << "else another rule decides";
    EXPECT_NEAR(follower_accel(u, 10, gap, kTown_mps), -kSafeBrake_mps2, 0.01) << u;
  }
}

TEST(FindLane, MustLeaveALaneThatEnds) {
  const TrackId kerb = lane_drop().lane("wide", "R3");
  const double end_m = static_cast<double>(lane_drop().track(kerb).stop_m);
  for (const double to_end_m : {170.0, 140.0}) {
    PlacedTraffic traffic(lane_drop());
    const auto own = traffic.place({.track = kerb, .front_m = end_m - to_end_m, .speed_mps = 10});
    const LaneAdvice advice = traffic.lane(own, 0);
    EXPECT_EQ(advice.must, to_end_m < 150) << to_end_m;
    EXPECT_EQ(advice.intent, Side::left) << to_end_m;
    EXPECT_NEAR(advice.room_m, to_end_m - 20, 0.01) << "it waits 20 m before the end";
  }
}

TEST(FindLane, NeverLeadsToALaneThatEnds) {
  PlacedTraffic traffic(lane_drop());
  const auto own = traffic.place({.track = lane_drop().lane("wide", "R2"),
                                  .front_m = 100,
                                  .speed_mps = 10,
                                  .ahead = {lane_drop().lane("narrow", "R2")}});
  traffic.driver(own).since_shift_s = 60;
  // the lane at the middle of the road is full, the one at the kerb is free
  traffic.place({.track = lane_drop().lane("wide", "R1"), .front_m = 101, .speed_mps = 10});
  EXPECT_EQ(traffic.lane(own, kBraking_mps2).intent, Side::none);
}

TEST(FindLane, LetsTheSmallerNumberGoFirstToALaneThatTwoWant) {
  // numbers 0 and 1 drive side by side at both edges of three lanes; both show that they want to the middle one
  for (const std::uint32_t own : {0U, 1U}) {
    PlacedTraffic traffic(lane_drop());
    traffic.place({.track = lane_drop().lane("wide", "R1"),
                   .front_m = 100,
                   .speed_mps = 10,
                   .flags = EntryFlag::wants_right});
    traffic.place({.track = lane_drop().lane("wide", "R3"),
                   .front_m = 100,
                   .speed_mps = 10,
                   .flags = EntryFlag::wants_left});
    Driver& driver = traffic.driver(own);
    driver.since_shift_s = 60;
    driver.states =
        driver.states | hcsm::StateSet::of(own == 0 ? driver_states::kShowRight : driver_states::kShowLeft);
    driver.intent_s = 4;
    const LaneAdvice advice = traffic.lane(own, kBraking_mps2);
    EXPECT_EQ(advice.intent, own == 0 ? Side::right : Side::left);
    EXPECT_EQ(advice.starts, own == 0);
  }
}

TEST(FindLane, BeginsNothingInAnIntersection) {
  const TestRoads roads(crossing_text(kMinorRoad));
  PlacedTraffic traffic(roads);
  const auto own = traffic.place({.track = roads.corridor("x.west_to_east"), .front_m = 10, .speed_mps = 10});
  EXPECT_EQ(traffic.lane(own, kBraking_mps2).intent, Side::none);
  EXPECT_FALSE(traffic.lane(own, kBraking_mps2).starts);
}

}  // namespace
}  // namespace backlot::traffic::test::lane_change_test
