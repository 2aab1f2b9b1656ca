#include "backlot/scene/travel_times.h"

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::scene::travel_times_test {
namespace {

constexpr double kLimit_mps = 25;

// A road with a narrow bend from 1000 m to about 1047 m.
class TravelTimesOnRoad : public testing::Test {
 protected:
  world::TestRoads roads_{R"(
network bend
traffic on the right
speed limit 90 km/h
profile street { vehicle backward 3.6 m; spine; vehicle forward 3.6 m }
way road {
  profile street
  begin at (0 m, 0 m) heading 0 deg
  line 1000 m
  arc left radius 30 m turn 90 deg
  line 1500 m
  start open
  end open
}
)"};
  world::Course course_{roads_.tracks, {roads_.lane("road", "R1")}};
  TravelTimes times_{course_};
};

TEST_F(TravelTimesOnRoad, AreInverseToTheShareWhereTheLimitCounts) {
  for (const double share : {0.4, 0.6, 0.73, 0.98, 1.0, 1.1}) {
    EXPECT_NEAR(times_.speed_at(100, share), share * kLimit_mps, 1e-9) << share;
    EXPECT_NEAR(times_.seconds_between(50, 250, share), 200 / (share * kLimit_mps), 1e-9) << share;
  }
}

TEST_F(TravelTimesOnRoad, BendsAskAllForTheSameSpeed) {
  const double bend_mps = course_.speed_at(1030);
  ASSERT_LT(bend_mps, 0.5 * kLimit_mps);
  for (const double share : {0.6, 0.8, 1.0, 1.1})
    EXPECT_NEAR(times_.speed_at(1035, share), bend_mps, 0.35) << share;
  EXPECT_NEAR(times_.seconds_between(1020, 1040, 0.65), times_.seconds_between(1020, 1040, 1.05), 0.1);
}

TEST_F(TravelTimesOnRoad, SlowsDownBeforeABendAndNotFarBefore) {
  EXPECT_LT(times_.speed_at(960, 1), 0.75 * kLimit_mps);
  EXPECT_NEAR(times_.speed_at(500, 1), kLimit_mps, 1e-9);
  // a slow driver has less to lose
  const auto lost_s = [&](double share) {
    return times_.seconds_between(500, 1500, share) - 1000 / (share * kLimit_mps);
  };
  EXPECT_GT(lost_s(1.1), 2 * lost_s(0.6));
  EXPECT_GT(lost_s(0.6), 0.5);
}

TEST_F(TravelTimesOnRoad, GoOnPastTheEnds) {
  EXPECT_NEAR(times_.seconds_between(-50, 0, 1), 2, 1e-9);
  const double end_m = course_.length_m();
  EXPECT_NEAR(times_.seconds_between(end_m + 10, end_m + 60, 1), 2, 1e-9);
}

}  // namespace
}  // namespace backlot::scene::travel_times_test
