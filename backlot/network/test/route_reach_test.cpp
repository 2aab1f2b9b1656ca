#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/network/test/route_towns.h"

namespace backlot::network::route_reach_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the roads of these tests

std::vector<std::string> names_of(const Network& network, const std::vector<DirectedLane>& lanes) {
  std::vector<std::string> names;
  for (const DirectedLane lane : lanes)
    names.push_back(network.name_of(network.lane(lane.lane).strip) + ":" + network.name_of(lane.lane));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Exits, DependOnTheLaneAndTheRoomThatIsLeft) {
  using Names = std::vector<std::string>;
  const Network network = star(2);
  const RouteGraph graph(network);
  const LanesAcross left = reachable_exits(graph, at(network, "west", "R1", 20));
  EXPECT_EQ(left.intersection, network.find_intersection("x"));
  EXPECT_EQ(names_of(network, left.staying), (Names{"east:L1", "north:L1"}));
  EXPECT_EQ(names_of(network, left.changing), (Names{"east:L1", "east:L2", "north:L1", "south:L2"}));
  const LanesAcross right = reachable_exits(graph, at(network, "west", "R2", 20));
  EXPECT_EQ(names_of(network, right.staying), (Names{"east:L2", "south:L2"}));
  EXPECT_EQ(right.changing, left.changing);
  const LanesAcross late = reachable_exits(graph, at(network, "west", "R2", 95));
  EXPECT_EQ(late.changing, right.staying);
  EXPECT_TRUE(
      reachable_exits(graph, at(network, "west", "L1", 20)).changing.empty());  // leads out of the map
  EXPECT_TRUE(reachable_exits(graph, LanePlace{}).intersection.is_empty());
}

TEST(Exits, AreEntriesSeenFromTheOtherSide) {
  const Network network = built(random_town(7));
  const RouteGraph graph(network);
  std::size_t pairs = 0;
  const auto contains = [](const std::vector<DirectedLane>& lanes, DirectedLane lane) {
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  const std::size_t count = network.lanes().size() - network.corridors().size();
  std::vector<DirectedLane> lanes;
  for (std::uint32_t i = 0; i < count; ++i)
    lanes.push_back({LaneId(i), network.lane(LaneId(i)).permits(true)});
  std::vector<LanesAcross> entries;
  for (const DirectedLane lane : lanes) entries.push_back(feeding_entries(graph, lane));
  for (const DirectedLane lane : lanes) {
    const LanesAcross exits = reachable_exits(graph, {lane.lane, lane.is_along, 0});
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      EXPECT_EQ(contains(exits.staying, lanes[k]), contains(entries[k].staying, lane));
      EXPECT_EQ(contains(exits.changing, lanes[k]), contains(entries[k].changing, lane));
      pairs += contains(exits.changing, lanes[k]) ? 1U : 0U;
    }
  }
  EXPECT_GT(pairs, 100U);
}

TEST(Reachable, HoldsTheLanesToWhoseEndsARouteLeads) {
  std::size_t reached = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    RouteFinder finder(graph);
    base::RandomStream random{seed, 2, 0};
    for (int i = 0; i < 5; ++i) {
      const LanePlace from = random_place(network, random);
      const std::vector<DirectedLane> lanes = reachable(graph, from);
      for (std::uint32_t k = 0; k < network.lanes().size(); ++k) {
        const DirectedLane lane{LaneId(k), network.lane(LaneId(k)).permits(true)};
        Route route;
        const bool has_route =
            finder.find(from, {lane.lane, lane.is_along, network.lane(lane.lane).length}, {}, route);
        EXPECT_EQ(has_route, std::find(lanes.begin(), lanes.end(), lane) != lanes.end());
        ++(has_route ? reached : missed);
      }
    }
  }
  EXPECT_GT(reached, 500U);
  EXPECT_GT(missed, 50U);
}

}  // namespace
}  // namespace backlot::network::route_reach_test
