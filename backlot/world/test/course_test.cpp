#include "backlot/world/course.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::course_test {
namespace {

// A road that turns back on itself: places between its two legs are near to both.
class CourseOnRoad : public testing::Test {
 protected:
  TestRoads roads_{R"(
network hairpin
traffic on the right
speed limit 90 km/h
profile street { vehicle backward 3.6 m; spine; vehicle forward 3.6 m }
way road {
  profile street
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  arc left radius 12 m turn 180 deg
  line 101 m
  start open
  end open
}
)"};
  Course course_{roads_.tracks, {roads_.lane("road", "R1")}};

  // The nearest place on the lines that begin within 30 m of a metre, each of them looked at.
  double nearest_of_all(const geometry::WorldPoint& place, double about_m) const {
    const auto points = course_.points();
    double best = std::numeric_limits<double>::infinity(), metre = 0;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const double from_m = Course::kStep_m * static_cast<double>(k);
      if (from_m <= about_m - 30 - Course::kStep_m || from_m > about_m + 30) continue;
      const double x = points[k + 1].x - points[k].x, y = points[k + 1].y - points[k].y;
      const double px = place.x - points[k].x, py = place.y - points[k].y;
      const double share = std::fmin(1, std::fmax(0, (px * x + py * y) / (x * x + y * y)));
      const double away = std::hypot(px - share * x, py - share * y);
      if (away >= best) continue;
      best = away;
      metre = from_m + share * Course::kStep_m;
    }
    return metre;
  }
};

TEST_F(CourseOnRoad, FindsTheNearestMetreAroundAHint) {
  base::RandomStream random(7, 0, 0);
  int far = 0;
  for (int k = 0; k < 20'000; ++k) {
    const double about_m = -20 + (course_.length_m() + 40) * random.uniform();
    const double away_m = random.uniform() < 0.5 ? 4 : 60;
    const geometry::WorldPoint near = course_.point_at(about_m + 30 * (random.uniform() - 0.5));
    const geometry::WorldPoint place{near.x + away_m * (random.uniform() - 0.5),
                                     near.y + away_m * (random.uniform() - 0.5), 0};
    const double expected = nearest_of_all(place, about_m), found = course_.metre_near(place, about_m);
    // of two that are equally near either may be the answer
    const double apart = distance_between(course_.point_at(expected), course_.point_at(found));
    const double differs = std::fabs(distance_between(course_.point_at(expected), place) -
                                     distance_between(course_.point_at(found), place));
    ASSERT_TRUE(apart < 1e-6 || differs < 1e-9) << "hint " << about_m << ", place " << place.x << " "
                                                << place.y << ": " << found << " for " << expected;
    far += std::fabs(found - about_m) > 10 ? 1 : 0;
  }
  EXPECT_GT(far, 1000);  // hints that are far off are among them
}

TEST_F(CourseOnRoad, HasLinesNoLongerThanItSays) {
  const auto points = course_.points();
  for (std::size_t k = 1; k < points.size(); ++k)
    EXPECT_LE(std::hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y),
              course_.longest_line_m());
  EXPECT_LT(course_.longest_line_m(), 1.01 * Course::kStep_m);
}

// The lane is 3.6 m wide, runs east for 100 m, and back west from the end of the bend on.
TEST_F(CourseOnRoad, KnowsTheLaneAtEachPoint) {
  ASSERT_EQ(course_.lanes().size(), course_.points().size());
  ASSERT_EQ(course_.limits_mps().size(), course_.points().size());
  for (const Course::LaneThere& lane : course_.lanes()) {
    EXPECT_NEAR(lane.left_m, 1.8, 1e-9);
    EXPECT_NEAR(lane.right_m, 1.8, 1e-9);
  }
  EXPECT_NEAR(course_.lanes().front().heading_rad, 0, 1e-12);
  EXPECT_NEAR(std::cos(course_.lanes().back().heading_rad), -1, 1e-12);
  EXPECT_NEAR(course_.limits_mps().front(), 25, 1e-6);
}

}  // namespace
}  // namespace backlot::world::course_test
