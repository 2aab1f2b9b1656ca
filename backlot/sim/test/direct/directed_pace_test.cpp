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

  // A vehicle of 15 m/s is overtaken; as soon as the other one is on the oncoming lane it is told to hurry. True where the other one came back ahead of
  // it within 20 s.
  bool is_passed(bool stays_in_lane) {
    restart();
    const world::ObjectId slow = put("road", "R1", 200, 15), car = put("road", "R1", 170, 15);
    traffic::DriverTraits traits = run_->find(slow)->driver.traits;
    traits.speed_factor = static_cast<float>(15 * 3.6 / 100);
    run_->set_traits(slow, traits);
    if (stays_in_lane) tell({.actor = slow, .hold = ForTime{60}, .what = direct::SetOffset{0}});
    tell({.actor = car, .what = direct::OvertakeNow{}});
    EXPECT_TRUE(run_until([&] { return seen(car).centre.y > 1; }, 10));
    tell({.actor = slow, .hold = ForTime{20}, .what = direct::AdjustSpeed{20}});
    const bool is_back = run_until(
        [&] { return seen(car).centre.y < -1 && seen(car).centre.x > seen(slow).centre.x + 4; }, 20);
    EXPECT_EQ(run_->tally().contacts, 0U);
    return is_back;
  }
};

TEST_F(OnPassingRoad, GetsNoFasterWhileItIsOvertaken) {
  EXPECT_TRUE(is_passed(false));
  EXPECT_TRUE(is_passed(true)) << "also where it is told to stay in its lane";
}

}  // namespace
}  // namespace backlot::sim::directed_pace_test
