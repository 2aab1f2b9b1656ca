#include "backlot/network/network.h"

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::network_test {
namespace {

TEST(Network, HasTheLanesOfItsWays) {
  Sketch town;
  town.way("main", "s= v< | v> s=").from(0, 0, 0).line(100).open();
  const Network network = town.build();
  ASSERT_EQ(network.ways().size(), 1U);
  ASSERT_EQ(network.lanes().size(), 4U);
  const StripId main = network.find_strip("main");
  EXPECT_EQ(network.name_of(network.lane_at(main, 50, 1)), "L1");
  EXPECT_EQ(network.name_of(network.lane_at(main, 50, 4)), "L2");
  EXPECT_EQ(network.name_of(network.lane_at(main, 50, -1)), "R1");
  EXPECT_TRUE(network.lane_at(main, 50, 5.6).is_empty());
  EXPECT_DOUBLE_EQ(network.edges(main, 10).left, 5.5);
  EXPECT_DOUBLE_EQ(network.lane(network.find_lane(main, "R1")).length, 100);
}

TEST(Network, LeadsOverACrossingInEveryDirection) {
  Sketch town;
  town.four_arms("market", "v< | v>");
  const Network network = town.build();
  EXPECT_EQ(network.corridors().size(), 12U);
  const auto onward = network.onward(lane_named(network, "west", "R1"));
  ASSERT_EQ(onward.size(), 3U);
  std::vector<std::string> names;
  for (const DirectedLane lane : onward) names.push_back(network.name_of(network.lane(lane.lane).strip));
  EXPECT_EQ(names, (std::vector<std::string>{"market.west_to_south", "market.west_to_east",
                                             "market.west_to_north"}));
  for (const DirectedLane lane : onward) EXPECT_EQ(network.onward(lane).size(), 1U);
}

TEST(Network, LocatesWhatItPlaces) {
  Sketch town;
  town.four_arms("market", "s= v< | v> s=");
  const Network network = town.build();
  LocateScratch scratch;
  std::vector<NetworkLocated> answers;
  for (std::uint32_t i = 0; i < network.strips().size(); ++i) {
    const geometry::RibbonPoint point{0.3 * network.strips()[i].length(), 0.2, 0.5};
    locate_all(network, place(network, StripId(i), point).position, scratch, answers);
    bool found = false;
    for (const NetworkLocated& answer : answers)
      found =
          found || (answer.strip == StripId(i) && std::abs(answer.point.distance - point.distance) < 1e-9 &&
                    std::abs(answer.point.offset - point.offset) < 1e-9);
    EXPECT_TRUE(found) << network.name_of(StripId(i));
  }
}

}  // namespace
}  // namespace backlot::network::network_test
