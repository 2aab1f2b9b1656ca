#include "backlot/geometry/curvature_bound.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::curvature_bound_test {
namespace {

TEST(CurvatureBound, IsNowhereExceededAndSeldomFarOff) {
  std::size_t places = 0, close = 0;
  for (const test::Named& shape : test::catalogue()) {
    const Ribbon ribbon = test::built(shape.description);
    for (int k = -10; k <= 1010; ++k) {
      const double distance = 0.001 * k * ribbon.length();
      const double bends = std::fabs(ribbon.curvature(distance)), bound = curvature_bound(ribbon, distance);
      ASSERT_LE(bends, bound) << shape.name << " at " << distance;
      ++places;
      close += bound < 1.5 * bends + 0.002 ? 1U : 0U;
    }
  }
  EXPECT_GT(close, places / 2) << "it is of use";
}

}  // namespace
}  // namespace backlot::geometry::curvature_bound_test
