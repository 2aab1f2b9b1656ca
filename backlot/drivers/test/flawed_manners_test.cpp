// Each flawed driver does what its flaw says, and drives like the reference where the flaw does not matter.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/drivers/test/closed_loop.h"

namespace backlot::drivers::flawed_manners_test {
namespace {

using sut::LightState;
using test::car;
using test::drive;
using test::later;
using test::Moment;
using test::World;

constexpr double kLimit_mps = 50 / 3.6;

World straight() {
  World world;
  world.road = test::straight_road(2000, kLimit_mps);
  world.start_mps = 0.92 * kLimit_mps;
  return world;
}
World red_light() {
  World world = straight();
  world.road.lines.push_back({250, 270, sut::LineRule::light, 0});
  world.light = [](double) { return LightState::red; };
  return world;
}
double front_of(const Moment& now) { return now.metre + 2.25; }

TEST(FlawedManners, SpeederDrivesFasterThanTheLimit) {
  EXPECT_NEAR(drive(straight(), "speeder", 60).back().own.speed_mps, 1.3 * kLimit_mps, 0.2);
}

TEST(FlawedManners, RedRunnerDoesNotStopAtRed) {
  const std::vector<Moment> moments = drive(red_light(), "red_runner", 25);
  EXPECT_GT(front_of(moments.back()), 300);
  EXPECT_LT(test::hardest_brake(moments), 0.1);
}

TEST(FlawedManners, EvaderStandsFarBeforeTheLine) {
  World world = red_light();
  world.light = [](double) { return LightState::green; };
  const std::vector<Moment> moments = drive(world, "evader", 60);
  EXPECT_LT(moments.back().own.speed_mps, 0.05);
  EXPECT_LT(front_of(moments.back()), 200);
}

TEST(FlawedManners, TailgaterFollowsClosely) {
  World world = straight();
  world.bodies = [](double t) { return std::vector{later(car(7, 100, 0, 0, 10), t)}; };
  const std::vector<Moment> moments = drive(world, "tailgater", 100);
  const double gap_m = moments.back().objects[0].x - 2.25 - front_of(moments.back());
  EXPECT_LT(gap_m / moments.back().own.speed_mps, 0.5);
  EXPECT_FALSE(test::touches_any(moments));
}

// What the reference does at a moment, the sleepy one does its lateness later: a car that stands appears at 5 s.
TEST(FlawedManners, SleepyActsLate) {
  World world = straight();
  world.bodies = [](double t) {
    return t < 5 ? std::vector<sut::SeenObject>() : std::vector{car(7, 158, 0, 0, 0)};
  };
  const auto begins = [&](const char* driver) {
    for (const Moment& now : drive(world, driver, 20))
      if (now.own.acceleration_mps2 < -1) return now.time_s;
    return -1.0;
  };
  EXPECT_NEAR(begins("sleepy") - begins("reference"), 2.5, 0.3);
  EXPECT_TRUE(test::touches_any(drive(world, "sleepy", 20)));
  EXPECT_FALSE(test::touches_any(drive(world, "reference", 20)));
}

TEST(FlawedManners, HalfBlindSeesTheRightAlone) {
  const auto brakes_for_crosser_from = [&](double side) {
    World world = straight();
    const double meets_s = 150 / (0.92 * kLimit_mps);
    world.bodies = [=](double t) {
      return std::vector{later(car(7, 200, side * 10 * meets_s, -side * std::acos(0.0), 10), t)};
    };
    return test::hardest_brake(drive(world, "half_blind", 16)) > 0.5;
  };
  EXPECT_FALSE(brakes_for_crosser_from(1)) << "from the left";
  EXPECT_TRUE(brakes_for_crosser_from(-1)) << "from the right";
}

TEST(FlawedManners, DriveLikeTheReferenceWhereTheirFlawDoesNotMatter) {
  // a leader to the right of the middle of the lane, no line, no danger
  World world = straight();
  world.bodies = [](double t) { return std::vector{later(car(7, 400, 0, 0, 12), t)}; };
  const std::vector<Moment> good = drive(world, "reference", 20);
  for (const std::string driver : {"half_blind", "red_runner", "evader"}) {
    const std::vector<Moment> moments = drive(world, driver.c_str(), 20);
    for (std::size_t k = 0; k < good.size(); ++k)
      ASSERT_EQ(moments[k].command, good[k].command) << driver << ' ' << k;
  }
}

TEST(Shipped, DriversHaveNamesAndLines) {
  for (const Shipped& one : shipped_drivers()) {
    EXPECT_EQ(find_shipped(one.name), &one);
    EXPECT_FALSE(one.what.empty());
    EXPECT_NE(one.make(), nullptr) << one.name;
  }
  EXPECT_EQ(find_shipped("nobody"), nullptr);
}

}  // namespace
}  // namespace backlot::drivers::flawed_manners_test
