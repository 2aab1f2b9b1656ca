#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/network/routing/route_finder.h"
#include "backlot/network/test/route_towns.h"

namespace backlot::network::route_alternatives_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the roads of these tests

TEST(Alternatives, DifferAndAreNotMuchWorse) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network);
  const LanePlace from = at(network, "e0_0", "R1", 10), to = at(network, "n3_4", "R1", 60);
  const AlternativeOptions options{.count = 4};
  const std::vector<Route> routes = find_alternatives(graph, from, to, options);
  ASSERT_EQ(routes.size(), 4U);
  EXPECT_EQ(routes[0], find_route(graph, from, to));
  for (std::size_t i = 0; i < routes.size(); ++i) {
    check_route(network, {}, RouteMeasure::time, routes[i]);
    EXPECT_LE(routes[i].cost, 1.5 * routes[0].cost);
    EXPECT_GE(routes[i].cost, routes[i > 0 ? i - 1 : 0].cost);
    const std::vector<WayId> ways = ways_of(network, routes[i]);
    const std::set<WayId> set(ways.begin(), ways.end());
    EXPECT_EQ(set.size(), ways.size()) << "a loop";
    for (std::size_t k = 0; k < i; ++k) {
      // all ways are of one length here: no more than 70 % in common, start and goal aside
      const std::vector<WayId> others = ways_of(network, routes[k]);
      const auto shared = static_cast<double>(std::count_if(ways.begin() + 1, ways.end() - 1, [&](WayId w) {
        return std::count(others.begin(), others.end(), w) > 0;
      }));
      EXPECT_LE(shared, 0.7 * static_cast<double>(ways.size() - 2) + 1e-9);
    }
  }
  EXPECT_EQ(find_alternatives(graph, from, to, options), routes);
}

TEST(Alternatives, AreOnlyThoseThatExist) {
  // one block: there is one way round in this direction
  const Network network = built(Town{}.description());
  const RouteGraph graph(network);
  const LanePlace from = at(network, "e0_0", "R1", 10), to = at(network, "e1_0", "L1", 10);
  EXPECT_EQ(find_alternatives(graph, from, to).size(), 1U);
  EXPECT_EQ(find_alternatives(graph, from, at(network, "n0_0", "R1", 10)).size(), 0U);
  EXPECT_EQ(find_alternatives(graph, from, to, {.count = 0}).size(), 0U);

  const Network larger = built(Town{.rows = 3, .columns = 3}.description());
  const RouteGraph other(larger);
  const LanePlace start = at(larger, "e0_0", "R1", 10), goal = at(larger, "e2_1", "R1", 60);
  EXPECT_GT(find_alternatives(other, start, goal, {.count = 5, .stretch = 3}).size(),
            find_alternatives(other, start, goal, {.count = 5, .stretch = 1.01}).size());
}

}  // namespace
}  // namespace backlot::network::route_alternatives_test
