#include "backlot/draw/projection.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::draw::projection_test {
namespace {

using geometry::WorldPoint;

TEST(Projection, ThePlanShowsXToTheRightAndYUp) {
  const Projection plan(ViewAngles::plan(), 10, {100, 200});
  const SheetPoint at = plan.at({3, 4, 50});
  EXPECT_NEAR(at.x, 130, 1e-9);
  EXPECT_NEAR(at.y, 160, 1e-9);
}

TEST(Projection, WhatIsNearerHasLessDepth) {
  const Projection view({.azimuth_rad = 0, .height_rad = 0.5}, 1, {0, 0});
  // the viewer stands on the side of growing x, and above
  EXPECT_LT(view.see({10, 0, 0}).depth, view.see({0, 0, 0}).depth);
  EXPECT_LT(view.see({0, 0, 10}).depth, view.see({0, 0, 0}).depth);
  EXPECT_GT(view.towards_viewer().x, 0);
}

TEST(Projection, LengthsAcrossTheViewAreTrue) {
  const Projection view({.azimuth_rad = 0.7, .height_rad = 0.4}, 3, {0, 0});
  const WorldPoint across = {-5 * base::sin(0.7), 5 * base::cos(0.7), 0};
  const SheetPoint a = view.at({0, 0, 0}), b = view.at(across);
  EXPECT_NEAR(b.x - a.x, 15, 1e-12);
  EXPECT_NEAR(b.y - a.y, 0, 1e-12);
}

TEST(Projection, FitsAllPointsIntoItsFrame) {
  const std::vector<WorldPoint> points = {{0, 0, 0}, {500, 20, 3}, {-70, 400, 30}, {1, 2, -9}};
  const Projection view = Projection::fitting({}, points, {10, 20}, 300, 200);
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const WorldPoint& p : points) {
    const SheetPoint at = view.at(p);
    left = std::min(left, at.x);
    right = std::max(right, at.x);
    top = std::min(top, at.y);
    bottom = std::max(bottom, at.y);
  }
  EXPECT_GE(left, 10 - 1e-9);
  EXPECT_LE(right, 310 + 1e-9);
  EXPECT_GE(top, 20 - 1e-9);
  EXPECT_LE(bottom, 220 + 1e-9);
  // one of the two is filled, and the other is centred
  EXPECT_NEAR(std::max((right - left) / 300, (bottom - top) / 200), 1, 1e-9);
  EXPECT_NEAR(left + right, 320, 1e-9);
  EXPECT_NEAR(top + bottom, 240, 1e-9);
}

TEST(Projection, OnePointOrNoneIsPutInTheMiddle) {
  const std::vector<WorldPoint> one = {{1e6, -1e6, 5}};
  const SheetPoint at = Projection::fitting({}, one, {0, 0}, 100, 100).at(one[0]);
  EXPECT_NEAR(at.x, 50, 0.01);
  EXPECT_NEAR(at.y, 50, 0.01);
  EXPECT_EQ(Projection::fitting({}, {}, {0, 0}, 100, 100).at({0, 0, 0}), (SheetPoint{50, 50}));
}

}  // namespace
}  // namespace backlot::draw::projection_test
