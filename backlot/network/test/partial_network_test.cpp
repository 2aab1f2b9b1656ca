// Descriptions with several errors: all are found in one go, none of them twice, and what is sound is built.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "backlot/network/network.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::partial_network_test {
namespace {

// Four ways around a crossing, and one far away.
Sketch town() {
  Sketch sketch;
  sketch.way("west", "v< | v>").from(-100, 0, 0).line(90).open_start();
  sketch.way("east", "v< | v>").from(100, 0, 180).line(90).open_start();
  sketch.way("south", "v< | v>").from(0, -100, 90).line(90).open_start();
  sketch.way("north", "v< | v>").from(0, 100, 270).line(90).open_start();
  sketch.way("far", "v< | v>").from(0, 500, 0).line(90).open();
  sketch.crossing("x")
      .arm("west", "west.end")
      .arm("east", "east.end")
      .arm("south", "south.end")
      .arm("north", "north.end");
  return sketch;
}

std::string codes_of(const PartialNetwork& network) {
  std::string codes;
  for (const base::Diagnostic& d : network.found) codes += (codes.empty() ? "" : " ") + d.code;
  return codes;
}

RoadDescription& road(Sketch& sketch, const std::string& name) {
  std::vector<RoadDescription>& roads = sketch.description().roads;
  return *std::find_if(roads.begin(), roads.end(),
                       [&](const RoadDescription& r) { return r.ways.front().name == name; });
}

TEST(PartialNetwork, FindsErrorsOfAllStagesAtOnce) {
  Sketch sketch = town();
  sketch.description().speed_limit_mps = -1;
  road(sketch, "far").ways.front().end = EndKind::joined;
  IntersectionDescription& x = sketch.description().intersections.front();
  CorridorDescription wrong;
  wrong.from = {"west", "L1"};
  wrong.to = {"east", "L1"};
  x.corridors = {wrong};
  const PartialNetwork built = Network::build_partly(sketch.description());
  EXPECT_EQ(codes_of(built), "N100 N127 N150");
  EXPECT_EQ(built.network.ways().size(), 5U);
  EXPECT_EQ(built.spots.size(), 2U) << "of the corridor and of the lane that leads nowhere";
  EXPECT_FALSE(Network::build(sketch.description()));
}

TEST(PartialNetwork, LeavesOutWhatIsWrongAndSaysNothingOfWhatHangsOnIt) {
  Sketch sketch = town();
  std::get<geometry::PlanSpine>(road(sketch, "west").spine).elements.clear();
  const PartialNetwork built = Network::build_partly(sketch.description());
  EXPECT_EQ(codes_of(built), "G104");
  EXPECT_TRUE(built.network.find_way("west").is_empty());
  EXPECT_FALSE(built.network.find_corridor("x.east_to_south").is_empty());
  EXPECT_TRUE(built.network.find_corridor("x.east_to_west").is_empty());
}

TEST(PartialNetwork, SaysNothingOfWhatWasNotReadAsAWhole) {
  Sketch sketch = town();
  road(sketch, "west").is_incomplete = true;
  road(sketch, "west").ways.front().lanes.clear();
  sketch.description().intersections.front().arms[1].attached = std::nullopt;
  sketch.description().intersections.front().is_incomplete = true;
  const PartialNetwork built = Network::build_partly(sketch.description());
  EXPECT_EQ(codes_of(built), "");
  EXPECT_FALSE(built.network.find_corridor("x.north_to_south").is_empty());
}

TEST(PartialNetwork, OfASoundDescriptionIsTheNetwork) {
  Sketch sketch = town();
  const PartialNetwork built = Network::build_partly(sketch.description());
  EXPECT_TRUE(built.found.is_empty());
  EXPECT_EQ(built.network.corridors().size(), sketch.build().corridors().size());
}

TEST(RemovedCorridor, IsOneThatBuildWouldMake) {
  Sketch sketch = town();
  const std::size_t all = sketch.build().corridors().size();
  IntersectionDescription& x = sketch.description().intersections.front();
  x.removed_corridors = {{"x.west_to_north", {}}, {"east_to_south", {}}};
  const Network network = sketch.build();
  EXPECT_EQ(network.corridors().size(), all - 2);
  EXPECT_TRUE(network.find_corridor("x.west_to_north").is_empty());
  EXPECT_TRUE(network.find_corridor("x.east_to_south").is_empty());
  x.removed_corridors = {{"west_to_nort", {}}};
  const base::Result<Network> wrong = Network::build(sketch.description());
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.diagnostics()[0].code, "N157");
  EXPECT_EQ(wrong.diagnostics()[0].hint, "did you mean \"x.west_to_north\"?");
}

}  // namespace
}  // namespace backlot::network::partial_network_test
