#include "backlot/formats/rndf/internal/lane_fit.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/rndf/internal/turning.h"

namespace backlot::formats::rndf::internal::lane_fit_test {
namespace {

std::vector<WorldPoint> circle(double radius, double step_deg, double to_deg) {
  std::vector<WorldPoint> list;
  for (double at = 0; at <= to_deg; at += step_deg) {
    const double a = at * std::numbers::pi / 180;
    list.push_back({radius * std::cos(a), radius * std::sin(a), 0});
  }
  return list;
}

TEST(LaneFit, GoesRoundACircleOfWaypoints) {
  for (const double radius : {6.0, 20.0, 100.0}) {
    const LaneFit fit = fit_lane(circle(radius, 30, 270));
    for (const WorldPoint& p : fit.course.points())
      EXPECT_NEAR(std::hypot(p.x, p.y), radius, 0.004 * radius + kRounding_m) << radius;
    EXPECT_NEAR(fit.course.length(), 1.5 * std::numbers::pi * radius, 0.02 * radius + 0.5);
  }
}

TEST(LaneFit, PassesWaypointsInOrderAndWithinTheirRounding) {
  const std::vector<WorldPoint> given = {{0, 0, 0},   {12, 1, 0},  {22, 8, 0},
                                         {24, 20, 0}, {80, 60, 0}, {200, 60, 0}};
  const LaneFit fit = fit_lane(given);
  ASSERT_EQ(fit.metres.size(), given.size());
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (k > 0) {
      EXPECT_GT(fit.metres[k], fit.metres[k - 1]);
    }
    EXPECT_LT(plan_distance(fit.course.at(fit.metres[k]).at, given[k]), kRounding_m + 0.05) << k;
  }
}

// Places are written to 0.1 m: a straight road must not become a wavy one.
TEST(LaneFit, TakesTheRoundingOfPlacesOutOfAStraightRoad) {
  std::vector<WorldPoint> given;
  std::uint32_t state = 7;
  for (int k = 0; k < 40; ++k) {
    state = state * 1664525U + 1013904223U;
    given.push_back({10.0 * k, 0.1 * static_cast<double>(state >> 8U) / 16777216.0 - 0.05, 0});
  }
  const LaneFit fit = fit_lane(given);
  std::vector<WorldPoint> places = fit.course.places(0, fit.course.length(), 2);
  EXPECT_GT(tightest_radius(places), 200);
}

TEST(LaneFit, TakesWaypointsOnAHeapForOne) {
  const std::vector<WorldPoint> given = {{0, 0, 0}, {50, 0, 0}, {50.4, 0.1, 0}, {100, 0, 0}};
  const LaneFit fit = fit_lane(given);
  EXPECT_EQ(fit.metres[1], fit.metres[2]);
  EXPECT_NEAR(fit.course.length(), 100, 0.1);
}

TEST(LaneFit, NeedsTwoPlaces) {
  EXPECT_FALSE(can_fit(std::vector<WorldPoint>{}));
  EXPECT_FALSE(can_fit(std::vector<WorldPoint>{{1, 2, 0}}));
  EXPECT_FALSE(can_fit(std::vector<WorldPoint>{{1, 2, 0}, {1.1, 2, 0}}));
  EXPECT_TRUE(can_fit(std::vector<WorldPoint>{{1, 2, 0}, {1.5, 2, 0}}));
  EXPECT_NEAR(fit_lane(std::vector<WorldPoint>{{1, 2, 0}, {1.5, 2, 0}}).course.length(), 0.5, 1e-9);
}

TEST(LaneFit, LongLegsAreStraightInTheirMiddle) {
  const LaneFit fit = fit_lane(std::vector<WorldPoint>{{0, 0, 0}, {300, 0, 0}, {300, 300, 0}});
  for (double at = 30; at < 260; at += 10) EXPECT_NEAR(fit.course.at(at).at.y, 0, 0.3) << at;
}

// ---- exits

TEST(Turning, GoesStraightOnWhereBothPosesLieOnALine) {
  for (const WorldPoint& p : turn_between({{0, 0, 0}, 1, 0}, {{30, 0, 0}, 1, 0}, 1))
    EXPECT_NEAR(p.y, 0, 1e-9);
}

TEST(Turning, IsAQuarterOfACircleRoundACorner) {
  for (const WorldPoint& p : turn_between({{0, 0, 0}, 1, 0}, {{10, 10, 0}, 0, 1}, 0.5))
    EXPECT_NEAR(std::hypot(p.x, p.y - 10), 10, 0.05);
}

// Back between two lanes: as tight as a car can, whatever their distance.
TEST(Turning, SwingsOutBeforeItTurnsBackBetweenTwoLanes) {
  for (const double apart : {2.5, 3.6, 5.0, 8.0, 20.0}) {
    const std::vector<WorldPoint> line = turn_between({{0, 0, 0}, 1, 0}, {{0, apart, 0}, -1, 0}, 0.5);
    EXPECT_GT(tightest_radius(line), 2.5) << apart;
    EXPECT_LT(plan_distance(line.front(), {0, 0, 0}), 1e-6);
    EXPECT_LT(plan_distance(line.back(), {0, apart, 0}), 1e-6);
  }
}

// Any two poses: a line from one to the other, with places that lie apart.
TEST(Turning, LeadsFromAnyPoseToAnyOther) {
  std::uint32_t state = 3;
  const auto random = [&](double scale) {
    state = state * 1664525U + 1013904223U;
    return scale * (static_cast<double>(state >> 8U) / 16777216.0 - 0.5);
  };
  for (int k = 0; k < 2000; ++k) {
    const double a = random(6.3), b = random(6.3);
    const Pose from{{random(40), random(40), 0}, std::cos(a), std::sin(a)};
    const Pose to{{random(40), random(40), 0}, std::cos(b), std::sin(b)};
    if (plan_distance(from.at, to.at) < 0.1) continue;
    const std::vector<WorldPoint> line = turn_between(from, to, 1);
    EXPECT_LT(plan_distance(line.front(), from.at), 1e-6);
    EXPECT_LT(plan_distance(line.back(), to.at), 1e-6);
    for (std::size_t i = 1; i < line.size(); ++i) EXPECT_LT(plan_distance(line[i - 1], line[i]), 3.5);
  }
}

}  // namespace
}  // namespace backlot::formats::rndf::internal::lane_fit_test
