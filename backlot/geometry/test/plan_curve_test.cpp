#include "backlot/geometry/internal/plan_curve.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::internal::plan_curve_test {
namespace {

constexpr double kPi = std::numbers::pi;

void expect_pose(const PlanSample& sample, double x, double y, double heading, double curvature,
                 double tolerance) {
  EXPECT_NEAR(sample.x, x, tolerance);
  EXPECT_NEAR(sample.y, y, tolerance);
  EXPECT_NEAR(sample.cos_heading, std::cos(heading), tolerance);
  EXPECT_NEAR(sample.sin_heading, std::sin(heading), tolerance);
  EXPECT_NEAR(sample.curvature, curvature, tolerance);
}

TEST(PlanCurve, LineRunsAlongItsHeading) {
  const PlanCurve line({PlanLine{50}}, {1, 2, 0.5});
  EXPECT_EQ(line.length(), 50);
  expect_pose(line.at(30), 1 + 30 * std::cos(0.5), 2 + 30 * std::sin(0.5), 0.5, 0, 1e-13);
  EXPECT_NEAR(line.end().x, 1 + 50 * std::cos(0.5), 1e-13);
  EXPECT_NEAR(line.end().heading_rad, 0.5, 1e-15);
}

TEST(PlanCurve, ArcRunsOnItsCircle) {
  for (const double radius : {0.5, 6.0, 300.0, -12.0}) {
    const double length = 5 * std::fabs(radius);  // most of a turn
    const PlanCurve arc({PlanArc{length, 1 / radius}}, {0, 0, 0});
    for (double s = 0; s <= length; s += 0.1 * length) {
      expect_pose(arc.at(s), radius * std::sin(s / radius), radius * (1 - std::cos(s / radius)), s / radius,
                  1 / radius, 1e-13 * (1 + std::fabs(radius)));
    }
  }
}

TEST(PlanCurve, ArcOfManyTurnsClosesEachOfThem) {
  const double radius = 2;
  const PlanCurve arc({PlanArc{100 * 2 * kPi * radius, 1 / radius}}, {0, 0, 0});
  for (int turn = 1; turn <= 100; turn += 9) {
    const PlanSample sample = arc.at(turn * 2 * kPi * radius);
    EXPECT_NEAR(sample.x, 0, 1e-11) << turn;
    EXPECT_NEAR(sample.y, 0, 1e-11) << turn;
  }
}

// C(x) and S(x) of Abramowitz and Stegun 7.3, with the heading pi t^2 / 2.
TEST(PlanCurve, SpiralGivesTheFresnelIntegrals) {
  const PlanCurve unit({PlanSpiral{2, 0, 2 * kPi}}, {0, 0, 0});
  EXPECT_NEAR(unit.at(0.5).x, 0.4923442258714464, 1e-14);
  EXPECT_NEAR(unit.at(0.5).y, 0.0647324328599993, 1e-14);
  EXPECT_NEAR(unit.at(1).x, 0.7798934003768228, 1e-14);
  EXPECT_NEAR(unit.at(1).y, 0.4382591473903548, 1e-14);
  EXPECT_NEAR(unit.at(2).x, 0.4882534060753408, 1e-14);
  EXPECT_NEAR(unit.at(2).y, 0.3434156783636982, 1e-14);
  EXPECT_NEAR(unit.at(1).curvature, kPi, 1e-14);
}

TEST(PlanCurve, SpiralRunBackwardsIsItsMirrorImage) {
  const PlanCurve there({PlanSpiral{40, 0.01, 0.08}}, {0, 0, 0});
  const PlanPose end = there.end();
  const PlanCurve back({PlanSpiral{40, -0.08, -0.01}}, {end.x, end.y, end.heading_rad + kPi});
  for (double s = 0; s <= 40; s += 2.5) {
    const PlanSample a = there.at(s), b = back.at(40 - s);
    EXPECT_NEAR(a.x, b.x, 1e-12);
    EXPECT_NEAR(a.y, b.y, 1e-12);
    EXPECT_NEAR(a.curvature, -b.curvature, 1e-15);
  }
}

TEST(PlanCurve, CubicIsMeasuredAlongItself) {
  // a parabola v = c u^2: its arc length is known
  const double c = 0.01;
  const auto length_at = [c](double u) {
    const double m = 2 * c * u;
    return 0.5 * u * std::sqrt(1 + m * m) + std::asinh(m) / (4 * c);
  };
  const PlanCurve parabola({PlanCubic{length_at(80), 0, 0, c, 0}}, {0, 0, 0});
  EXPECT_NEAR(parabola.length(), length_at(80), 1e-11);
  for (const double u : {0.0, 1.0, 20.0, 63.0, 80.0}) {
    const double m = 2 * c * u;
    expect_pose(parabola.at(length_at(u)), u, c * u * u, std::atan(m), 2 * c / std::pow(1 + m * m, 1.5),
                1e-10);
  }
}

TEST(PlanCurve, CubicMayStartAsideAndAslant) {
  const PlanCurve slant({PlanCubic{10, 2, 0.75, 0, 0}}, {0, 0, 0});
  EXPECT_NEAR(slant.at(0).y, 2, 1e-15);
  expect_pose(slant.at(10), 8, 8, std::atan(0.75), 0, 1e-13);
}

TEST(PlanCurve, ParametricCubicIsTheSameCurveInAnyParameter) {
  const PlanCurve by_unit({PlanParametricCubic{1, {0, 80, 10, -20}, {0, 0, 60, -25}}}, {3, -4, 1});
  const PlanCurve by_two({PlanParametricCubic{2, {0, 40, 2.5, -2.5}, {0, 0, 15, -3.125}}}, {3, -4, 1});
  EXPECT_NEAR(by_unit.length(), by_two.length(), 1e-10);
  for (double s = 0; s < by_unit.length(); s += 7) {
    EXPECT_NEAR(by_unit.at(s).x, by_two.at(s).x, 1e-10);
    EXPECT_NEAR(by_unit.at(s).y, by_two.at(s).y, 1e-10);
    EXPECT_NEAR(by_unit.at(s).curvature, by_two.at(s).curvature, 1e-10);
  }
}

TEST(PlanCurve, OfALineByAnyShapeIsTheLine) {
  const PlanPose start{5, 6, -2};
  for (const PlanElement& element :
       {PlanElement{PlanLine{20}}, PlanElement{PlanArc{20, 0}}, PlanElement{PlanSpiral{20, 0, 0}},
        PlanElement{PlanCubic{20, 0, 0, 0, 0}},
        PlanElement{PlanParametricCubic{1, {0, 20, 0, 0}, {0, 0, 0, 0}}}}) {
    const PlanCurve curve(element, start);
    EXPECT_NEAR(curve.length(), 20, 1e-13);
    expect_pose(curve.at(13), 5 + 13 * std::cos(-2.0), 6 + 13 * std::sin(-2.0), -2, 0, 1e-12);
  }
}

// The distance between near places is the arc length between them, whatever the shape.
TEST(PlanCurve, RandomShapesHaveUnitSpeed) {
  for (std::size_t i = 0, n = test::point_count(2000); i < n; ++i) {
    base::RandomStream random{70, i, 1};
    PlanElement element;
    switch (i % 3) {
      case 0:
        element.shape =
            PlanSpiral{random.uniform(1, 200), random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)};
        break;
      case 1:
        element.shape = PlanCubic{random.uniform(1, 60), 0, random.uniform(-0.5, 0.5),
                                  random.uniform(-0.01, 0.01), random.uniform(-2e-4, 2e-4)};
        break;
      default:
        element.shape =
            PlanParametricCubic{1,
                                {0, random.uniform(30, 60), random.uniform(-5, 5), random.uniform(-5, 5)},
                                {0, random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)}};
    }
    const PlanCurve curve(element, {random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-3, 3)});
    const double h = 1e-4 * curve.length(), s = random.uniform(h, curve.length() - h);
    const PlanSample before = curve.at(s - h), at = curve.at(s), after = curve.at(s + h);
    EXPECT_NEAR(std::hypot(after.x - before.x, after.y - before.y) / (2 * h), 1, 1e-6) << i;
    EXPECT_NEAR((after.x - before.x) / (2 * h), at.cos_heading, 1e-5) << i;
    EXPECT_NEAR((after.y - before.y) / (2 * h), at.sin_heading, 1e-5) << i;
    const double turn = before.cos_heading * after.sin_heading - before.sin_heading * after.cos_heading;
    EXPECT_NEAR(turn / (2 * h), at.curvature, 1e-5 + 1e-4 * std::fabs(at.curvature)) << i;
  }
}

}  // namespace
}  // namespace backlot::geometry::internal::plan_curve_test
