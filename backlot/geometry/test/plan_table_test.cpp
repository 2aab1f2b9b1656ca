#include "backlot/geometry/plan_table.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry::plan_table_test {
namespace {

Ribbon built(PlanSpine spine) {
  auto ribbon = Ribbon::build({"r", std::move(spine), {3, -3}});
  EXPECT_TRUE(ribbon) << base::to_text(ribbon.diagnostics());
  return *std::move(ribbon);
}

TEST(PlanTable, OnLevelGroundAMetreIsAMetre) {
  const Ribbon ribbon = built({.elements = {{PlanLine{40}}, {PlanArc{30, 0.01}}}});
  EXPECT_NEAR(distance_at_plan(ribbon.plan_stations(), 55), 55, 1e-9);
  EXPECT_EQ(ribbon.plan_stations().size(), 2U) << "what lies on a line is left out";
}

TEST(PlanTable, ASlopeIsLongerThanItsPlan) {
  PlanSpine spine{.elements = {{PlanLine{100}}}};
  spine.elevation.records = {{0, 0, 0, 0, 0}, {40, 0, 0.75, 0, 0}};
  // the kink in the slope is rounded, and shortens the way a little
  const Ribbon ribbon = built(spine);
  EXPECT_NEAR(distance_at_plan(ribbon.plan_stations(), 30), 30, 1e-9);
  EXPECT_NEAR(ribbon.length() - distance_at_plan(ribbon.plan_stations(), 80), 25, 1e-6);
  EXPECT_NEAR(plan_at_distance(ribbon.plan_stations(), ribbon.length()), 100, 1e-6);
}

TEST(PlanTable, FollowsAClimbThatIsAlikeAtBothEnds) {
  // an S over 20 m and up by 20 m: as far as its plan says in the middle, and nowhere else
  PlanSpine spine{.elements = {{PlanLine{20}}}};
  spine.elevation.records = {{0, 0, 0, 0.15, -0.005}};
  const Ribbon ribbon = built(spine);
  const auto climb = [](double plan) {
    double length = 0;
    constexpr int kParts = 100000;
    for (int k = 0; k < kParts; ++k) {
      const double at = plan * (k + 0.5) / kParts, slope = 0.3 * at - 0.015 * at * at;
      length += plan / kParts * std::sqrt(1 + slope * slope);
    }
    return length;
  };
  for (const double plan : {3.0, 5.0, 10.0, 17.0})
    EXPECT_NEAR(distance_at_plan(ribbon.plan_stations(), plan), climb(plan), 3e-4) << plan;
}

TEST(PlanTable, LengthOfAParametricCubicIsThatOfItsCurve) {
  EXPECT_NEAR(plan_length(PlanElement{PlanParametricCubic{1, {0, 3, 0, 0}, {0, 4, 0, 0}}}), 5, 1e-12);
  EXPECT_EQ(plan_length(PlanSpine{.elements = {{PlanLine{2}}, {PlanArc{3, 0.1}}}}), 5);
}

}  // namespace
}  // namespace backlot::geometry::plan_table_test
