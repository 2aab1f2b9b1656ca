#include "backlot/traffic/vehicle/overtaking.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"

namespace backlot::traffic::test::overtaking_test {
namespace {

using world::EntryFlag;
using world::TestRoads;
using world::TrackId;

constexpr double kLimit_mps = 100 / 3.6;
constexpr double kCar_m = 4.5;
constexpr double kRoad_m = 8000;

// 8 km, one lane each way, 100 km/h. R1 leads to the east, L1 to the west.
std::string country_road(std::string_view more) {
  return R"(
network country_road
traffic on the right
speed limit 100 km/h
way road {
  lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
  begin at (0 m, 0 m) heading 0 deg
  line 8000 m
  start open
  end open
  )" + std::string(more) +
         "\n}\n";
}
const TestRoads& road() {
  static const TestRoads roads(country_road(""));
  return roads;
}

struct Scene {
  double own_mps = 16, leader_mps = 16, gap_m = 20;
  double oncoming_m =
      0;  // from the own front to that of an oncoming vehicle at the speed limit; 0 without one
  std::uint16_t leader_flags = 0;
};

// The own vehicle has number 0 and its front at 2000 m, the leader has number 1.
PlacedTraffic placed(const TestRoads& roads, const Scene& scene) {
  PlacedTraffic traffic(roads);
  const TrackId lane = roads.lane("road", "R1");
  const auto own = traffic.place({.track = lane, .front_m = 2000, .speed_mps = scene.own_mps});
  traffic.place({.track = lane,
                 .front_m = 2000 + scene.gap_m + kCar_m,
                 .speed_mps = scene.leader_mps,
                 .flags = scene.leader_flags});
  if (scene.oncoming_m > 0)
    traffic.place({.track = roads.lane("road", "L1"),
                   .front_m = kRoad_m - 2000 - scene.oncoming_m,
                   .speed_mps = kLimit_mps});
  traffic.driver(own).since_shift_s = 60;
  return traffic;
}

OvertakingAdvice advice_for(const Scene& scene) { return placed(road(), scene).overtaking(0); }

TEST(FindOvertaking, ShowsItBehindASlowLeaderOnAFreeRoad) {
  const OvertakingAdvice advice = advice_for({});
  EXPECT_EQ(advice.phase, Overtaking::shows);
  EXPECT_EQ(advice.intent, Side::left);
  EXPECT_EQ(advice.passes, 1U);
  EXPECT_FALSE(advice.home.has_value()) << "it stays in its lane while it shows";
}

TEST(FindOvertaking, StaysBehindALeaderThatIsNotWorthIt) {
  EXPECT_EQ(advice_for({.leader_mps = kLimit_mps - 1.9}).phase, Overtaking::none) << "nearly as fast";
  EXPECT_EQ(advice_for({.own_mps = 9, .leader_mps = 7.5}).phase, Overtaking::none) << "about to stop";
  EXPECT_EQ(advice_for({.gap_m = 3.5 * 16 + 1}).phase, Overtaking::none) << "too far ahead";
  EXPECT_EQ(advice_for({.leader_flags = EntryFlag::wants_left}).phase, Overtaking::none)
      << "it wants to go out too";
}

TEST(FindOvertaking, StaysWhereAnotherVehicleOvertakes) {
  const Scene scene;
  PlacedTraffic traffic = placed(road(), scene);
  traffic.place({.track = road().lane("road", "R1"),
                 .front_m = 1970,
                 .speed_mps = 22,
                 .lateral_m = 3.5,
                 .flags = EntryFlag::overtakes});
  const OvertakingAdvice advice = traffic.overtaking(0);
  EXPECT_EQ(advice.phase, Overtaking::none);
  EXPECT_TRUE(advice.is_overtaken);
  EXPECT_EQ(advice.most_mps2, 0) << "a vehicle that is overtaken gets no faster";
}

TEST(FindOvertaking, RespectsNoPassing) {
  const TestRoads roads(country_road("no passing from 1900 m to 2500 m"));
  EXPECT_EQ(placed(roads, {}).overtaking(0).phase, Overtaking::none);
}

TEST(FindOvertaking, GoesOutAfterThreeSecondsOfShowing) {
  for (const float shown_s : {2.8F, 3.1F}) {
    PlacedTraffic traffic = placed(road(), {});
    Driver& driver = traffic.driver(0);
    driver.states = driver.states | hcsm::StateSet::of(driver_states::kShowOvertaking);
    driver.intent_s = shown_s;
    const OvertakingAdvice advice = traffic.overtaking(0);
    EXPECT_EQ(advice.phase, shown_s > 3 ? Overtaking::passes : Overtaking::shows);
    EXPECT_EQ(advice.home.has_value(), shown_s > 3);
    if (advice.home) {
      EXPECT_NEAR(*advice.home, 3.5, 1e-9) << "the centre of the oncoming lane";
    }
  }
}

// How far away an oncoming vehicle at the limit has to be, by fine steps through the manoeuvre: three seconds of showing and 1.5 s of
// going out at the present speed; then acceleration on a free road (a quarter more than usual, up to 1.1 times the limit) until
// the own rear is 3 m + 0.4 s ahead of the leader's front; then 3.5 s to come back. Five seconds to a collision are to be left.
double needed_m(const Scene& scene) {
  constexpr double kStep_s = 1e-3, kAccel_mps2 = 2.0 * 1.25, kTop_mps = 1.1 * kLimit_mps;
  double v = scene.own_mps, way_m = 4.5 * v, time_s = 4.5;
  const double to_gain_m = scene.gap_m + kCar_m + kCar_m + 3 + 0.4 * scene.leader_mps;
  // while the two drive at the same speed nothing is gained
  for (double gained_m = 0; gained_m < to_gain_m; time_s += kStep_s) {
    v += kStep_s * kAccel_mps2 * (1 - std::pow(v / kTop_mps, 4));
    way_m += kStep_s * v;
    gained_m += kStep_s * (v - scene.leader_mps);
  }
  time_s += 3.5;
  way_m += 3.5 * v;
  return way_m + time_s * kLimit_mps + 5 * (v + kLimit_mps);
}

TEST(FindOvertaking, ShowsItOnlyWithEnoughFreeOncomingRoad) {
  for (const double leader_mps : {12.0, 16.0, 20.0}) {
    Scene scene{.own_mps = leader_mps, .leader_mps = leader_mps};
    double low = 300, high = 3000;
    scene.oncoming_m = low;
    ASSERT_EQ(advice_for(scene).phase, Overtaking::none);
    scene.oncoming_m = high;
    ASSERT_EQ(advice_for(scene).phase, Overtaking::shows);
    while (high - low > 1) {
      scene.oncoming_m = 0.5 * (low + high);
      (advice_for(scene).phase == Overtaking::shows ? high : low) = scene.oncoming_m;
    }
    // the driver rehearses by steps of half a second, in which both vehicles come 25 m nearer
    EXPECT_NEAR(high, needed_m(scene), 30) << leader_mps;
  }
}

TEST(FindOvertaking, IgnoresAnOncomingVehicleThatIsPastBeforeItGoesOut) {
  EXPECT_EQ(advice_for({.oncoming_m = 20}).phase, Overtaking::shows);
}

TEST(FindOvertaking, GivesUpWhereAVehicleComes) {
  for (const double oncoming_m : {200.0, 1500.0}) {
    PlacedTraffic traffic(road());
    const TrackId lane = road().lane("road", "R1");
    const auto own = traffic.place(
        {.track = lane, .front_m = 2000, .speed_mps = 18, .lateral_m = 3.5, .flags = EntryFlag::overtakes});
    traffic.place({.track = lane, .front_m = 2010, .speed_mps = 16});
    traffic.place({.track = road().lane("road", "L1"),
                   .front_m = kRoad_m - 2000 - oncoming_m,
                   .speed_mps = kLimit_mps});
    Driver& driver = traffic.driver(own);
    driver.states = driver.states | hcsm::StateSet::of(driver_states::kPass);
    driver.passes = 1;
    const OvertakingAdvice advice = traffic.overtaking(own);
    EXPECT_EQ(advice.phase, oncoming_m < 1000 ? Overtaking::gives_up : Overtaking::passes);
    EXPECT_EQ(advice.most_mps2 < 0, oncoming_m < 1000);
  }
}

}  // namespace
}  // namespace backlot::traffic::test::overtaking_test
