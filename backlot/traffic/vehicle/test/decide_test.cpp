#include "backlot/traffic/vehicle/decide.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::decide_test {
namespace {

using world::TestRoads;
using world::TrackId;

constexpr double kTown_mps = 50 / 3.6;
constexpr double kCar_m = 4.5;

const TestRoads& street() {
  static const TestRoads roads(kStreet);
  return roads;
}
const TestRoads& lights() {
  static const TestRoads roads(crossing_text(kLights));
  return roads;
}

// The Intelligent Driver Model with the default traits, written out here; the leader's speed is u.
double model_accel(double v, std::optional<double> gap_m, double u) {
  const double a = 2.0, b = static_cast<double>(2.2F), T = 1.0, s0 = static_cast<double>(1.8F);
  const double free = a * (1 - std::pow(v / kTown_mps, 4));
  if (!gap_m) return free;
  const double wanted = s0 + std::max(0.0, v * T + v * (v - u) / (2 * std::sqrt(a * b)));
  return free - a * std::pow(wanted / *gap_m, 2);
}

TEST(Decide, GainsSpeedOnAFreeRoadAsTheModelSays) {
  for (const double v : {0.0, 5.0, 10.0, kTown_mps}) {
    PlacedTraffic traffic(street());
    const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 50, .speed_mps = v});
    const Command command = traffic.decide(own);
    EXPECT_NEAR(command.accel_mps2, model_accel(v, std::nullopt, 0), 1e-5) << v;
    EXPECT_TRUE(command.shift_to.is_empty());
  }
}

TEST(Decide, FollowsALeaderAsTheModelSays) {
  struct Case {
    double v, gap_m, u;
  };
  for (const Case& c : {Case{10, 25, 10}, Case{10, 14, 10}, Case{12, 40, 8}, Case{2, 6, 3}}) {
    PlacedTraffic traffic(street());
    const TrackId lane = street().lane("first", "R1");
    const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = c.v});
    traffic.place({.track = lane, .front_m = 50 + c.gap_m + kCar_m, .speed_mps = c.u});
    traffic.set_step(1);  // a step in which it does not think of lanes
    EXPECT_NEAR(traffic.decide(own).accel_mps2, model_accel(c.v, c.gap_m, c.u), 1e-4)
        << c.v << " " << c.gap_m;
  }
}

TEST(Decide, BrakesNoHarderThanItsHardest) {
  PlacedTraffic traffic(street());
  const TrackId lane = street().lane("first", "R1");
  const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = kTown_mps});
  traffic.place({.track = lane, .front_m = 50 + 1 + kCar_m, .speed_mps = 0});
  EXPECT_EQ(traffic.decide(own).accel_mps2, -8);
}

// At 10 m/s, 40 m before a line; a leader and a red light, or only one of them, or neither.
double accel_before_light(std::optional<double> leader_gap_m, bool is_red) {
  const TestRoads& roads = lights();
  PlacedTraffic traffic(roads, is_red ? 35 : 5);
  const TrackId lane = roads.lane("west", "R1"), through = roads.corridor("x.west_to_east");
  const auto own = traffic.place(
      {.track = lane, .front_m = 255, .speed_mps = 10, .ahead = {through, roads.lane("east", "L1")}});
  if (leader_gap_m)
    traffic.place({.track = lane,
                   .front_m = 255 + *leader_gap_m + kCar_m,
                   .speed_mps = 8,
                   .ahead = {through, roads.lane("east", "L1")}});
  return traffic.decide(own).accel_mps2;
}

TEST(Decide, ObeysTheSmallestOfItsWishes) {
  const double neither = accel_before_light({}, false), red = accel_before_light({}, true);
  EXPECT_NEAR(neither, model_accel(10, std::nullopt, 0), 1e-5);
  EXPECT_LT(red, neither);
  bool leader_decided = false, light_decided = false;
  for (const double gap : {8.0, 14.0, 20.0, 26.0, 32.0}) {
    const double leader = accel_before_light(gap, false);
    EXPECT_EQ(accel_before_light(gap, true), std::min(leader, red)) << gap;
    (leader < red ? leader_decided : light_decided) = true;
  }
  EXPECT_TRUE(leader_decided && light_decided) << "both kinds of cases were looked at";
}

TEST(Decide, StopsBeforeARedLight) {
  // decisions and motion of a point, written out here
  double front_m = 200, v = kTown_mps;
  const TestRoads& roads = lights();
  for (int step = 0; step < 300; ++step) {
    PlacedTraffic traffic(roads, 35);
    const auto own = traffic.place({.track = roads.lane("west", "R1"),
                                    .front_m = front_m,
                                    .speed_mps = v,
                                    .ahead = {roads.corridor("x.west_to_east"), roads.lane("east", "L1")}});
    const double accel = traffic.decide(own).accel_mps2;
    EXPECT_GT(accel, -3.5);
    const double next = std::max(0.0, v + 0.1 * accel);
    front_m += 0.05 * (v + next);
    v = next;
  }
  EXPECT_NEAR(v, 0, 0.01);
  EXPECT_LT(front_m, 295);
  EXPECT_GT(front_m, 295 - 1.5);
}

TEST(Decide, StaysInAQueueAndCountsTheTime) {
  PlacedTraffic traffic(street());
  const TrackId lane = street().lane("first", "R1");
  const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 0});
  traffic.place({.track = lane, .front_m = 50 + 1.5 + kCar_m, .speed_mps = 0});
  for (int step = 0; step < 20; ++step) EXPECT_LE(traffic.decide(own).accel_mps2, 0);
  EXPECT_TRUE(traffic.driver(own).is_queued());
  EXPECT_NEAR(traffic.driver(own).stood_s, 2, 1e-4);
}

TEST(Decide, NeedsASecondFromGreenToTheStart) {
  const TestRoads& roads = lights();
  PlacedTraffic traffic(roads, 5);
  const auto own = traffic.place({.track = roads.lane("west", "R1"),
                                  .front_m = 294.4,
                                  .speed_mps = 0,
                                  .ahead = {roads.corridor("x.west_to_east"), roads.lane("east", "L1")}});
  int waited = 0;
  while (waited < 100 && traffic.decide(own).accel_mps2 <= 0) ++waited;
  EXPECT_NEAR(0.1 * waited, 1.0, 0.11);
}

TEST(Decide, ChangesLanesAfterItHasShownIt) {
  PlacedTraffic traffic(street());
  const TrackId kerb = street().lane("first", "R2"), inner = street().lane("first", "R1");
  const auto own = traffic.place(
      {.track = kerb, .front_m = 50, .speed_mps = 10, .ahead = {street().lane("second", "R2")}});
  traffic.place({.track = kerb, .front_m = 50 + 18 + kCar_m, .speed_mps = 5});
  traffic.driver(own).since_shift_s = 60;
  std::uint64_t step = 0;
  Command command;
  for (; step < 60 && command.shift_to.is_empty(); ++step) {
    traffic.set_step(step);
    command = traffic.decide(own);
  }
  EXPECT_EQ(command.shift_to, inner);
  EXPECT_NEAR(0.1 * static_cast<double>(step), 3, 0.5) << "after three seconds of showing";
}

}  // namespace
}  // namespace backlot::traffic::test::decide_test
