// Templates of intersections and networks, and ways that fit between arms.
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/formats/way/test/reading.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::formats::way::template_test {
namespace {

using namespace network;

constexpr const char* kCrossing =
    "template crossing(reach = 12 m, offset = 0 s) {\n"
    "  arm west at (-reach, 0 m) heading 0 deg\n"
    "  arm east at (reach, 0 m) heading 180 deg\n"
    "  corridor left from west.R1 to east.L1 { through (0 m, 1 m) }\n"
    "  corridor right from east.R1 to west.L1\n"
    "  rule left yields to right\n"
    "  signals { groups g; programme offset offset { 10 s: g green } }\n"
    "}\n";

TEST(Template, InstancesAreMovedAndTurned) {
  const NetworkDescription network = network_of(
      std::string(kCrossing) +
      "intersection c is crossing(reach = 14 m, offset = 5 s) at (100 m, 50 m, 2 m) turned 90 deg");
  ASSERT_EQ(network.intersections.size(), 1U);
  const IntersectionDescription& c = network.intersections[0];
  EXPECT_EQ(c.name, "c");
  EXPECT_EQ(c.made_from, "crossing");
  EXPECT_EQ(c.signals->offset_s, 5);
  EXPECT_NEAR(c.arms[0].at->position.x, 100, 1e-12);
  EXPECT_NEAR(c.arms[0].at->position.y, 36, 1e-12);
  EXPECT_EQ(c.arms[0].at->position.z, 2);
  EXPECT_NEAR(c.arms[0].at->heading_rad, base::kHalfPi, 1e-15);
  EXPECT_EQ(c.corridors[0].name, "c.left");
  const geometry::WorldPoint through = std::get<ThroughPoints>(c.corridors[0].shape).points[0];
  EXPECT_NEAR(through.x, 99, 1e-12);
  EXPECT_NEAR(through.y, 50, 1e-12);
  EXPECT_EQ(c.overrides[0].corridor, "c.left");
}

TEST(Template, InstancesCanBeEdited) {
  const NetworkDescription network = network_of(
      std::string(kCrossing) +
      "intersection c is crossing {\n arm west: road_1.end stop\n remove corridor right\n"
      " corridor extra from west.R1 to west.L1\n rule extra yields to left\n signal g governs left east\n"
      " control yield\n}\n");
  const IntersectionDescription& c = network.intersections[0];
  ASSERT_EQ(c.arms.size(), 2U);
  EXPECT_EQ(c.arms[0].attached, (EndReference{"road_1", End::end}));
  EXPECT_EQ(c.arms[0].control, Control::stop);
  EXPECT_EQ(c.arms[0].at->position.x, -12);
  ASSERT_EQ(c.corridors.size(), 2U);
  EXPECT_EQ(c.corridors[0].name, "c.left");
  EXPECT_EQ(c.corridors[0].signal_group, "g");
  EXPECT_EQ(c.corridors[1].name, "extra");
  EXPECT_EQ(c.arms[1].signal_group, "g");
  EXPECT_EQ(c.overrides[1].corridor, "extra");
  EXPECT_EQ(c.overrides[1].other, "c.left");
  EXPECT_EQ(c.control, Control::yield);
}

TEST(Template, SeesTheNamesOfItsFileAndHidesThem) {
  const NetworkDescription network = network_of(
      "parameter a = 1 m\nparameter b = 2 m\ntemplate t(b = 10 m) { arm x at (a, b) heading 0 deg }\n"
      "intersection i is t\n");
  EXPECT_EQ(network.intersections[0].arms[0].at->position, (geometry::WorldPoint{1, 10, 0}));
}

TEST(Template, WaysBetweenArmsThatFaceEachOtherAreStraight) {
  const NetworkDescription network =
      network_of(std::string(kCrossing) +
                 "profile p { spine; vehicle 3 m }\n"
                 "way link from a.east to b.west { profile p }\n"
                 "intersection a is crossing\nintersection b is crossing at (200 m, 0 m)\n");
  ASSERT_EQ(network.roads.size(), 1U);
  const auto& spine = std::get<geometry::PlanSpine>(network.roads[0].spine);
  EXPECT_EQ(spine.start, (geometry::PlanPose{12, 0, 0}));
  EXPECT_EQ(spine.elements, (std::vector<geometry::PlanElement>{{geometry::PlanLine{176}}}));
  EXPECT_EQ(network.intersections[0].arms[1].attached, (EndReference{"link", End::start}));
  EXPECT_EQ(network.intersections[1].arms[0].attached, (EndReference{"link", End::end}));
}

TEST(Template, OtherWaysBetweenArmsArriveInTheirHeadingsAndHeights) {
  const NetworkDescription network = network_of(
      "profile p { spine; vehicle 3 m }\n"
      "intersection a { arm out at (10 m, 20 m, 1 m) heading 200 deg grade 2 deg }\n"
      "intersection b { arm in at (110 m, 90 m, 5 m) heading 80 deg grade 3 deg }\n"
      "way link from a.out to b.in { profile p }\n");
  const auto ribbon = geometry::Ribbon::build({"link", network.roads[0].spine, {}});
  ASSERT_TRUE(ribbon) << to_text(ribbon.diagnostics());
  EXPECT_TRUE(ribbon.diagnostics().is_empty()) << to_text(ribbon.diagnostics());
  const geometry::RibbonFrame start = ribbon->frame(0);
  const geometry::RibbonFrame end = ribbon->frame(ribbon->length());
  EXPECT_LT(distance_between(start.position, {10, 20, 1}), 1e-3);
  EXPECT_LT(distance_between(end.position, {110, 90, 5}), 1e-3);
  EXPECT_NEAR(start.heading_rad(), 20 * base::kPi / 180, 1e-3);
  EXPECT_NEAR(end.heading_rad(), 80 * base::kPi / 180, 1e-3);
  EXPECT_NEAR(start.grade_rad(), -2 * base::kPi / 180, 1e-3);
  EXPECT_NEAR(end.grade_rad(), 3 * base::kPi / 180, 1e-3);
}

TEST(Template, ADrawnWayIsAttachedToo) {
  const NetworkDescription network = network_of(
      "intersection a { arm out }\n"
      "way w from a.out { lanes { spine }; begin at (0 m, 0 m) heading 0 deg; line 5 m; end open }\n");
  EXPECT_EQ(network.intersections[0].arms[0].attached, (EndReference{"w", End::start}));
}

constexpr const char* kBlock =
    "profile p { spine; vehicle 3 m }\n"
    "template block(size = 100 m) is network {\n"
    "  parameter half = size / 2\n"
    "  profile q { spine; vehicle 3 m; vehicle 3 m }\n"
    "  way a { profile q; begin at (0 m, 0 m, 1 m) heading 0 deg; line size; start open }\n"
    "  way b { lanes { spine }; points { (0 m, 0 m); (half, 0 m) normal (1, 0, 1) } }\n"
    "  intersection x {\n"
    "    arm a: a.end\n"
    "    arm out at (half, 5 m) heading 10 deg\n"
    "    arm far: elsewhere.start\n"
    "    corridor c from a.R1 to out.R1 { through (1 m, 0 m) }\n"
    "    rule c yields to d\n"
    "    boundary (1 m, 0 m) (0 m, 1 m) (0 m, 0 m)\n"
    "  }\n"
    "}\n";

TEST(Template, ANetworkIsPlacedWithItsNamesInFront) {
  const NetworkDescription network = network_of(
      std::string(kBlock) + "place b1 is block(size = 80 m) at (200 m, 10 m, 3 m) turned 90 deg\n");
  ASSERT_EQ(network.roads.size(), 2U);
  EXPECT_EQ(network.roads[0].name, "b1.a");
  EXPECT_EQ(network.roads[0].ways[0].name, "b1.a");
  EXPECT_EQ(network.roads[0].ways[0].lanes.size(), 2U);
  const auto& plan = std::get<geometry::PlanSpine>(network.roads[0].spine);
  EXPECT_EQ(plan.start, (geometry::PlanPose{200, 10, base::kHalfPi}));
  EXPECT_EQ(plan.base_z, 4);
  const auto& points = std::get<geometry::PointSpine>(network.roads[1].spine).points;
  EXPECT_NEAR(points[1].position.y, 50, 1e-12);
  EXPECT_NEAR(points[1].normal->y, 1, 1e-12);
  EXPECT_NEAR(points[1].normal->x, 0, 1e-12);

  ASSERT_EQ(network.intersections.size(), 1U);
  const IntersectionDescription& x = network.intersections[0];
  EXPECT_EQ(x.name, "b1.x");
  EXPECT_EQ(x.arms[0].attached->strip, "b1.a");
  EXPECT_EQ(x.arms[2].attached->strip, "elsewhere");
  EXPECT_NEAR(x.arms[1].at->position.x, 195, 1e-12);
  EXPECT_EQ(x.corridors[0].name, "b1.c");
  EXPECT_EQ(x.overrides[0].corridor, "b1.c");
  EXPECT_NEAR(x.boundary[0].y, 11, 1e-12);
}

TEST(Template, PlacedNetworksCanBeLinkedAndNested) {
  const NetworkDescription network = network_of(
      std::string(kBlock) +
      "template row is network {\n  place l is block\n  place r is block at (300 m, 0 m) turned 180 deg\n"
      "  way link from l.x.out to r.x.out { profile p }\n}\n"
      "place a is row\nplace b is row at (0 m, 500 m)\n");
  EXPECT_EQ(network.roads.size(), 10U);
  EXPECT_EQ(network.intersections.size(), 4U);
  EXPECT_EQ(network.intersections[0].name, "a.l.x");
  EXPECT_EQ(network.intersections[0].arms[1].attached, (EndReference{"a.link", End::start}));
  EXPECT_EQ(network.roads[9].name, "b.link");
}

TEST(Template, IsReadForItsErrorsEvenWhenItIsNotUsed) {
  EXPECT_EQ(
      errors_of("template t(a) {\n  arm x at (a, 0 m) heading 0 deg\n  arm y at (0 m, 0 m) headin 0 deg\n}\n")
          .substr(0, 9),
      "3:23 T140");
  EXPECT_EQ(errors_of("template t(a) { arm x at (a, 0 m) heading 0 deg }\n"), "");
}

TEST(Template, AnErrorInItIsReportedOnce) {
  EXPECT_EQ(errors_of("template t {\n  arn x\n}\nintersection a is t\nintersection b is t\n"),
            "2:3 W101 \"arn\" begins no statement in an intersection | did you mean \"arm\"?");
}

}  // namespace
}  // namespace backlot::formats::way::template_test
