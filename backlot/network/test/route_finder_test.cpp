#include "backlot/network/routing/route_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/base/test/allocations.h"
#include "backlot/network/internal/route/route_graph_data.h"
#include "backlot/network/test/route_towns.h"

namespace backlot::network::route_finder_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the roads of these tests

// Dijkstra over entered lanes, corridors among them, straight from the network: no bound, no corridors inside of
// edges, no edges left out. Speeds are constant along lanes here.
class PlainSearch {
 public:
  PlainSearch(const Network& network, const RouteGraphOptions& options, RouteMeasure measure)
      : network_(network), options_(options), measure_(measure) {}

  // Infinite where there is no route.
  double cost(const LanePlace& from, const LanePlace& to) const {
    const double goal_distance = distance_of(network_, to);
    double best = std::numeric_limits<double>::infinity();
    // what is ahead on the start's own way
    const double start_distance = distance_of(network_, from);
    const double start_on_goal_m = lane_place(network_, {to.lane, from.is_along}, start_distance).metres;
    if (network_.lane(from.lane).strip == network_.lane(to.lane).strip && from.is_along == to.is_along &&
        (from.lane == to.lane ? from.metres <= to.metres : start_on_goal_m <= to.metres))
      for_each_lane(from.directed(), start_distance, goal_distance, [&](DirectedLane lane, double added) {
        if (lane == to.directed())
          best = std::min(
              best, added + cost_of(lane, from.lane == to.lane ? from.metres : start_on_goal_m, to.metres));
      });
    std::map<DirectedLane, double> known;
    std::set<std::pair<double, DirectedLane>> open;
    const auto leave = [&](DirectedLane lane, double cost_so_far, double distance) {
      const double end = lane.is_along ? network_.strip(network_.lane(lane.lane).strip).length() : 0;
      for_each_lane(lane, distance, end, [&](DirectedLane exit, double added) {
        const double entered_m = lane_place(network_, exit, distance).metres;
        const double there = cost_so_far + added + cost_of(exit, entered_m, network_.lane(exit.lane).length);
        for (const DirectedLane next : network_.onward(exit)) {
          if (!network_.lane(next.lane).permits(next.is_along)) continue;
          const auto at = known.find(next);
          if (at != known.end() && at->second <= there) continue;
          if (at != known.end()) open.erase({at->second, next});
          known[next] = there;
          open.insert({there, next});
        }
      });
    };
    leave(from.directed(), 0, start_distance);
    while (!open.empty()) {
      const auto [so_far, lane] = *open.begin();
      open.erase(open.begin());
      const double entry = lane.is_along ? 0 : network_.strip(network_.lane(lane.lane).strip).length();
      if (network_.lane(lane.lane).strip == network_.lane(to.lane).strip && lane.is_along == to.is_along)
        for_each_lane(lane, entry, goal_distance, [&, cost_so_far = so_far](DirectedLane exit, double added) {
          if (exit == to.directed()) best = std::min(best, cost_so_far + added + cost_of(exit, 0, to.metres));
        });
      leave(lane, so_far, entry);
    }
    return best;
  }

 private:
  double cost_of(DirectedLane lane, double from_m, double to_m) const {
    if (measure_ == RouteMeasure::length) return to_m - from_m;
    const double middle = 0.5 * network_.strip(network_.lane(lane.lane).strip).length();
    return (to_m - from_m) / network_.speed_limit_mps(lane, middle);
  }

  // The lane itself and the lanes that a traveller can change to between the distances, with what the changes cost.
  template <class Visit>
  void for_each_lane(DirectedLane lane, double from, double to, const Visit& visit) const {
    visit(lane, 0.0);
    for (const bool goes_left : {true, false}) {
      DirectedLane at = lane;
      for (int n = 1;; ++n) {
        const double room = lane_place(network_, at, to).metres - lane_place(network_, at, from).metres;
        at = goes_left ? network_.neighbour_left(at) : network_.neighbour_right(at);
        if (at.is_empty() || room < n * options_.lane_change_room_m) break;
        visit(at, n * (measure_ == RouteMeasure::time ? options_.lane_change_s : options_.lane_change_m));
      }
    }
  }

  const Network& network_;
  RouteGraphOptions options_;
  RouteMeasure measure_;
};

TEST(RouteFinder, FindsTheBestRouteOfRandomTowns) {
  std::size_t found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Network network = built(random_town(seed));
    base::RandomStream random{seed, 1, 0};
    const double rooms[] = {0, 10, 16};
    const RouteGraphOptions options{.lane_change_room_m = rooms[random.below(3)],
                                    .lane_change_s = random.uniform(0.5, 10),
                                    .lane_change_m = random.uniform(5, 100),
                                    .has_landmarks = seed % 4 != 0};
    const RouteGraph graph(network, options);
    RouteFinder finder(graph);
    for (const RouteMeasure measure : {RouteMeasure::time, RouteMeasure::length}) {
      const PlainSearch plain(network, options, measure);
      for (int i = 0; i < 60; ++i) {
        const LanePlace from = random_place(network, random), to = random_place(network, random);
        SCOPED_TRACE(fmt::format("seed {} pair {} by {}", seed, i, static_cast<int>(measure)));
        Route route;
        const double best = plain.cost(from, to);
        if (!finder.find(from, to, {measure}, route)) {
          EXPECT_TRUE(std::isinf(best)) << best;
          ++none;
          continue;
        }
        ++found;
        EXPECT_NEAR(route.cost, best, 1e-9 * (1 + best));
        check_route(network, options, measure, route);
      }
    }
  }
  EXPECT_GT(found, 1200U);
  EXPECT_GT(none, 50U);
}

TEST(RouteFinder, NeverCostsLessThanTheStraightLine) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    const internal::RouteGraphData& data = graph.data();
    for (const RouteMeasure measure : {RouteMeasure::time, RouteMeasure::length})
      for (const internal::RouteEdge& edge : data.edges(measure)) {
        const internal::RouteNode& head = data.nodes[edge.head];
        const double straight_m = internal::distance_to(data.nodes[edge.tail], head.x, head.y);
        EXPECT_GE(edge.cost, straight_m * data.least_per_metre.by(measure));
      }
    EXPECT_NEAR(data.least_per_metre.time_s, 1 / 22.0, 1e-4);  // not so low that it is of no use
  }
}

TEST(RouteFinder, GivesTheSameRouteOnEveryThreadAndAfterOtherSearches) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network), again(network);
  struct Query {
    LanePlace from, to;
  };
  base::RandomStream random{3, 0, 0};
  std::vector<Query> queries;
  for (int i = 0; i < 100; ++i) {
    const LanePlace from = random_place(network, random), to = random_place(network, random);
    queries.push_back({from, to});
  }
  // fresh finders in order, and one finder each on two threads in the opposite order
  std::vector<Route> expected, first(queries.size()), second(queries.size());
  for (const Query& q : queries) expected.push_back(find_route(graph, q.from, q.to).value_or(Route{}));
  const auto backwards = [&](const RouteGraph& g, std::vector<Route>& routes) {
    RouteFinder finder(g);
    for (std::size_t i = queries.size(); i-- > 0;) finder.find(queries[i].from, queries[i].to, {}, routes[i]);
  };
  std::thread one([&] { backwards(graph, first); }), other([&] { backwards(again, second); });
  one.join();
  other.join();
  EXPECT_EQ(first, expected);
  EXPECT_EQ(second, expected);
}

TEST(RouteFinder, AllocatesNothingOnceItIsWarm) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network);
  RouteFinder finder(graph);
  Route route;
  const auto search = [&] {
    base::RandomStream random{4, 0, 0};
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
      const LanePlace from = random_place(network, random), to = random_place(network, random);
      if (finder.find(from, to, {i % 2 == 0 ? RouteMeasure::time : RouteMeasure::length}, route))
        sum += route.cost;
    }
    return sum;
  };
  const double first = search();
  const std::size_t before = base::allocation_count();
  const double second = search();
  EXPECT_EQ(base::allocation_count() - before, 0U);
  EXPECT_EQ(first, second);
  EXPECT_GT(first, 0);
}

TEST(RouteFinder, LooksTowardsTheGoal) {
  const Network network = built(Town{.rows = 20, .columns = 20}.description());
  const LanePlace from = at(network, "e10_9", "R1", 0), near = at(network, "e10_11", "R1", 0);
  const LanePlace far = at(network, "n18_18", "R1", 0);
  const auto settled = [&](const RouteGraph& graph, const LanePlace& to) {
    RouteFinder finder(graph);
    Route route;
    EXPECT_TRUE(finder.find(from, to, {}, route));
    return finder.settled();
  };
  const RouteGraph plain(network, {.has_landmarks = false}), graph(network);
  EXPECT_LT(settled(plain, near), plain.node_count() / 20);
  EXPECT_LT(settled(plain, far), plain.node_count() / 2);
  EXPECT_LT(settled(graph, far), settled(plain, far) / 2);
}

TEST(RouteFinder, BoundsByLandmarksAreNeverTooLarge) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    const internal::RouteGraphData& data = graph.data();
    ASSERT_EQ(data.landmarks_by_time.size(), graph.node_count());
    RouteFinder finder(graph);
    std::size_t larger = 0;
    for (std::uint32_t from = 0; from < data.nodes.size(); from += 3)
      for (std::uint32_t to = 0; to < data.nodes.size(); to += 3) {
        internal::LandmarkBound bound;
        bound.add_target(data.landmarks_by_time[to], 0);
        const double straight = internal::distance_to(data.nodes[from], data.nodes[to].x, data.nodes[to].y) *
                                data.least_per_metre.time_s;
        const double least = bound.at(data.landmarks_by_time[from], straight);
        const DirectedLane a = data.lane_of(from), b = data.lane_of(to);
        Route route;
        const bool is_found = finder.find({a.lane, a.is_along, 0}, {b.lane, b.is_along, 0}, {}, route);
        EXPECT_LE(least, (is_found ? route.cost : std::numeric_limits<double>::infinity()) + 1e-9);
        larger += least > straight ? 1U : 0U;
      }
    EXPECT_GT(larger, 100U);
  }
}

}  // namespace
}  // namespace backlot::network::route_finder_test
