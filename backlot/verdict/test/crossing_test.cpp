// Two bodies that cross, against closed forms of plane geometry and constant decelerations.
#include "backlot/verdict/crossing.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::verdict::crossing_test {
namespace {

using world::BodyBox;

constexpr double kHalfLength_m = 2.25, kHalfWidth_m = 0.9, kReach_m = kHalfLength_m + kHalfWidth_m;

BodyBox car(double x, double y, double heading_deg) {
  const double h = heading_deg * 3.14159265358979323846 / 180;
  return {{x, y, 0}, std::cos(h), std::sin(h), kHalfLength_m, kHalfWidth_m};
}

// East along y = 0, so far before the crossing with the middle; north along x = 0 the same.
BodyBox east(double before_m) { return car(-before_m, 0, 0); }
BodyBox north(double before_m) { return car(0, -before_m, 90); }

TEST(Crossing, OverlapOfPathsAtARightAngle) {
  const auto found = find_crossing(east(25), north(20));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->a.in_m, 25 - kReach_m, 1e-9);
  EXPECT_NEAR(found->a.out_m, 25 + kReach_m, 1e-9);
  EXPECT_NEAR(found->b.in_m, 20 - kReach_m, 1e-9);
  EXPECT_NEAR(found->b.out_m, 20 + kReach_m, 1e-9);
}

// At any angle the body touches a strip, made here as a very long box, just from `in_m` to `out_m`.
TEST(Crossing, OverlapOfPathsAtAnyAngle) {
  int crossings = 0;
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const BodyBox a = east(30), b = car(3, -17, degrees);
    const auto found = find_crossing(a, b);
    const double sine = std::fabs(std::sin(degrees * 3.14159265358979323846 / 180));
    ASSERT_EQ(found.has_value(), sine > 0.5) << degrees;
    if (!found) continue;
    ++crossings;
    BodyBox strip = b;
    strip.half_length = 10'000;
    const auto is_in = [&](double metre) {
      BodyBox moved = a;
      moved.centre.x += metre;
      return world::overlap(moved, strip);
    };
    EXPECT_FALSE(is_in(found->a.in_m - 1e-7));
    EXPECT_TRUE(is_in(found->a.in_m + 1e-7));
    EXPECT_TRUE(is_in(found->a.out_m - 1e-7));
    EXPECT_FALSE(is_in(found->a.out_m + 1e-7));
  }
  EXPECT_GT(crossings, 30);
}

TEST(CrossingDeceleration, LetsTheSecondEnterWhenTheFirstHasLeft) {
  // The one to the north leaves after (20 + 3.15) / 8 s; the other has 25 - 3.15 m until then.
  const double until_s = (20 + kReach_m) / 8, room_m = 25 - kReach_m;
  const double expected = 2 * (10 * until_s - room_m) / (until_s * until_s);
  const auto found = find_crossing_deceleration(east(25), 10, north(20), 8);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_of_a);
  EXPECT_NEAR(found->mps2, expected, 1e-9);
  EXPECT_NEAR(10 * until_s - 0.5 * found->mps2 * until_s * until_s, room_m, 1e-9);
  EXPECT_GT(10 - found->mps2 * until_s, 0) << "it still moves then";
  // the same, whichever is asked first
  const auto swapped = find_crossing_deceleration(north(20), 8, east(25), 10);
  ASSERT_TRUE(swapped);
  EXPECT_FALSE(swapped->is_of_a);
  EXPECT_NEAR(swapped->mps2, expected, 1e-9);
}

TEST(CrossingDeceleration, MayBeAStop) {
  // The first one needs 3.6 s; braking for that long the second one would come to stand and drive back.
  const auto slow = find_crossing_deceleration(east(12), 10, north(4), 2);
  ASSERT_TRUE(slow);
  EXPECT_NEAR(slow->mps2, 10 * 10 / (2 * (12 - kReach_m)), 1e-9);
  // one that stands in the way never leaves
  const auto stands = find_crossing_deceleration(east(12), 10, north(1), 0);
  ASSERT_TRUE(stands);
  EXPECT_NEAR(stands->mps2, 10 * 10 / (2 * (12 - kReach_m)), 1e-9);
}

TEST(CrossingDeceleration, IsNoneWithoutNeed) {
  // The second one comes just after the first has left, or just before.
  const double until_s = (20 + kReach_m) / 8;
  EXPECT_FALSE(find_crossing_deceleration(east(10 * until_s + kReach_m + 1e-9), 10, north(20), 8));
  EXPECT_TRUE(find_crossing_deceleration(east(10 * until_s + kReach_m - 1e-6), 10, north(20), 8));
  EXPECT_FALSE(find_crossing_deceleration(east(25), 10, north(-kReach_m - 1e-9), 8)) << "it has left";
  EXPECT_FALSE(find_crossing_deceleration(east(25), 10, north(20), 0)) << "it waits before the path";
  EXPECT_FALSE(find_crossing_deceleration(east(25), 10, car(0, -20, 10), 8)) << "it goes the same way";
  EXPECT_FALSE(find_crossing_deceleration(east(2), 10, north(2), 8)) << "both are there";
}

TEST(CrossingDeceleration, IsThatOfTheOneThatEntersLater) {
  // the subject is first, and the other has to brake
  const auto found = find_crossing_deceleration(east(10), 10, north(12), 8);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_of_a);
  const double until_s = (10 + kReach_m) / 10;
  EXPECT_NEAR(found->mps2, 2 * (8 * until_s - (12 - kReach_m)) / (until_s * until_s), 1e-9);
}

}  // namespace
}  // namespace backlot::verdict::crossing_test
