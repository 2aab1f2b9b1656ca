#include "backlot/verdict/encroachment.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::verdict::encroachment_test {
namespace {

constexpr double kLength_m = 4.5, kWidth_m = 1.8;

// A car that drives straight at a constant speed, in steps of 0.05 s: its middle is at `x`, `y` at time 0.
std::vector<TimedBox> way(double x, double y, double heading_x, double heading_y, double speed_mps,
                          double seconds) {
  std::vector<TimedBox> boxes;
  for (int k = 0; 0.05 * k <= seconds; ++k) {
    const double run = speed_mps * 0.05 * k;
    boxes.push_back({0.05 * k,
                     {{x + run * heading_x, y + run * heading_y, 0},
                      heading_x,
                      heading_y,
                      0.5 * kLength_m,
                      0.5 * kWidth_m},
                     speed_mps});
  }
  return boxes;
}

TEST(Encroachment, OfTwoCarsThatCrossIsThatOfTheClosedForm) {
  // East along y = 0, and north along x = 0: the overlap is a square of 1.8 m.
  for (const double head_start_m : {12.0, 15.3, 31.7}) {
    const std::vector<TimedBox> east = way(-50, 0, 1, 0, 10, 10);
    const std::vector<TimedBox> north = way(0, -50 + head_start_m, 0, 1, 12, 10);
    const double north_out = (50 - head_start_m + 0.5 * kWidth_m + 0.5 * kLength_m) / 12;
    const double east_in = (50 - 0.5 * kWidth_m - 0.5 * kLength_m) / 10;
    const auto found = find_encroachment(east, north);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->seconds, east_in - north_out, 1e-9);
    EXPECT_NEAR(found->entered_s, east_in, 1e-9);
    EXPECT_FALSE(found->is_first_first);
    const auto swapped = find_encroachment(north, east);
    ASSERT_TRUE(swapped);
    EXPECT_NEAR(swapped->seconds, found->seconds, 1e-9);
    EXPECT_TRUE(swapped->is_first_first);
  }
}

// At 45 degrees a body is in the path of the other along (half width (1 + cos) + half length sin) / sin to both sides of the point where the ways cross. Two bodies
// can be in the overlap at once and not touch.
TEST(Encroachment, IsBelowZeroWhereTheSecondComesBeforeTheFirstHasLeft) {
  const double c = std::sqrt(0.5);
  const double half_m = (0.5 * kWidth_m * (1 + c) + 0.5 * kLength_m * c) / c;
  for (const double later_s : {0.6, 0.7, 0.8, 2 * half_m / 10 + 0.1}) {
    const std::vector<TimedBox> east = way(-50, 0, 1, 0, 10, 12);
    const double before_m = 50 + 10 * later_s;
    const std::vector<TimedBox> slanting = way(-before_m * c, -before_m * c, c, c, 10, 12);
    for (std::size_t k = 0; k < east.size(); ++k) ASSERT_FALSE(world::overlap(east[k].box, slanting[k].box));
    const auto found = find_encroachment(east, slanting);
    ASSERT_TRUE(found) << later_s;
    EXPECT_NEAR(found->seconds, later_s - 2 * half_m / 10, 1e-9);
    EXPECT_EQ(found->seconds < 0, later_s < 0.85);
    EXPECT_NEAR(found->entered_s, (before_m - half_m) / 10, 1e-9);
    EXPECT_TRUE(found->is_first_first);
    const auto swapped = find_encroachment(slanting, east);
    ASSERT_TRUE(swapped);
    EXPECT_NEAR(swapped->seconds, found->seconds, 1e-9);
    EXPECT_FALSE(swapped->is_first_first);
  }
}

TEST(Encroachment, IsNoneWhereWaysDoNotMeetOrBodiesTouch) {
  const std::vector<TimedBox> east = way(-50, 0, 1, 0, 10, 10);
  EXPECT_FALSE(find_encroachment(east, way(-50, 3, 1, 0, 10, 10)));  // beside it
  EXPECT_FALSE(find_encroachment(east, way(-20, 0, 1, 0, 10, 10)));  // behind it
  // they touch: ways are seen until then
  const std::vector<TimedBox> north = way(0, -50, 0, 1, 10, 10);
  std::size_t contact = 0;
  while (!world::overlap(east[contact].box, north[contact].box)) ++contact;
  EXPECT_FALSE(find_encroachment(std::span(east).first(contact + 1), std::span(north).first(contact + 1)));
  EXPECT_FALSE(find_encroachment(east, std::vector<TimedBox>(east.begin(), east.begin() + 1)));
}

// The first one turns off before the second one, 20 m behind it, comes there: the second one followed, whenever the record of it began.
TEST(Encroachment, IsNoneOfOneThatFollowedAnotherThatTurnedOff) {
  std::vector<TimedBox> turns = way(-50, 0, 1, 0, 10, 5);
  for (TimedBox box : way(0, 0, 0, 1, 10, 5)) {
    box.time_s += 5.05;
    turns.push_back(box);
  }
  const std::vector<TimedBox> follows = way(-74, 0, 1, 0, 8, 12);
  EXPECT_FALSE(find_encroachment(turns, follows));
  for (const std::size_t from : {40U, 80U, 160U})
    EXPECT_FALSE(find_encroachment(turns, std::span(follows).subspan(from))) << from;
}

}  // namespace
}  // namespace backlot::verdict::encroachment_test
