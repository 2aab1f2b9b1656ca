#include "backlot/geometry/internal/spine_rounding.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::internal::spine_rounding_test {
namespace {

ExactSpan line_span(const PlanPose& start, double length, double bank = 0) {
  const auto plan = std::make_shared<const PlanCurve>(PlanElement{PlanLine{length}}, start);
  return {LiftedSpan(plan, 0, length, 0, CubicRecord{}, CubicRecord{.a = bank}), 0, length};
}

// Two lines of 100 m along the x axis and from its end with a heading of its own.
std::vector<ExactSpan> kinked(double kink) {
  std::vector<ExactSpan> spans;
  spans.push_back(line_span({0, 0, 0}, 100));
  spans.push_back(line_span({100, 0, kink}, 100));
  return spans;
}

double length_of(const std::vector<ExactSpan>& spans) {
  double length = 0;
  for (const ExactSpan& span : spans) length += span.length();
  return length;
}

// The least of 1 - curvature * offset at both edges of a span.
double least_gain(const ExactSpan& span, const SurfaceEdges& edges) {
  double least = 1;
  for (int k = 0; k <= 200; ++k) {
    const SpineSample sample = span.at(span.length() * k / 200);
    const double curvature = dot(sample.bend, sample.lateral());
    least = std::min({least, 1 - curvature * edges.left, 1 - curvature * edges.right});
  }
  return least;
}

void expect_smooth(const std::vector<ExactSpan>& spans) {
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    const Joint joint = joint_between(spans[i].at(spans[i].length()), spans[i + 1].at(0));
    EXPECT_LE(joint.gap, 1e-9) << i;
    EXPECT_LE(joint.kink, 1e-9) << i;
    EXPECT_LE(joint.twist, 1e-9) << i;
  }
}

TEST(SpineRounding, AngleBetweenIsExactForAllSizes) {
  for (const double angle : {0.0, 1e-12, 1e-6, 0.3, 1.5707, 3.0, 3.14159}) {
    EXPECT_NEAR(angle_between({1, 0, 0}, {std::cos(angle), std::sin(angle), 0}), angle,
                1e-15 + 1e-15 * angle);
  }
}

TEST(SpineRounding, JointTellsGapKinkAndTwist) {
  const SpineSample end = line_span({0, 0, 0}, 10).at(10);
  const Joint kink = joint_between(end, line_span({10, 0, -0.2}, 10).at(0));
  EXPECT_NEAR(kink.kink, 0.2, 1e-12);
  EXPECT_NEAR(kink.gap, 0, 1e-12);
  EXPECT_NEAR(kink.twist, 0, 1e-12);
  EXPECT_TRUE(kink.is_rough());
  const Joint gap = joint_between(end, line_span({10.3, 0.4, 0}, 10).at(0));
  EXPECT_NEAR(gap.gap, 0.5, 1e-12);
  const Joint twist = joint_between(end, line_span({10, 0, 0}, 10, 0.1).at(0));
  EXPECT_NEAR(twist.twist, 0.1, 1e-12);
  EXPECT_TRUE(twist.is_rough());
  EXPECT_FALSE(joint_between(end, line_span({10, 0, 9e-4}, 10).at(0)).is_rough());
  EXPECT_FALSE(joint_between(end, line_span({10.0009, 0, 0}, 10).at(0)).is_rough());
}

TEST(SpineRounding, KeepsKinksUniqueUpToTheInnerEdge) {
  for (const double edge : {1.0, 4.0, 8.0, 12.0}) {
    for (const double size : {0.002, 0.02, 0.1, 0.3, 0.8, 1.2, 1.57, 2.0, 2.4}) {
      if (1.3 * edge * std::tan(size / 2) > 80) continue;  // no room on lines of 100 m
      for (const double side : {1.0, -1.0}) {
        const SurfaceEdges edges{edge, -edge};
        const RoundedSpans rounded = round_joints(kinked(side * size), edges, false);
        const std::string here = "kink=" + std::to_string(side * size) + " edge=" + std::to_string(edge);
        ASSERT_EQ(rounded.spans.size(), 3u) << here;
        ASSERT_EQ(rounded.repairs.size(), 1u) << here;
        expect_smooth(rounded.spans);
        // above 0.1; of the sharpest kinks the cubic is too far from an arc for that
        EXPECT_GE(least_gain(rounded.spans[1], edges), size > 2 ? 0.09 : 0.0999) << here;
        const RibbonRepair& repair = rounded.repairs[0];
        EXPECT_EQ(repair.kind, RibbonRepair::Kind::kink) << here;
        EXPECT_NEAR(repair.size, size, 1e-9) << here;
        EXPECT_NEAR(repair.length, rounded.spans[1].length(), 1e-9) << here;
        EXPECT_NEAR(repair.distance, rounded.spans[0].length() + 0.5 * repair.length, 1e-9) << here;
        // no longer than it must be: about the arc of the least radius
        const double radius = std::max(0.2, edge / 0.9);
        EXPECT_LE(repair.length, (size > 1 ? 1.4 : 1.012) * radius * size) << here;
        // symmetric about the corner, and shorter than it
        EXPECT_NEAR(rounded.spans[0].length(), rounded.spans[2].length(), 1e-9) << here;
        EXPECT_LT(length_of(rounded.spans), 200) << here;
      }
    }
  }
}

TEST(SpineRounding, LooksAtTheInnerEdgeOnly) {
  // far out on the right only: a turn to the left needs little
  const SurfaceEdges edges{1, -12};
  const RoundedSpans left = round_joints(kinked(0.5), edges, false),
                     right = round_joints(kinked(-0.5), edges, false);
  EXPECT_LT(left.repairs[0].length, 0.3 * right.repairs[0].length);
  EXPECT_GE(least_gain(left.spans[1], edges), 0.09);
  EXPECT_GE(least_gain(right.spans[1], edges), 0.09);
}

TEST(SpineRounding, LooksAtTheSurfaceOverTheKinkOnly) {
  // 12 m wide on both sides at the ends, and 4 m about the kink at 100 m
  const SurfaceEdges wide{12, -12}, narrow{4, -4};
  double asked_from = 0, asked_to = 0;
  const auto edges_between = [&](double from, double to) {
    asked_from = from;
    asked_to = to;
    return from > 90 && to < 110 ? narrow : wide;
  };
  const RoundedSpans rounded = round_joints(kinked(0.5), wide, false, edges_between);
  ASSERT_EQ(rounded.repairs.size(), 1u);
  EXPECT_EQ(rounded.repairs[0].length, round_joints(kinked(0.5), narrow, false).repairs[0].length);
  EXPECT_GE(least_gain(rounded.spans[1], narrow), 0.0999);
  // what was looked at holds all that was rounded
  EXPECT_LE(asked_from, 100 - 0.5 * rounded.repairs[0].length);
  EXPECT_GE(asked_to, 100 + 0.5 * rounded.repairs[0].length);

  // wide from just behind the rounding that the narrow part would need: that is reached by none that is enough for it
  const double reach = 0.5 * rounded.repairs[0].length;
  const auto soon_wide = [&](double, double to) { return to < 100 + 0.5 * reach ? narrow : wide; };
  EXPECT_EQ(round_joints(kinked(0.5), wide, false, soon_wide).repairs[0].length,
            round_joints(kinked(0.5), wide, false).repairs[0].length);
}

TEST(SpineRounding, SmoothsSmallKinksWithoutReport) {
  for (const double size : {0.0, 1e-9, 5e-4, 9.9e-4}) {
    const RoundedSpans rounded = round_joints(kinked(size), {8, -8}, false);
    EXPECT_TRUE(rounded.repairs.empty()) << size;
    EXPECT_EQ(rounded.spans.size(), 2u) << size;
    EXPECT_EQ(length_of(rounded.spans), 200) << size;
  }
  EXPECT_EQ(round_joints(kinked(1.1e-3), {8, -8}, false).repairs.size(), 1u);
}

// Elements of real files overlap along the road, or leave a crack along it, by fractions of a millimetre.
TEST(SpineRounding, LetsSpansMeetThatOverlapOrLeaveACrackAlongTheSpine) {
  for (const double crack : {-9e-4, -1e-5, 3e-4, 9e-4}) {
    std::vector<ExactSpan> spans;
    spans.push_back(line_span({0, 0, 0}, 100));
    spans.push_back(line_span({100 + crack, 0, 0}, 100));
    meet_along_spine(spans);
    expect_smooth(spans);
    EXPECT_NEAR(length_of(spans), 200 + crack, 1e-9);

    PlanSpine plan;
    plan.elements = {{PlanArc{100, 0.01}, PlanPose{0, 0, 0}}, {PlanLine{100}, {}}};
    const PlanPose end = PlanCurve(plan.elements[0], {}).end();
    plan.elements[1].start = PlanPose{.x = end.x + crack * std::cos(end.heading_rad),
                                      .y = end.y + crack * std::sin(end.heading_rad),
                                      .heading_rad = end.heading_rad};
    const RibbonDescription with_crack{.name = "r", .spine = plan, .edges = {8, -8}};
    plan.elements[1].start.reset();
    const RibbonDescription without{.name = "r", .spine = plan, .edges = {8, -8}};
    const auto cracked = Ribbon::build(with_crack), whole = Ribbon::build(without);
    ASSERT_TRUE(cracked.has_value() && whole.has_value());
    EXPECT_EQ(cracked->segment_count(), whole->segment_count());
    EXPECT_TRUE(cracked->repairs().empty());
  }
  // more than that is a gap, and a repair
  std::vector<ExactSpan> spans;
  spans.push_back(line_span({0, 0, 0}, 100));
  spans.push_back(line_span({100.002, 0, 0}, 100));
  meet_along_spine(spans);
  EXPECT_EQ(length_of(spans), 200);
}

TEST(SpineRounding, BridgesGaps) {
  std::vector<ExactSpan> spans;
  spans.push_back(line_span({0, 0, 0}, 100));
  spans.push_back(line_span({100, 0.3, 0}, 100));  // 30 cm to the left
  const RoundedSpans rounded = round_joints(spans, {8, -8}, false);
  ASSERT_EQ(rounded.repairs.size(), 1u);
  EXPECT_EQ(rounded.repairs[0].kind, RibbonRepair::Kind::gap);
  EXPECT_NEAR(rounded.repairs[0].size, 0.3, 1e-12);
  EXPECT_NEAR(rounded.repairs[0].distance, 100, 0.1);
  expect_smooth(rounded.spans);
  EXPECT_GE(least_gain(rounded.spans[1], {8, -8}), 0.09);
}

TEST(SpineRounding, SpreadsJumpsOfTheBank) {
  std::vector<ExactSpan> spans;
  spans.push_back(line_span({0, 0, 0}, 100, 0.02));
  spans.push_back(line_span({100, 0, 0}, 100, -0.06));
  const RoundedSpans rounded = round_joints(spans, {8, -8}, true);
  ASSERT_EQ(rounded.repairs.size(), 1u);
  EXPECT_EQ(rounded.repairs[0].kind, RibbonRepair::Kind::bank_jump);
  EXPECT_NEAR(rounded.repairs[0].size, 0.08, 1e-9);
  EXPECT_NEAR(rounded.repairs[0].distance, 100, 1e-6);
  expect_smooth(rounded.spans);
  EXPECT_NEAR(length_of(rounded.spans), 200, 1e-6);  // the spine itself is straight
}

TEST(SpineRounding, SharesTheRoomBetweenNeighbours) {
  // a zigzag with corners a metre apart, and no room for the radius that is wanted
  std::vector<ExactSpan> spans;
  PlanPose pose{0, 0, 0};
  for (int i = 0; i < 12; ++i) {
    spans.push_back(line_span(pose, 1));
    pose.x += std::cos(pose.heading_rad);
    pose.y += std::sin(pose.heading_rad);
    pose.heading_rad += i % 2 == 0 ? 0.7 : -0.7;
  }
  const RoundedSpans rounded = round_joints(spans, {8, -8}, false);
  ASSERT_EQ(rounded.repairs.size(), 11u);
  expect_smooth(rounded.spans);
  double last = 0;
  for (const RibbonRepair& repair : rounded.repairs) {
    EXPECT_GT(repair.distance - 0.5 * repair.length, last);
    last = repair.distance + 0.5 * repair.length;
  }
  EXPECT_LE(last, length_of(rounded.spans));
}

TEST(SpineRounding, OfARibbonIsReportedByAWarningForEach) {
  const base::Result<Ribbon> ribbon = Ribbon::build(test::kinks());
  ASSERT_TRUE(ribbon);
  EXPECT_EQ(ribbon->repairs().size(), 4u);
  EXPECT_EQ(ribbon.diagnostics().count(base::Severity::warning), 4u);
  for (const base::Diagnostic& d : ribbon.diagnostics()) EXPECT_EQ(d.code, "G201");
  // the surface as built is unique up to its edges
  for (double d = 0; d < ribbon->length(); d += 0.05) {
    for (const double offset : {ribbon->edges().left, ribbon->edges().right}) {
      EXPECT_GE(1 - ribbon->curvature(d) * offset, 0.09)
          << test::reproduction("kinks", RibbonPoint{d, offset, 0});
    }
  }

  RibbonDescription step = test::line(100);
  std::get<PlanSpine>(step.spine).elevation.records = {{.from = 0}, {.from = 50, .a = 0.1}};
  std::get<PlanSpine>(step.spine).bank_rad.records = {{.from = 0, .a = 0.01}, {.from = 20, .a = 0.05}};
  const base::Result<Ribbon> stepped = Ribbon::build(step);
  ASSERT_TRUE(stepped);
  ASSERT_EQ(stepped->repairs().size(), 2u);
  EXPECT_EQ(stepped->repairs()[0].kind, RibbonRepair::Kind::bank_jump);
  EXPECT_EQ(stepped->repairs()[1].kind, RibbonRepair::Kind::gap);
  EXPECT_EQ(stepped.diagnostics()[0].code, "G203");
  EXPECT_EQ(stepped.diagnostics()[1].code, "G202");

  // a kink in the elevation: a ramp without a fillet
  RibbonDescription ramp = test::line(100);
  std::get<PlanSpine>(ramp.spine).elevation.records = {{.from = 0}, {.from = 50, .b = 0.12}};
  const base::Result<Ribbon> ramped = Ribbon::build(ramp);
  ASSERT_TRUE(ramped);
  ASSERT_EQ(ramped->repairs().size(), 1u);
  EXPECT_EQ(ramped->repairs()[0].kind, RibbonRepair::Kind::kink);
  EXPECT_NEAR(ramped->repairs()[0].size, std::atan(0.12), 1e-9);
  EXPECT_NEAR(ramped->repairs()[0].distance, 50, 0.1);
  for (double d = 40; d < 60; d += 0.02) {
    EXPECT_GE(1 - ramped->vertical_curvature(d) * 3, 0.09) << d;
    EXPECT_GE(1 + ramped->vertical_curvature(d) * 1, 0.09) << d;
  }
}

// A step of 1.5 m in the middle of 40 m: the bridge over it is as steep as a steep street, and the rest of the road stays.
TEST(SpineRounding, BridgesAStepOfTheElevationOverAShortLength) {
  RibbonDescription step = test::line(40);
  std::get<PlanSpine>(step.spine).elevation.records = {{.from = 0}, {.from = 20, .a = 1.5}};
  const base::Result<Ribbon> ribbon = Ribbon::build(step);
  ASSERT_TRUE(ribbon);
  ASSERT_EQ(ribbon->repairs().size(), 1U);
  EXPECT_LE(ribbon->repairs()[0].length, 16);
  double steepest = 0;
  for (double d = 0; d <= ribbon->length(); d += 0.05)
    steepest = std::max(steepest, ribbon->frame(d).grade_rad());
  EXPECT_NEAR(std::tan(steepest), 0.15, 0.01);
  for (const double d : {0.0, 6.0, 11.0}) EXPECT_NEAR(place(*ribbon, {d, 0, 0}).z, 0, 1e-6) << d;
  for (const double d : {29.5, 35.0, 40.0})
    EXPECT_NEAR(place(*ribbon, {d + ribbon->length() - 40, 0, 0}).z, 1.5, 1e-6) << d;
}

}  // namespace
}  // namespace backlot::geometry::internal::spine_rounding_test
