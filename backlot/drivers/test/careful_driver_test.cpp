// The reference driver on roads and among bodies whose answers are known.
#include "backlot/drivers/careful_driver.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/drivers/test/closed_loop.h"

namespace backlot::drivers::careful_driver_test {
namespace {

using sut::LightState;
using sut::LineRule;
using test::car;
using test::drive;
using test::hardest_brake;
using test::later;
using test::Moment;
using test::touches_any;
using test::World;

constexpr double kFront_m = 2.25;  // half of the vehicle
constexpr double kLimit_mps = 50 / 3.6;

World straight(double length_m = 600, double limit_mps = kLimit_mps) {
  World world;
  world.road = test::straight_road(length_m, limit_mps);
  world.start_mps = 0.92 * limit_mps;
  return world;
}
World with_line(LineRule rule, double metre = 250) {
  World world = straight();
  world.road.lines.push_back({metre, metre + 20, rule, 0});
  return world;
}
double front_of(const Moment& now) { return now.metre + kFront_m; }

// ---- alone on the road

TEST(CarefulDriver, DrivesAt92PercentOfTheLimit) {
  World world = straight(1200);
  world.start_mps = 0;
  const std::vector<Moment> moments = drive(world, "reference", 60);
  EXPECT_NEAR(moments.back().own.speed_mps, 0.92 * kLimit_mps, 0.15);
  for (std::size_t k = 1; k < moments.size(); ++k) {
    EXPECT_GE(moments[k].own.acceleration_mps2, -0.01) << "it never brakes, at " << moments[k].time_s;
    EXPECT_LE(moments[k].own.acceleration_mps2, 1.81);
  }
}

TEST(CarefulDriver, KeepsItsLaneOnBends) {
  struct Case {
    double radius_m, limit_mps, most_m;
  };
  for (const Case& c : {Case{25, 14, 0.25}, Case{50, 14, 0.2}, Case{120, 25, 0.25}, Case{400, 33, 0.3}})
    for (const double side : {1.0, -1.0}) {
      World world;
      const double arc_m = std::min(1.5 * c.radius_m, 300.0);
      world.road = test::make_road({{200, 0}, {arc_m, side / c.radius_m}, {300, 0}}, c.limit_mps);
      world.start_mps = 10;
      double most = 0, fastest = 0, across = 0;
      for (const Moment& now : drive(world, "reference", 45)) {
        if (now.metre > 200 + arc_m + 200) break;
        most = std::max(most, std::fabs(now.offset_m));
        if (now.metre > 205 && now.metre < 195 + arc_m) {
          fastest = std::max(fastest, now.own.speed_mps);
          across = std::max(across, now.own.speed_mps * now.own.speed_mps / c.radius_m);
        }
      }
      EXPECT_LT(most, c.most_m) << c.radius_m << ' ' << side;
      EXPECT_LT(across, 2.8) << c.radius_m;
      EXPECT_GT(fastest, 0.8 * std::min(0.92 * c.limit_mps, std::sqrt(2 * c.radius_m)))
          << "nor does it creep";
    }
}

TEST(CarefulDriver, SlowsDownGentlyForALowerLimit) {
  World world = straight(600, 25);
  for (std::size_t k = 150; k < world.road.points.size(); ++k) world.road.points[k].limit_mps = 10;
  world.start_m = 20;
  world.start_mps = 23;
  const std::vector<Moment> moments = drive(world, "reference", 35);
  EXPECT_LT(hardest_brake(moments), 1.3);
  for (const Moment& now : moments)
    EXPECT_TRUE(front_of(now) < 300 || now.own.speed_mps < 10.1) << now.time_s;
}

// ---- lines

TEST(CarefulDriver, StopsAtRedBeforeTheLine) {
  World world = with_line(LineRule::light);
  world.light = [](double) { return LightState::red; };
  const std::vector<Moment> moments = drive(world, "reference", 40);
  EXPECT_LT(moments.back().own.speed_mps, 0.01);
  EXPECT_LT(front_of(moments.back()), 250);
  EXPECT_GT(front_of(moments.back()), 247.5);
  EXPECT_LT(hardest_brake(moments), 2.5);
}

TEST(CarefulDriver, PassesAtGreenWithoutBraking) {
  World world = with_line(LineRule::light);
  world.light = [](double) { return LightState::green; };
  const std::vector<Moment> moments = drive(world, "reference", 25);
  EXPECT_GT(front_of(moments.back()), 300);
  EXPECT_LT(hardest_brake(moments), 0.05);
}

TEST(CarefulDriver, GoesOnWhenRedBecomesGreen) {
  World world = with_line(LineRule::light);
  world.light = [](double t) { return t < 25 ? LightState::red : LightState::green; };
  const std::vector<Moment> moments = drive(world, "reference", 45);
  EXPECT_LT(moments[490].own.speed_mps, 0.01);
  EXPECT_GT(front_of(moments.back()), 300);
}

// Yellow of 3 s, then red: at any distance it either stops before the line with a braking that is fit, or is past it before red.
TEST(CarefulDriver, NeverCrossesAtRedAfterYellow) {
  std::size_t stopped = 0, passed = 0;
  for (double yellow_at = 40; yellow_at < 240; yellow_at += 4) {
    World world = with_line(LineRule::light);
    double turned_s = -1;
    // the light turns when the front is at this metre: it drives 12.8 m/s from 52.25 m on
    turned_s = (yellow_at - 52.25) / (0.92 * kLimit_mps);
    world.light = [turned_s](double t) {
      return t < turned_s ? LightState::green : t < turned_s + 3 ? LightState::yellow : LightState::red;
    };
    const std::vector<Moment> moments = drive(world, "reference", 40);
    const bool has_stopped = front_of(moments.back()) < 250;
    ++(has_stopped ? stopped : passed);
    if (!has_stopped)
      for (const Moment& now : moments)
        if (front_of(now) > 250) {
          EXPECT_LT(now.time_s, turned_s + 3.05) << yellow_at;
          break;
        }
    EXPECT_LT(hardest_brake(moments), 4) << yellow_at;
  }
  EXPECT_GT(stopped, 20U);
  EXPECT_GT(passed, 3U);
}

TEST(CarefulDriver, HaltsAtAStopSignAndGoesOn) {
  const std::vector<Moment> moments = drive(with_line(LineRule::stop), "reference", 45);
  const bool has_halted = std::any_of(moments.begin(), moments.end(), [](const Moment& now) {
    return now.own.speed_mps < 0.05 && front_of(now) < 250 && front_of(now) > 245;
  });
  EXPECT_TRUE(has_halted);
  EXPECT_GT(front_of(moments.back()), 300);
}

TEST(CarefulDriver, RollsPastAYieldSignWhenNothingComes) {
  const std::vector<Moment> moments = drive(with_line(LineRule::yield), "reference", 25);
  EXPECT_GT(front_of(moments.back()), 300);
}

// ---- bodies

TEST(CarefulDriver, FollowsWithTheHeadwayOfItsManner) {
  for (const double leader_mps : {5.0, 10.0}) {
    World world = straight(2000);
    world.bodies = [&](double t) { return std::vector{later(car(7, 120, 0, 0, leader_mps), t)}; };
    const std::vector<Moment> moments = drive(world, "reference", 120);
    const Moment& last = moments.back();
    const double gap_m = last.objects[0].x - 2.25 - front_of(last);
    EXPECT_NEAR(last.own.speed_mps, leader_mps, 0.05);
    EXPECT_NEAR(gap_m, 3 + 1.6 * leader_mps, 0.5) << leader_mps;
    EXPECT_FALSE(touches_any(moments));
  }
}

TEST(CarefulDriver, StopsBehindALeaderThatBrakesHard) {
  for (const double decel : {2.0, 4.0, 6.0, 8.0}) {
    World world = straight(2000);
    world.bodies = [&](double t) {
      const sut::SeenObject leader = car(7, 75, 0, 0, 12);
      if (t < 10) return std::vector{later(leader, t)};
      sut::SeenObject braking = later(leader, 10);
      braking.acceleration_mps2 = -decel;
      return std::vector{later(braking, t - 10)};
    };
    const std::vector<Moment> moments = drive(world, "reference", 25);
    EXPECT_FALSE(touches_any(moments)) << decel;
    EXPECT_LT(moments.back().own.speed_mps, 0.1);
    EXPECT_LT(hardest_brake(moments), decel + 1.5) << "it need not brake much harder than its leader";
  }
}

TEST(CarefulDriver, LeavesACarOnTheOtherLaneAlone) {
  World world = straight(1000);
  world.bodies = [](double t) {
    return std::vector{later(car(7, 400, 3.5, std::acos(-1.0), 13), t), later(car(8, 100, -3.5, 0, 8), t)};
  };
  EXPECT_LT(hardest_brake(drive(world, "reference", 30)), 0.05);
}

// A car cuts in from the left, 20 m ahead and 4 m/s slower.
TEST(CarefulDriver, BrakesForACarThatCutsIn) {
  World world = straight(2000, 25);
  world.bodies = [](double t) {
    sut::SeenObject intruder = car(7, 75 + 19 * t, 3.5, 0, 19);
    const double moved = std::clamp((t - 2) * 1.2, 0.0, 3.5);
    intruder.y -= moved;
    if (moved > 0 && moved < 3.5) intruder.heading_rad = -std::atan2(1.2, 19.0);
    return std::vector{intruder};
  };
  const std::vector<Moment> moments = drive(world, "reference", 30);
  EXPECT_FALSE(touches_any(moments));
  EXPECT_LT(hardest_brake(moments), 4);
}

// A body crosses from the left and would be where the vehicle is: it has to brake, and goes on behind it.
TEST(CarefulDriver, LetsABodyPassThatCrossesItsWay) {
  for (const double head_start_s : {-0.5, 0.0, 0.5, 1.0}) {
    World world = straight(600);
    const double meets_s = (200 - 50) / (0.92 * kLimit_mps);
    world.bodies = [=](double t) {
      return std::vector{later(car(7, 200, 10.0 * (meets_s - head_start_s), -std::acos(0.0), 10), t)};
    };
    const std::vector<Moment> moments = drive(world, "reference", 45);
    EXPECT_FALSE(touches_any(moments)) << head_start_s;
    EXPECT_GT(front_of(moments.back()), 300) << "it goes on";
  }
}

TEST(CarefulDriver, WaitsAtAYieldSignForTraffic) {
  World world = with_line(LineRule::yield, 190);
  // a stream from the left, 3 s apart, for half a minute
  world.bodies = [](double t) {
    std::vector<sut::SeenObject> stream;
    for (std::uint32_t k = 0; k < 10; ++k)
      stream.push_back(later(car(10 + k, 200, 100 + 36.0 * k, -std::acos(0.0), 12), t));
    return stream;
  };
  const std::vector<Moment> moments = drive(world, "reference", 60);
  EXPECT_FALSE(touches_any(moments));
  EXPECT_TRUE(std::any_of(moments.begin(), moments.end(), [](const Moment& now) {
    return now.own.speed_mps < 0.3 && front_of(now) < 190 && front_of(now) > 180;
  })) << "it waits before the line";
  EXPECT_GT(front_of(moments.back()), 300);
}

// It stands less than a metre before the line, and would come behind the other one. That one cannot know it: it would have to brake for a vehicle that
// comes out over its line.
TEST(CarefulDriver, StaysAtItsLineUntilTheOtherIsThere) {
  constexpr double kLine_m = 190, kAcross_m = 202, kSpeed_mps = 15;
  for (const double away_m : {30.0, 42.0, 60.0, 80.0}) {
    World world = with_line(LineRule::yield, kLine_m);
    world.start_m = kLine_m - 0.6 - kFront_m;
    world.start_mps = 0;
    world.bodies = [away_m](double t) {
      return std::vector{later(car(7, kAcross_m, away_m, -std::acos(0.0), kSpeed_mps), t)};
    };
    const std::vector<Moment> moments = drive(world, "reference", 20);
    const double there_s = (away_m - kFront_m - 0.9) / kSpeed_mps;  // its front at the side of the own strip
    for (const Moment& now : moments) {
      if (now.time_s < there_s - 0.4) {
        EXPECT_LT(front_of(now), kLine_m) << away_m << ' ' << now.time_s;
      }
    }
    EXPECT_FALSE(touches_any(moments));
    EXPECT_GT(front_of(moments.back()), 260) << "and then goes on";
  }
}

TEST(CarefulDriver, StopsForABodyThatStandsAcross) {
  World world = straight(600);
  world.bodies = [](double) { return std::vector{car(7, 250, 0.5, 1.2, 0)}; };
  const std::vector<Moment> moments = drive(world, "reference", 40);
  EXPECT_FALSE(touches_any(moments));
  EXPECT_LT(moments.back().own.speed_mps, 0.1);
  EXPECT_LT(hardest_brake(moments), 3.5);
}

// ---- software

TEST(CarefulDriver, AnswersTheSameAfterAReset) {
  World world = straight(600);
  world.bodies = [](double t) { return std::vector{later(car(7, 90, 0, 0, 8), t)}; };
  CarefulDriver driver{Manner{}};
  const std::vector<Moment> first = drive(world, driver, 10), second = drive(world, driver, 10);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_EQ(first[k].command, second[k].command) << k;
}

TEST(CarefulDriver, SaysThatItNeedsARoad) {
  CarefulDriver driver{Manner{}};
  const std::optional<sut::Trouble> trouble = driver.reset({});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->failure, sut::Failure::protocol);
  sut::Mission mission;
  mission.road = test::straight_road(100, 10);
  EXPECT_FALSE(driver.reset(mission));
  sut::Command command;
  EXPECT_TRUE(driver.step({}, command)) << "a view without a place on the road";
}

// A driver is used for many runs. It drives the second one as a new driver does, on the same road and on another.
TEST(CarefulDriver, DrivesEachRunOnTheRoadOfItsMission) {
  CarefulDriver used{Manner{}};
  for (const double limit_mps : {10.0, 10.0, 20.0, 10.0}) {
    World world;
    world.road = test::straight_road(1000, limit_mps);
    CarefulDriver fresh{Manner{}};
    const auto expected = drive(world, fresh, 20), driven = drive(world, used, 20);
    ASSERT_EQ(driven.size(), expected.size());
    for (std::size_t k = 0; k < driven.size(); ++k) {
      EXPECT_EQ(driven[k].own.x, expected[k].own.x);
      EXPECT_EQ(driven[k].own.speed_mps, expected[k].own.speed_mps);
    }
    EXPECT_NEAR(driven.back().own.speed_mps, limit_mps * Manner{}.share_of_limit, 0.5);
  }
}

// ---- cyclists beside it

// A road that turns right with a radius of 10 m behind a line, and a cyclist that rides straight on beside it at 18 km/h.
World with_cyclist(double start_x, std::int32_t turn) {
  World world;
  world.road = test::make_road({{200, 0}, {15.7, -0.1}, {120, 0}}, kLimit_mps);
  world.road.lines.push_back({196, 226, LineRule::priority, turn});
  world.start_mps = 10;
  sut::SeenObject cyclist = car(7, start_x, -2.4, 0, 5);
  cyclist.kind = sut::SeenKind::bicycle;
  cyclist.length_m = 1.8;
  cyclist.width_m = 0.6;
  world.bodies = [cyclist](double t) { return std::vector<sut::SeenObject>{later(cyclist, t)}; };
  return world;
}

TEST(CarefulDriver, LetsACyclistBesideItPassBeforeItTurns) {
  std::size_t touched = 0;
  for (double start_x = 90; start_x <= 150; start_x += 3) {
    const std::vector<Moment> moments = drive(with_cyclist(start_x, -1), "reference", 40);
    EXPECT_FALSE(touches_any(moments)) << start_x;
    EXPECT_GT(front_of(moments.back()), 230) << "it turns in the end, " << start_x;
    // the control: a driver that does not know that it turns looks at nobody beside it
    touched += touches_any(drive(with_cyclist(start_x, 0), "reference", 40)) ? 1U : 0U;
  }
  EXPECT_GE(touched, 2U);
}

}  // namespace
}  // namespace backlot::drivers::careful_driver_test
