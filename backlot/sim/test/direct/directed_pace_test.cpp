// An actor that is told to drive faster or slower: what it does about the road ahead, and about a vehicle that overtakes it.
#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::directed_pace_test {
namespace {

using direct::ForTime;

// 100 km/h, and 70 km/h from 2000 m on.
constexpr std::string_view kSlowerRoad = R"(
network slower_road
traffic on the right
speed limit 100 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way road {
  profile road
  begin at (0 m, 0 m) heading 0 deg
  line 4000 m
  speed limit 70 km/h from 2000 m to end
  start open
  end open
}
)";
constexpr double kSlower_m = 2000, kSlower_mps = 70 / 3.6;

class OnSlowerRoad : public Directed {
 protected:
  OnSlowerRoad() : Directed(kSlowerRoad) {}
};

// It is told to drive slower and slower on its way to the lower limit, as an actor is that has to come later. It was never told anything hard, and
// the road does not ask for more than usual either.
TEST_F(OnSlowerRoad, BrakesInComfortForALowerLimitWhereItIsToldToBeSlower) {
  const world::ObjectId car = put("road", "R1", 1500, 27);
  const double comfort_mps2 = static_cast<double>(run_->find(car)->driver.traits.brake_mps2);
  double change_mps = 0, hardest_mps2 = 0, at_limit_mps = 0;
  for (int k = 0; k < 400 && body(car).metres < kSlower_m + 200; ++k) {
    change_mps = std::max(-5.0, change_mps - 0.03);
    tell({.actor = car, .hold = ForTime{0.5}, .what = direct::AdjustSpeed{change_mps}});
    step();
    hardest_mps2 = std::max(hardest_mps2, -seen(car).accel_mps2);
    if (body(car).metres < kSlower_m) at_limit_mps = body(car).speed_mps;
  }
  ASSERT_GT(body(car).metres, kSlower_m + 190);
  EXPECT_LE(hardest_mps2, comfort_mps2 + 1e-9);
  EXPECT_LT(at_limit_mps, kSlower_mps - 2) << "it had the speed that it was told when it came to the limit";
  EXPECT_NEAR(body(car).speed_mps, kSlower_mps - 5, 0.5) << "and drives at it behind that";
  // the control: by itself it is faster there
  const world::ObjectId other = put("road", "R1", 1500, 27);
  ASSERT_TRUE(run_until([&] { return body(other).metres > kSlower_m; }, 40));
  EXPECT_NEAR(body(other).speed_mps, kSlower_mps, 0.5);
}

class OnPassingRoad : public Directed {
 protected:
  OnPassingRoad() : Directed(kTwoLaneRoad) {}

  // Its driver drives at 15 m/s by itself.
  world::ObjectId put_slow(double metres, double speed_mps) {
    const world::ObjectId slow = put("road", "R1", metres, speed_mps);
    traffic::DriverTraits traits = run_->find(slow)->driver.traits;
    traits.speed_factor = static_cast<float>(15 * 3.6 / 100);
    run_->set_traits(slow, traits);
    return slow;
  }
  bool is_out(world::ObjectId id) const { return seen(id).centre.y > 1; }
  bool is_ahead(world::ObjectId id, world::ObjectId of) const {
    return seen(id).centre.x > seen(of).centre.x + 4;
  }

  // A vehicle of 15 m/s is overtaken; as soon as the other one is on the oncoming lane it is told to hurry. True where the other one came back ahead of
  // it within 20 s.
  bool is_passed(bool stays_in_lane) {
    restart();
    const world::ObjectId slow = put_slow(200, 15), car = put("road", "R1", 170, 15);
    if (stays_in_lane) tell({.actor = slow, .hold = ForTime{60}, .what = direct::SetOffset{0}});
    tell({.actor = car, .what = direct::OvertakeNow{}});
    EXPECT_TRUE(run_until([&] { return is_out(car); }, 10));
    tell({.actor = slow, .hold = ForTime{20}, .what = direct::AdjustSpeed{20}});
    const bool is_back = run_until([&] { return seen(car).centre.y < -1 && is_ahead(car, slow); }, 20);
    EXPECT_EQ(run_->tally().contacts, 0U);
    return is_back;
  }
};

TEST_F(OnPassingRoad, GetsNoFasterWhileItIsOvertaken) {
  EXPECT_TRUE(is_passed(false));
  EXPECT_TRUE(is_passed(true)) << "also where it is told to stay in its lane";
}

// A vehicle of 15 m/s is told to hurry, and another one that is hardly faster passes it: by law the one that is passed makes it short.
TEST_F(OnPassingRoad, NoLongerHurriesWhileItIsOvertaken) {
  for (const bool stays_in_lane : {false, true}) {
    SCOPED_TRACE(stays_in_lane);
    restart();
    const world::ObjectId slow = put_slow(400, 26), car = put("road", "R1", 370, 26);
    if (stays_in_lane) tell({.actor = slow, .hold = ForTime{60}, .what = direct::SetOffset{0}});
    tell({.actor = slow, .hold = ForTime{60}, .what = direct::AdjustSpeed{11}});
    for (int k = 0; k < 20; ++k) step();
    EXPECT_GT(seen(slow).speed_mps, 25) << "it hurries";
    tell({.actor = car, .what = direct::OvertakeNow{}});
    ASSERT_TRUE(run_until([&] { return is_out(car); }, 10));
    ASSERT_TRUE(run_until([&] { return is_ahead(car, slow); }, 8));
    EXPECT_LT(seen(slow).speed_mps, 17);
    ASSERT_TRUE(run_until([&] { return seen(slow).speed_mps > 25; }, 20)) << "behind that it hurries again";
    EXPECT_EQ(run_->tally().contacts, 0U);
  }
}

// What slows down an actor on the oncoming lane would keep it there for longer.
TEST_F(OnPassingRoad, IsNotSlowedDownWhileItIsOnTheOncomingLane) {
  restart();
  const world::ObjectId slow = put_slow(400, 15), car = put("road", "R1", 370, 15);
  tell({.actor = car, .what = direct::OvertakeNow{}});
  ASSERT_TRUE(run_until([&] { return is_out(car); }, 10));
  tell({.actor = car, .hold = ForTime{60}, .what = direct::AdjustSpeed{-17}});
  ASSERT_TRUE(run_until([&] { return is_ahead(car, slow) && !is_out(car); }, 15));
  EXPECT_TRUE(run_until([&] { return seen(car).speed_mps < 12; }, 15)) << "back in its lane it obeys";
}

TEST_F(OnPassingRoad, DoesNotOvertakeAVehicleThatIsHardlySlowerThanItIsTold) {
  for (const double change_mps : {0.0, -11.5}) {
    restart();
    put_slow(400, 15);
    const world::ObjectId car = put("road", "R1", 370, 15);
    tell({.actor = car, .hold = ForTime{60}, .what = direct::AdjustSpeed{change_mps}});
    // by itself it would drive at 27.8 m/s, by what it is told at 16.3
    EXPECT_EQ(run_until([&] { return is_out(car); }, 40), change_mps == 0);
  }
}

}  // namespace
}  // namespace backlot::sim::directed_pace_test
