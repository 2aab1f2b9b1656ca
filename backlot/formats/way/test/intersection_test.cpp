// Statements of intersections.
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/formats/way/test/reading.h"

namespace backlot::formats::way::intersection_test {
namespace {

using namespace network;

TEST(Intersection, ArmsAreAttachedAndControlled) {
  const IntersectionDescription x = intersection_with(
      "arm west: high_street.end stop\n"
      "arm east: b1.market_street.start\n"
      "arm north: mill_lane.start yield { crosswalk width 3 m setback 1 m signal walk }\n"
      "arm a: \"road 12\".end all way stop lanes L1 \"-1\"\n"
      "arm b: w.end priority road\narm c: w.end priority to the right\narm d: w.end uncontrolled\n"
      "arm e: w.end signal\narm f: w.end signal main\narm g: w.end flag man\n"
      "control priority to the right\n");
  ASSERT_EQ(x.arms.size(), 10U);
  EXPECT_EQ(x.arms[0].attached, (EndReference{"high_street", End::end}));
  EXPECT_EQ(x.arms[0].control, Control::stop);
  EXPECT_EQ(x.arms[0].place.line, 2);
  EXPECT_EQ(x.arms[1].attached, (EndReference{"b1.market_street", End::start}));
  EXPECT_EQ(x.arms[1].control, Control::automatic);
  EXPECT_EQ(x.arms[2].crosswalk, (CrosswalkDescription{3, 1, "walk"}));
  EXPECT_EQ(x.arms[3].attached->strip, "road 12");
  EXPECT_EQ(x.arms[3].control, Control::all_way_stop);
  EXPECT_EQ(x.arms[3].lanes, (std::vector<std::string>{"L1", "-1"}));
  EXPECT_EQ(x.arms[4].control, Control::priority_road);
  EXPECT_EQ(x.arms[5].control, Control::priority_to_the_right);
  EXPECT_EQ(x.arms[6].control, Control::uncontrolled);
  EXPECT_EQ(x.arms[7].control, Control::signal);
  EXPECT_EQ(x.arms[8].signal_group, "main");
  EXPECT_EQ(x.arms[9].control, Control::flag_man);
  EXPECT_EQ(x.control, Control::priority_to_the_right);
}

TEST(Intersection, ArmsOfATemplateHavePlacesAndJunctures) {
  const IntersectionDescription x = intersection_with(
      "arm west at (-12 m, 0 m, 1 m) heading 90 deg grade 2 deg {\n sidewalk\n vehicle out\n vehicle in { "
      "name R1 }\n"
      " verge\n juncture crosswalk both\n}\n");
  ASSERT_EQ(x.arms.size(), 1U);
  EXPECT_EQ(x.arms[0].at, (ArmPlace{{-12, 0, 1}, base::kHalfPi, 2 * base::kPi / 180}));
  const std::vector<JunctureDescription> expected = {{"", LaneKind::sidewalk, Flow::both},
                                                     {"", LaneKind::vehicle, Flow::out},
                                                     {"R1", LaneKind::vehicle, Flow::in},
                                                     {"", LaneKind::verge, Flow::none},
                                                     {"", LaneKind::crosswalk, Flow::both}};
  EXPECT_EQ(x.arms[0].junctures, expected);
}

TEST(Intersection, CorridorsOfAllShapes) {
  const IntersectionDescription x = intersection_with(
      "no automatic corridors\nu turns allowed\n"
      "corridor from west.R1 to east.R1 { name through; speed limit 30 km/h; through (5 m, 2 m) (9 m, 3 m); "
      "signal main; turn on red }\n"
      "corridor left from west.R1 to north.L1 { control yield; kind bus; direction both; width 3 m }\n"
      "corridor c from a.b to c.d { on road r from 1 m to 9 m backward offset -2 m }\n"
      "crosswalk zebra from (0 m, 0 m) to (6 m, 0 m) width 4 m { signal walk }\n");
  EXPECT_FALSE(x.has_automatic_corridors);
  EXPECT_TRUE(x.allows_u_turns);
  ASSERT_EQ(x.corridors.size(), 4U);
  EXPECT_EQ(x.corridors[0].name, "through");
  EXPECT_EQ(x.corridors[0].from, (LaneReference{"west", "R1"}));
  EXPECT_EQ(x.corridors[0].speed_limit_mps, 30 / 3.6);
  EXPECT_EQ(std::get<ThroughPoints>(x.corridors[0].shape).points.size(), 2U);
  EXPECT_EQ(x.corridors[0].signal_group, "main");
  EXPECT_TRUE(x.corridors[0].turn_on_red);
  EXPECT_EQ(x.corridors[1].name, "left");
  EXPECT_EQ(x.corridors[1].control, Control::yield);
  EXPECT_EQ(x.corridors[1].kind, LaneKind::bus);
  EXPECT_EQ(x.corridors[1].width, constant_profile(3));
  EXPECT_EQ(std::get<OnRoad>(x.corridors[2].shape),
            (OnRoad{.road = "r", .from = 1, .to = 9, .offset = constant_profile(-2), .is_along = false}));
  EXPECT_EQ(x.corridors[3].kind, LaneKind::crosswalk);
  EXPECT_EQ(x.corridors[3].direction, LaneDirection::both);
  EXPECT_EQ(std::get<FreeShape>(x.corridors[3].shape).points[1], (geometry::WorldPoint{6, 0, 0}));
  EXPECT_EQ(x.corridors[3].width, constant_profile(4));
}

TEST(Intersection, SignalsNameEveryGroupInEveryInterval) {
  const IntersectionDescription x = intersection_with(
      "arm west: w.end\ncorridor c from west.R1 to west.L1\n"
      "signals {\n groups main side\n programme offset 10 s {\n  42 s: side red yellow, main green arrow\n"
      "  3 s: main flashing yellow, side dark\n }\n}\nsignal main governs west c\n");
  ASSERT_TRUE(x.signals.has_value());
  EXPECT_EQ(x.signals->groups, (std::vector<std::string>{"main", "side"}));
  EXPECT_EQ(x.signals->offset_s, 10);
  ASSERT_EQ(x.signals->programme.size(), 2U);
  EXPECT_EQ(x.signals->programme[0].aspects, (std::vector<Aspect>{Aspect::green_arrow, Aspect::red_yellow}));
  EXPECT_EQ(x.signals->programme[1].aspects, (std::vector<Aspect>{Aspect::flashing_yellow, Aspect::dark}));
  EXPECT_EQ(x.arms[0].signal_group, "main");
  EXPECT_EQ(x.corridors[0].signal_group, "main");
}

TEST(Intersection, RulesBoundariesAndParts) {
  const IntersectionDescription x = intersection_with(
      "rule a yields to b\nrule a is independent of c\nrule b by arrival with c\n"
      "boundary (0 m, 0 m) (1 m, 0 m) (1 m, 1 m)\n"
      "part corner_1 {\n arm a: high_street.end lanes L2\n arm b: x.west_crosswalk.start\n}\n");
  ASSERT_EQ(x.overrides.size(), 3U);
  EXPECT_EQ(x.overrides[0].rule, DependencyOverride::Rule::yields);
  EXPECT_EQ(x.overrides[1].rule, DependencyOverride::Rule::independent);
  EXPECT_EQ(x.overrides[2].rule, DependencyOverride::Rule::by_arrival);
  EXPECT_EQ(x.boundary.size(), 3U);
  ASSERT_EQ(x.parts.size(), 1U);
  EXPECT_EQ(x.parts[0].arms[0].lanes, std::vector<std::string>{"L2"});
  EXPECT_EQ(x.parts[0].arms[1].attached, (EndReference{"x.west_crosswalk", End::start}));
}

TEST(Intersection, AJointLetsTwoEndsMeet) {
  const NetworkDescription network =
      network_of("joint j { a.end meets b.start; link R1 to R1; link a.L1 to b.\"L 2\" }");
  ASSERT_EQ(network.intersections.size(), 1U);
  const IntersectionDescription& joint = network.intersections[0];
  EXPECT_EQ(joint.kind, IntersectionKind::zero_length);
  ASSERT_EQ(joint.arms.size(), 2U);
  EXPECT_EQ(joint.arms[0].attached, (EndReference{"a", End::end}));
  EXPECT_EQ(joint.arms[1].attached, (EndReference{"b", End::start}));
  EXPECT_EQ(joint.links, (std::vector<LaneLink>{{{"a", "R1"}, {"b", "R1"}}, {{"a", "L1"}, {"b", "L 2"}}}));
}

}  // namespace
}  // namespace backlot::formats::way::intersection_test
