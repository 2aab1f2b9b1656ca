// Roads with gaps between their ways: corridors lie there, on the same ribbon.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/network/path.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::gap_test {
namespace {

CorridorDescription on_main(const std::string& name, double from, double to, double offset, bool is_along) {
  CorridorDescription corridor;
  corridor.name = name;
  corridor.shape = OnRoad{"main", from, to, constant_profile(offset), is_along};
  corridor.width = constant_profile(3.5);
  return corridor;
}

// A climbing bend with a gap from 40 m to 60 m, out of which a side road leads:
//
//      main.0   |:::::::|   main.1          :  corridors on the same ribbon
//                   | side
Sketch side_street(bool is_in_plan) {
  Sketch town;
  WaySketch main =
      town.way("main.0", "v<3.5 | v>3.5").from(0, 0, 0).arc(100, 300).elevation({{0, 0}, {100, 9}});
  main.road().name = "main";
  main.road().is_measured_in_plan = is_in_plan;
  main.open_start().way().to = 40;
  main.section("main.1", 60, "v<3.5 | v>3.5").open_end();
  town.way("side", "v<3.5 | v>3.5").from(50, -60, 90, 4.5).line(45).open_start();
  CrossingSketch crossing =
      town.crossing("x").arm("west", "main.0.end").arm("east", "main.1.start").arm("south", "side.end");
  std::vector<CorridorDescription>& corridors = crossing.description().corridors;
  corridors.push_back(on_main("eastward", 40, 60, -1.75, true));
  corridors.back().from = LaneReference{"west", "R1"};
  corridors.back().to = LaneReference{"east", "R1"};
  corridors.push_back(on_main("westward", 40, 60, 1.75, false));
  corridors.back().from = LaneReference{"east", "L1"};
  corridors.back().to = LaneReference{"west", "L1"};
  return town;
}

TEST(Gap, ALaneGoesOnThroughIt) {
  for (const bool is_in_plan : {false, true}) {
    const Sketch town = side_street(is_in_plan);
    EXPECT_EQ(town.codes(), "");
    const Network network = town.build();
    EXPECT_TRUE(network.repairs().empty());
    const StripId before = network.find_strip("main.0"), within = network.find_strip("eastward"),
                  after = network.find_strip("main.1");
    EXPECT_EQ(network.strip(before).ribbon, network.strip(within).ribbon);
    EXPECT_EQ(network.strip(before).to, network.strip(within).from) << "to the last bit";
    EXPECT_EQ(network.strip(within).to, network.strip(after).from);
    const std::vector<DirectedLane> lanes = {lane_named(network, "main.0", "R1"),
                                             lane_named(network, "eastward", "lane"),
                                             lane_named(network, "main.1", "R1")};
    for (std::size_t i = 0; i + 1 < lanes.size(); ++i) {
      const auto onward = network.onward(lanes[i]);
      EXPECT_NE(std::find(onward.begin(), onward.end(), lanes[i + 1]), onward.end());
    }
  }
}

TEST(Gap, EveryPlaceOfTheRoadIsOnAStripOfIt) {
  for (const bool is_in_plan : {false, true}) {
    const Network network = side_street(is_in_plan).build();
    const RibbonId ribbon = network.strip(network.find_strip("main.0")).ribbon;
    LocateScratch scratch;
    for (double distance = 0.5; distance < network.ribbon(ribbon).length(); distance += 0.73) {
      const geometry::WorldPoint p = place(network, ribbon, {distance, -1.5, 0}).position;
      const NetworkLocated located = locate(network, p, scratch);
      ASSERT_EQ(located.on, On::strip) << distance;
      EXPECT_LT(std::fabs(located.point.loft), 1e-6);
      std::vector<NetworkLocated> all;
      locate_all(network, p, scratch, all);
      bool is_found = false;
      for (const NetworkLocated& one : all) {
        const Strip& strip = network.strip(one.strip);
        is_found |= strip.ribbon == ribbon && std::fabs(strip.from + one.point.distance - distance) < 1e-6 &&
                    std::fabs(one.point.offset + 1.5) < 1e-6;
      }
      EXPECT_TRUE(is_found) << distance;
    }
  }
}

TEST(Gap, OneTurnsOffThere) {
  const Network network = side_street(false).build();
  const DirectedLane start = lane_named(network, "main.0", "R1"), goal = lane_named(network, "side", "L1");
  const auto onward = network.onward(start);
  bool turns_off = false;
  for (const DirectedLane lane : onward)
    for (const DirectedLane next : network.onward(lane)) turns_off |= next == goal;
  EXPECT_TRUE(turns_off);
}

TEST(Gap, MayLieBeforeTheFirstWayAndAfterTheLast) {
  Sketch town;
  WaySketch main = town.way("main", "v>3.5 |").from(0, 0, 0).line(100);
  main.way().from = 10;
  main.way().to = 80;
  town.way("in", "v>3.5 |").from(-50, 0, 0).line(50).open_start();
  town.way("out", "v>3.5 |").from(100, 0, 0).line(50).open_end();
  std::vector<CorridorDescription>& first =
      town.crossing("a").only_listed().arm("w", "in.end").arm("e", "main.start").description().corridors;
  first.push_back(on_main("onto", 0, 10, 1.75, true));
  first.back().from = LaneReference{"w", "L1"};
  first.back().to = LaneReference{"e", "L1"};
  std::vector<CorridorDescription>& last =
      town.crossing("b").only_listed().arm("w", "main.end").arm("e", "out.start").description().corridors;
  last.push_back(on_main("off", 80, 100, 1.75, true));
  last.back().from = LaneReference{"w", "L1"};
  last.back().to = LaneReference{"e", "L1"};
  EXPECT_EQ(town.codes(), "");
  const Network network = town.build();
  EXPECT_EQ(network.strip(network.find_strip("main")).from, 10);
  EXPECT_EQ(network.strip(network.find_strip("main")).to, 80);
  EXPECT_EQ(network.strip(network.find_strip("off")).to, 100);
}

}  // namespace
}  // namespace backlot::network::gap_test
