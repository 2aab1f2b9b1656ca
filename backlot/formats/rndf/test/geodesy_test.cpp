#include "backlot/formats/rndf/internal/geodesy.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::formats::rndf::internal::geodesy_test {
namespace {

// A second of arc on WGS 84, from the radii of curvature: at the equator M = a (1 - e^2) and N = a, at 45 degrees by the book.
TEST(LocalPlane, KnowsTheLengthOfASecondOfArc) {
  const auto north = [](double latitude) {
    const LocalPlane plane(latitude, 20);
    return plane.place(latitude + 1.0 / 3600, 20).y;
  };
  const auto east = [](double latitude) {
    const LocalPlane plane(latitude, 20);
    return plane.place(latitude, 20 + 1.0 / 3600).x;
  };
  EXPECT_NEAR(north(0), 30.71508, 1e-4);
  EXPECT_NEAR(east(0), 30.9221, 1e-4);
  EXPECT_NEAR(north(45), 30.86994, 1e-4);
  EXPECT_NEAR(east(45), 21.9019, 1e-4);
}

TEST(LocalPlane, HasItsOriginAtZeroAndGrowsToEastAndNorth) {
  const LocalPlane plane(-33.9, 151.2);
  const geometry::WorldPoint here = plane.place(-33.9, 151.2);
  EXPECT_NEAR(std::hypot(here.x, here.y), 0, 1e-9);
  EXPECT_GT(plane.place(-33.9, 151.3).x, 9000);
  EXPECT_GT(plane.place(-33.8, 151.2).y, 11000);
}

}  // namespace
}  // namespace backlot::formats::rndf::internal::geodesy_test
