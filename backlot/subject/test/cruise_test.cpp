#include "backlot/subject/cruise.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "backlot/subject/test/ride.h"

namespace backlot::subject::cruise_test {
namespace {

// 5 km with bends, a stretch of a low limit, and a high limit with a bend at its end: what comes counts for more than a kilometre before it.
std::unique_ptr<sim::TestRoads> bent_road() {
  return sim::roads_of(R"(
network bent
traffic on the right
speed limit 80 km/h
profile street { vehicle backward 3.6 m; spine; vehicle forward 3.6 m }
way road {
  profile street
  begin at (0 m, 0 m) heading 0 deg
  line 700 m
  arc left radius 60 m turn 90 deg
  line 300 m
  arc right radius 150 m turn 60 deg
  line 3800 m
  arc right radius 20 m turn 80 deg
  line 60 m
  start open
  end open
  speed limit 30 km/h from 200 m to 260 m forward
  speed limit 230 km/h from 1500 m to 5000 m forward
}
)");
}

TEST(Cruise, AtOneMetreIsThatOfTheWholeCourseToTheLastBit) {
  for (const auto& road : {straight_road(), bent_road()}) {
    const world::Course course = course_along(*road, "road", {});
    for (const double share : {0.5, 0.92, 1.3}) {
      const Cruise cruise(course, share);
      for (double metre = -20; metre < course.length_m() + 30; metre += 3.7)
        ASSERT_EQ(cruise_mps(course, share, metre), cruise.wanted_mps(metre)) << share << " at " << metre;
    }
  }
}

TEST(Cruise, SlowsDownInTimeByTheClosedForm) {
  const auto road = bent_road();
  const world::Course course = course_along(*road, "road", {});
  const Cruise cruise(course, 1);
  EXPECT_NEAR(cruise.wanted_mps(230), 30 / 3.6, 1e-6);
  // v^2 = w^2 + 2 * 0.8 m/s2 * s, to a point of the course
  EXPECT_NEAR(cruise.wanted_mps(100), std::sqrt(30 / 3.6 * 30 / 3.6 + 1.6 * 100), 0.2);
  EXPECT_NEAR(cruise.wanted_mps(2000), 230 / 3.6, 1e-6);
  EXPECT_NEAR(cruise.wanted_mps(3000), std::sqrt(2.5 * 20 + 1.6 * (5051 - 3000)), 0.3) << "the bend of 20 m";
}

}  // namespace
}  // namespace backlot::subject::cruise_test
