// Places and speeds of a road against circles and straight lines.
#include "backlot/drivers/road_plan.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/drivers/on_road.h"
#include "backlot/drivers/test/closed_loop.h"

namespace backlot::drivers::road_plan_test {
namespace {

TEST(RoadPlan, PlacesLieOnTheRoadAndGoOnStraightPastItsEnds) {
  const RoadPlan plan(test::make_road({{100, 0}, {157.0796, 0.01}}, 20), Manner{});
  EXPECT_NEAR(plan.length_m(), 256, 1e-9);
  EXPECT_NEAR(plan.place_at(-7).x, -7, 1e-9);
  EXPECT_NEAR(plan.place_at(51.3).x, 51.3, 1e-9);
  // a quarter of a circle of 100 m: after 100 m of arc the angle is 1 rad
  const RoadPlan::Place on = plan.place_at(200);
  EXPECT_NEAR(on.x, 100 + 100 * std::sin(1.0), 0.01);
  EXPECT_NEAR(on.y, 100 - 100 * std::cos(1.0), 0.01);
  EXPECT_NEAR(plan.heading_at(200), 1, 1e-3);
  EXPECT_NEAR(plan.heading_at(50), 0, 1e-6);
}

TEST(RoadPlan, WantsNoMoreThanLimitsAndBendsAllow) {
  const Manner manner;
  const RoadPlan plan(test::make_road({{400, 0}, {60, 0.02}, {400, 0}}, 20), manner);
  EXPECT_NEAR(plan.wanted_mps(10), 0.92 * 20, 1e-9);
  EXPECT_NEAR(plan.wanted_mps(430), std::sqrt(manner.across_mps2 / 0.02), 0.1) << "a bend of 50 m";
  for (double m = 0; m < 390; m += 2) {
    const double a = plan.wanted_mps(m), b = plan.wanted_mps(m + 2);
    EXPECT_LE(a * a - b * b, 2 * manner.coast_mps2 * 2 + 1e-9) << m << ": it slows down gently";
  }
}

TEST(RoadPlan, IsEmptyWithoutARoad) {
  EXPECT_TRUE(RoadPlan({}, Manner{}).is_empty());
  EXPECT_EQ(RoadPlan({}, Manner{}).length_m(), 0);
}

TEST(OnRoad, BodiesHavePlacesAlongAndBesideTheRoad) {
  const RoadPlan plan(test::straight_road(300, 20), Manner{});
  const auto on = place_on(plan, test::car(1, 123.4, 2.5, 0.3, 5), 0, 300);
  ASSERT_TRUE(on);
  EXPECT_NEAR(on->metre, 123.4, 1e-9);
  EXPECT_NEAR(on->left_m, 2.5, 1e-9);
  EXPECT_NEAR(on->cos, std::cos(0.3), 1e-9);
  EXPECT_NEAR(on->sin, std::sin(0.3), 1e-9);
  EXPECT_NEAR(on->half_along, 2.25 * std::cos(0.3) + 0.9 * std::sin(0.3), 1e-9);
  EXPECT_NEAR(on->half_across, 2.25 * std::sin(0.3) + 0.9 * std::cos(0.3), 1e-9);
}

TEST(OnRoad, BodiesOnACircleHaveItsArcAndDistance) {
  const double radius = 60;
  const RoadPlan plan(test::make_road({{180, 1 / radius}}, 20), Manner{});
  for (double s = 10; s < 165; s += 3.7)
    for (const double left : {-6.0, -1.0, 0.0, 2.0, 10.0}) {
      const double angle = s / radius;
      const auto on = place_on(plan,
                               test::car(1, (radius - left) * std::sin(angle),
                                         radius - (radius - left) * std::cos(angle), angle, 5),
                               0, 180);
      ASSERT_TRUE(on);
      EXPECT_NEAR(on->metre, s, 0.05 + 0.02 * std::fabs(left)) << left;
      EXPECT_NEAR(on->left_m, left, 0.03) << s;
      EXPECT_NEAR(on->sin, 0, 0.02);
    }
}

TEST(OnRoad, BodiesFarOffOrOnAnotherLevelAreNotOnIt) {
  const RoadPlan plan(test::straight_road(300, 20), Manner{});
  EXPECT_FALSE(place_on(plan, test::car(1, 100, 151, 0, 5), 0, 300));
  EXPECT_FALSE(place_on(plan, test::car(1, 600, 0, 0, 5), 0, 300));
  sut::SeenObject above = test::car(1, 100, 0, 0, 5);
  above.z = 5;
  EXPECT_FALSE(place_on(plan, above, 0, 300));
}

}  // namespace
}  // namespace backlot::drivers::road_plan_test
