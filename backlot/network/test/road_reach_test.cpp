#include "backlot/network/internal/build/road_reach.h"

#include <gtest/gtest.h>

namespace backlot::network::internal::road_reach_test {
namespace {

geometry::CubicProfile linear(double a, double b) { return {{{.from = 0, .a = a, .b = b}}}; }

TEST(RoadReach, IsThatOfTheLanesFromHereToThere) {
  // 3 m to 5 m wide about a centre at -2 m, and then 2 m wide about the spine
  const CrossSection first = single_lane(constant_profile(-2), linear(3, 0.2), 10);
  const CrossSection second = single_lane(constant_profile(0), constant_profile(2), 10);
  RoadReach reach;
  reach.add(0, 10, first);
  reach.add(10, 20, second);
  EXPECT_EQ(reach.edges(), (geometry::SurfaceEdges{1, -4.5}));
  const geometry::SurfaceEdges part = reach.edges(2, 5);
  EXPECT_NEAR(part.left, -2 + 0.5 * 4, 1e-12);
  EXPECT_NEAR(part.right, -2 - 0.5 * 4, 1e-12);
  EXPECT_EQ(reach.edges(12, 15), (geometry::SurfaceEdges{1, -1}));
  EXPECT_EQ(reach.edges(9, 11), (geometry::SurfaceEdges{1, -4.5}));
  // nothing lies beyond
  EXPECT_EQ(reach.edges(30, 31), (geometry::SurfaceEdges{0.5, -0.5}));
}

TEST(RoadReach, OfCorridorsOnTopOfEachOtherIsThatOfAll) {
  IntersectionDescription junction;
  const auto add = [&](double offset, double from, double to) {
    CorridorDescription corridor;
    corridor.shape = OnRoad{"r", from, to, constant_profile(offset)};
    corridor.width = constant_profile(2);
    junction.corridors.push_back(corridor);
  };
  add(-3, 5, 10);
  add(1, 0, 10);
  const CorridorsOnRoads::Sections carried = CorridorsOnRoads({junction}).on("r");
  ASSERT_EQ(carried.sections.size(), 2U);
  RoadReach reach;
  for (std::size_t i = 0; i < 2; ++i) reach.add(carried.from[i], carried.to[i], carried.sections[i]);
  EXPECT_EQ(reach.edges(), (geometry::SurfaceEdges{2, -4}));
  EXPECT_EQ(reach.edges(1, 4), (geometry::SurfaceEdges{2, 0}));
  EXPECT_EQ(reach.edges(6, 7), (geometry::SurfaceEdges{2, -4}));
  EXPECT_TRUE(CorridorsOnRoads({junction}).on("another").sections.empty());
}

}  // namespace
}  // namespace backlot::network::internal::road_reach_test
