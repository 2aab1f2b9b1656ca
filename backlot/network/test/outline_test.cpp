#include "backlot/network/outline.h"

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::outline_test {
namespace {

using geometry::WorldPoint;

void expect_corners(const Network& network, std::size_t which, const std::vector<WorldPoint>& expected) {
  ASSERT_LT(which, network.outlines().size());
  const std::span<const WorldPoint> corners = network.corners(network.outlines()[which]);
  ASSERT_EQ(corners.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(geometry::distance_between(corners[i], expected[i]), 1e-6)
        << i << ": " << corners[i].x << " " << corners[i].y << " " << corners[i].z;
}

// A road to the north, 3 m up.
Sketch street() {
  Sketch town;
  town.way("a", "v< | v>").from(100, 0, 90, 3).line(80).open();
  return town;
}

FeatureDescription house() {
  FeatureDescription feature;
  feature.kind = FeatureKind::building;
  feature.distance = 20;
  feature.offset = 15;
  feature.loft = 0.5;
  feature.height = 6;
  return feature;
}

TEST(Outline, OfItsOwnFrameStandsAtThePlaceAndTurnsWithIt) {
  Sketch town = street();
  FeatureDescription feature = house();
  feature.heading_rad = base::kPi / 2;  // against the way's, so it looks to the west
  feature.outline = {{4, 0, 0}, {0, 3, 0}, {-4, 0, 1}};
  town.description().roads[0].ways[0].features = {feature};
  const Network network = town.build();
  expect_corners(network, 0, {{81, 20, 3.5}, {85, 17, 3.5}, {89, 20, 4.5}});
  const FeatureOutline& outline = network.outlines()[0];
  EXPECT_NEAR(outline.z_low, 3.5, 1e-9);
  EXPECT_NEAR(outline.z_high, 10.5, 1e-9) << "the highest corner, and its height";
  EXPECT_EQ(network.feature_of(outline), feature);
}

TEST(Outline, OfTheRoadsFrameLiesWhereItsPlacesDo) {
  Sketch town;
  // a quarter of a circle to the left about (0, 50)
  town.way("a", "v< | v>").from(0, 0, 0).arc(base::kPi * 25, 50).open();
  FeatureDescription zebra;
  zebra.kind = FeatureKind::crosswalk;
  zebra.outline_frame = OutlineFrame::road;
  zebra.outline = {{0, 10, 0}, {base::kPi * 25, 10, 0}, {base::kPi * 25, -10, 0}, {0, -10, 0}};
  town.description().roads[0].ways[0].features = {zebra};
  const Network network = town.build();
  ASSERT_EQ(network.outlines().size(), 1U);
  const std::vector<WorldPoint> expected = {{0, 10, 0}, {40, 50, 0}, {60, 50, 0}, {0, -10, 0}};
  const std::span<const WorldPoint> corners = network.corners(network.outlines()[0]);
  ASSERT_EQ(corners.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(geometry::distance_between(corners[i], expected[i]), 2e-3);  // what a ribbon promises
}

TEST(Outline, OfTheRoadsFrameCountsInPlanWhereTheRoadDoes) {
  Sketch town;
  town.way("a", "v< | v>").from(0, 0, 0).line(100).elevation({{0, 0}, {100, 75}}).open();
  town.description().roads[0].is_measured_in_plan = true;
  FeatureDescription bay;
  bay.kind = FeatureKind::parking_space;
  bay.distance = 40;
  bay.outline_frame = OutlineFrame::road;
  bay.outline = {{40, 4, 0}, {40, 2, 0}, {44, 2, 0}, {44, 4, 0}};
  town.description().roads[0].ways[0].features = {bay};
  const Network network = town.build();
  ASSERT_EQ(network.outlines().size(), 1U);
  for (const WorldPoint& corner : network.corners(network.outlines()[0]))
    EXPECT_LT(std::min(std::fabs(corner.x - 40), std::fabs(corner.x - 44)), 2e-3);
}

TEST(Outline, IsABoxWhereOnlyASizeIsGiven) {
  Sketch town = street();
  FeatureDescription feature = house();
  feature.length = 8;
  feature.width = 4;
  FeatureDescription tree = house(), bare = house();
  tree.kind = FeatureKind::tree;
  bare.distance = 50;
  town.description().roads[0].ways[0].features = {feature, tree, bare};
  const Network network = town.build();
  ASSERT_EQ(network.outlines().size(), 2U) << "a tree has none";
  expect_corners(network, 0, {{83, 24, 3.5}, {83, 16, 3.5}, {87, 16, 3.5}, {87, 24, 3.5}});
  expect_corners(network, 1, {{80, 55, 3.5}, {80, 45, 3.5}, {90, 45, 3.5}, {90, 55, 3.5}});
}

TEST(Outline, StandsOnARoadWithoutWaysToo) {
  Sketch town = street();
  RoadDescription road;
  road.name = "bare";
  road.spine = geometry::PlanSpine{.start = {0, 100, 0}, .elements = {{geometry::PlanLine{30}}}};
  FeatureDescription zebra;
  zebra.kind = FeatureKind::crosswalk;
  zebra.distance = 5;
  zebra.length = 6;
  zebra.width = 2;
  road.features = {zebra};
  town.description().roads.push_back(road);
  const Network network = town.build();
  expect_corners(network, 0, {{8, 101, 0}, {2, 101, 0}, {2, 99, 0}, {8, 99, 0}});
  const FeatureOutline& outline = network.outlines()[0];
  EXPECT_TRUE(outline.way.is_empty());
  EXPECT_EQ(network.road_name(outline.road), "bare");
  EXPECT_EQ(network.feature_of(outline), zebra);
}

TEST(Outline, ThatCannotBeIsSpokenOf) {
  struct Case {
    const char* name;
    std::vector<FeatureCorner> outline;
    const char* codes;
    std::size_t outlines;
  };
  std::vector<FeatureCorner> many(1001);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = {static_cast<double>(i), i % 2 == 0 ? 0.0 : 1.0, 0};
  const std::vector<Case> cases = {
      {"around it", {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}}, "", 1},
      {"a bow tie", {{0, 0, 0}, {9, 9, 0}, {9, 0, 0}, {0, 9, 0}}, "N154", 1},
      {"all at one place", {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, "", 1},
      {"far away", {{0, 0, 0}, {9, 0, 0}, {9, 20'000, 0}}, "N155", 0},
      {"too many corners", many, "N155", 0},
  };
  for (const Case& c : cases) {
    Sketch town = street();
    FeatureDescription feature = house();
    feature.outline = c.outline;
    town.description().roads[0].ways[0].features = {feature};
    EXPECT_EQ(town.codes(), c.codes) << c.name;
    const Network network = town.build();
    EXPECT_EQ(network.outlines().size(), c.outlines) << c.name;
    EXPECT_EQ(network.features(network.find_way("a")).size(), 1U) << c.name;
  }
}

}  // namespace
}  // namespace backlot::network::outline_test
