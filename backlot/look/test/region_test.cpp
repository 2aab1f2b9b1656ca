#include "backlot/look/region.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::look::region_test {
namespace {

using world::BodyBox;

// 4 m long and 2 m wide, to the north-east.
BodyBox slanted(double x, double y) {
  const double half = std::sqrt(0.5);
  return {{x, y, 0}, half, half, 2, 1};
}

TEST(Region, ACircleIsTouchedBySidesAndCorners) {
  const BodyBox box{{10, 0, 0}, 1, 0, 2, 1};
  EXPECT_TRUE(touches(box, Circle{{0, 0}, 8}));
  EXPECT_FALSE(touches(box, Circle{{0, 0}, 7.99}));
  // the corner at (8, 1)
  EXPECT_TRUE(touches(box, Circle{{5, 5}, 5.001}));
  EXPECT_FALSE(touches(box, Circle{{5, 5}, 4.999}));
  EXPECT_TRUE(touches(box, Circle{{10.5, 0.5}, 0})) << "a point of the body";
  EXPECT_TRUE(touches(slanted(0, 0), Circle{{2, 2}, 0.829}));
  EXPECT_FALSE(touches(slanted(0, 0), Circle{{2, 2}, 0.828}));
}

TEST(Region, APolygonIsTouchedEitherWayRound) {
  const std::vector<PlanPoint> square{{0, 0}, {10, 0}, {10, 10}, {0, 10}},
      reversed(square.rbegin(), square.rend());
  for (const auto& corners : {square, reversed}) {
    EXPECT_TRUE(touches(slanted(5, 5), corners)) << "all within";
    EXPECT_TRUE(touches(slanted(-1, 5), corners));
    EXPECT_FALSE(touches(slanted(-2.2, 5), corners));
    // beyond the corner, where neither its shadow along x nor that along y tells
    EXPECT_TRUE(touches(slanted(11.4, 11.4), corners));
    EXPECT_FALSE(touches(slanted(11.5, 11.5), corners));
  }
  const std::vector<PlanPoint> small{{0, 0}, {0.1, 0}, {0, 0.1}};
  EXPECT_TRUE(touches(slanted(0, 0), small)) << "all of it within the body";
  EXPECT_FALSE(touches(slanted(3, 0), small));
}

}  // namespace
}  // namespace backlot::look::region_test
