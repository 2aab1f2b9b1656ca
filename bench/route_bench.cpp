// Routes across a large town against A* of the Boost Graph Library: the same nodes, edges and costs, by turns in one
// run; once with the same bound too, once with bounds by landmarks on our side. Usage: route_bench [--smoke] [--long]
// [--results FOLDER].
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/property_map/property_map.hpp>
#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/network/internal/route/route_graph_data.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/route_finder.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

using namespace network;

std::size_t block_count(const Options& options) { return options.smoke ? 10 : 100; }
std::size_t pair_count(const Options& options) { return options.smoke ? 5 : 100; }

// ---- the other one ---------------------------------------------------------------------------------------

// The graph of lanes copied into Boost's compact form, with maps that stay from search to search.
class BoostRoutes {
 public:
  BoostRoutes(const internal::RouteGraphData& graph, RouteMeasure measure)
      : graph_(graph), per_metre_(graph.least_per_metre.by(measure)) {
    using Ends = std::pair<std::uint32_t, std::uint32_t>;
    std::vector<Ends> ends;
    std::vector<double> costs;
    for (const internal::RouteEdge& edge : graph.edges(measure)) {
      ends.emplace_back(edge.tail, edge.head);
      costs.push_back(edge.cost);
    }
    csr_ = Csr(boost::edges_are_sorted, ends.begin(), ends.end(), costs.begin(),
               static_cast<std::uint32_t>(graph.nodes.size()));
    const std::size_t n = graph.nodes.size();
    before_.resize(n);
    bounds_.resize(n);
    costs_.resize(n);
    colours_.resize(n);
  }

  // The cost from node to node; infinite where there is no route.
  double cost(std::uint32_t from, std::uint32_t to) {
    const auto index = boost::get(boost::vertex_index, csr_);
    const auto map = [&](auto& values) { return boost::make_iterator_property_map(values.begin(), index); };
    try {
      boost::astar_search(csr_, from, Bound{graph_, to, per_metre_}, StopAt{{}, to}, map(before_),
                          map(bounds_), map(costs_), boost::get(&Weight::cost, csr_), index, map(colours_),
                          std::less<>(), std::plus<>(), std::numeric_limits<double>::infinity(), 0.0);
    } catch (const Found&) {
    }
    return costs_[to];
  }

 private:
  struct Weight {
    Weight() = default;
    Weight(double c) : cost(c) {}  // NOLINT(google-explicit-constructor): Boost makes them from numbers
    double cost = 0;
  };
  using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight,
                                                 boost::no_property, std::uint32_t, std::uint32_t>;

  struct Bound {
    const internal::RouteGraphData& graph;
    std::uint32_t goal;
    double per_metre;
    double operator()(std::uint32_t node) const {
      const internal::RouteNode& to = graph.nodes[goal];
      return internal::distance_to(graph.nodes[node], to.x, to.y) * per_metre;
    }
  };

  struct Found {};
  struct StopAt : boost::default_astar_visitor {
    StopAt(boost::default_astar_visitor, std::uint32_t node) : goal(node) {}
    void examine_vertex(std::uint32_t node, const Csr&) const {
      if (node == goal) throw Found{};
    }
    std::uint32_t goal;
  };

  const internal::RouteGraphData& graph_;
  double per_metre_;
  Csr csr_;
  std::vector<std::uint32_t> before_;
  std::vector<double> bounds_, costs_;
  std::vector<boost::default_color_type> colours_;
};

// ---- the race --------------------------------------------------------------------------------------------

struct Pair {
  std::uint32_t from, to;  // nodes
};

// Half of the town or more apart.
std::vector<Pair> far_pairs(const internal::RouteGraphData& graph, std::size_t count, double least_m) {
  base::RandomStream random{11, 0, 0};
  std::vector<Pair> pairs;
  while (pairs.size() < count) {
    const auto from = static_cast<std::uint32_t>(random.below(graph.nodes.size()));
    const auto to = static_cast<std::uint32_t>(random.below(graph.nodes.size()));
    const internal::RouteNode& goal = graph.nodes[to];
    if (internal::distance_to(graph.nodes[from], goal.x, goal.y) >= least_m) pairs.push_back({from, to});
  }
  return pairs;
}

LanePlace start_of(const internal::RouteGraphData& graph, std::uint32_t node) {
  const DirectedLane lane = graph.lane_of(node);
  return {lane.lane, lane.is_along, 0};
}

void race(const RouteGraph& graph, RouteMeasure measure, const std::string& label, const Options& options,
          Results& results) {
  const internal::RouteGraphData& data = graph.data();
  const std::vector<Pair> pairs =
      far_pairs(data, pair_count(options), 0.5 * 200 * static_cast<double>(block_count(options)));
  RouteFinder finder(graph);
  BoostRoutes boost_routes(data, measure);
  Route route;
  const auto ours = [&](const Pair& pair) {
    const bool is_found = finder.find(start_of(data, pair.from), start_of(data, pair.to), {measure}, route);
    return is_found ? route.cost : std::numeric_limits<double>::infinity();
  };

  // both must have found the best
  double sum = 0, settled = 0, legs = 0;
  for (const Pair& pair : pairs) {
    const double cost = ours(pair), other = boost_routes.cost(pair.from, pair.to);
    if (!(std::fabs(cost - other) <= 1e-9 * other)) {
      fmt::print(stderr, "bench: a route from {} to {} costs {}, Boost finds {}\n", pair.from, pair.to, cost,
                 other);
      std::exit(1);
    }
    sum += cost;
    settled += static_cast<double>(finder.settled());
    legs += static_cast<double>(route.legs.size());
  }
  const auto count = static_cast<double>(pairs.size());
  fmt::print(stderr, "  {}: {:.0f} lanes settled and {:.0f} legs a route\n", label, settled / count,
             legs / count);

  const auto of_all = [&](const auto& cost_of) {
    double all = 0;
    for (const Pair& pair : pairs) all += cost_of(pair);
    return all;
  };
  const std::vector<Timing> t = time_by_turns(
      {{"backlot", pairs.size(), [&] { return of_all(ours); }, sum},
       {"Boost", pairs.size(),
        [&] { return of_all([&](const Pair& pair) { return boost_routes.cost(pair.from, pair.to); }); },
        sum}},
      options.rounds());
  results.add({label, t[0], median_ratio(t[0], t[1]), "times A* of Boost.Graph", 1, Better::smaller});
}

int run(const Options& options) {
  const NetworkDescription description =
      grid_network({.rows = block_count(options), .columns = block_count(options)});
  const base::Result<Network> network = Network::build(description);
  if (!network) {
    std::fputs(base::to_text(network.diagnostics()).c_str(), stderr);
    return 1;
  }
  fmt::print(stderr, "  {} crossings, {} lanes, {} corridors\n", network->intersections().size(),
             network->lanes().size() - network->corridors().size(), network->corridors().size());

  // With the bound by straight distance, which is Boost's here as well, and as it comes: with landmarks.
  Results results("route", options.folder);
  for (const bool has_landmarks : {false, true}) {
    const auto start = std::chrono::steady_clock::now();
    const RouteGraph graph(*network, {.has_landmarks = has_landmarks});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print(stderr, "  {} landmarks: {} nodes, {} edges, {:.1f} MB, built in {:.2f} s\n",
               has_landmarks ? "with" : "without", graph.node_count(), graph.edge_count(),
               static_cast<double>(graph.bytes()) / 1e6, seconds);
    const std::string label = fmt::format("route across {0} x {0} crossings, {1}", block_count(options),
                                          has_landmarks ? "landmarks" : "same bound");
    race(graph, RouteMeasure::time, label + ", time", options, results);
    race(graph, RouteMeasure::length, label + ", length", options, results);
  }
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "route_bench", options)) return 2;
  return backlot::bench::run(options);
}
