// The graph of lanes as the search reads it, and the steps that its edges are made of.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/network/internal/route/route_landmarks.h"
#include "backlot/network/internal/route/route_measure.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/route_finder.h"

namespace backlot::network::internal {

inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t kNoLane = std::numeric_limits<std::uint32_t>::max();

struct RouteCost {
  double time_s = 0, length_m = 0;

  double by(RouteMeasure measure) const { return measure == RouteMeasure::time ? time_s : length_m; }
  friend RouteCost operator+(const RouteCost& a, const RouteCost& b) {
    return {a.time_s + b.time_s, a.length_m + b.length_m};
  }
};

// A lane on being entered, in the middle of its end, seen from above.
struct RouteNode {
  double x = 0, y = 0;
  std::uint32_t first_edge = 0, edge_count = 0;
};

// From one entry to the next: all of the lane, lane changes, and the corridor, where there is one. The search reads
// one such list for each measure and nothing else of the edges, so that those of a node share a line of the cache.
struct RouteEdge {
  double cost = 0;
  std::uint32_t head = kNoNode;
  std::uint32_t tail = kNoNode;
};

using RouteEdgeList = std::vector<RouteEdge, base::HugePages<RouteEdge>>;

// What an edge is made of besides: numbers of directed lanes.
struct RouteEdgeLanes {
  std::uint32_t exit = kNoLane;  // on which the way is left
  std::uint32_t via = kNoLane;   // the corridor's; kNoLane without one
};

// Every lane of a way is a node, in order of their numbers; so are corridors that branch or lead onto corridors, as
// corridors for pedestrians do. All other corridors are part of edges.
struct RouteGraphData {
  const Network* network = nullptr;
  RouteGraphOptions options;
  double top_speed_mps = 0;
  RouteCost least_per_metre;  // of straight distance seen from above: no edge costs less

  // ---- what the search reads
  std::vector<RouteNode> nodes;
  RouteEdgeList by_time, by_length;  // by tail, first those that stay on the lane

  std::vector<LandmarkCosts> landmarks_by_time, landmarks_by_length;  // by node; empty without landmarks

  // ---- what the answer reads
  std::vector<RouteEdgeLanes> edge_lanes;
  std::vector<std::uint32_t> lanes;     // of each node: number of its directed lane
  std::vector<std::uint32_t> nodes_of;  // of each directed lane, or kNoNode

  const RouteEdgeList& edges(RouteMeasure measure) const {
    return measure == RouteMeasure::time ? by_time : by_length;
  }
  const std::vector<LandmarkCosts>& landmarks(RouteMeasure measure) const {
    return measure == RouteMeasure::time ? landmarks_by_time : landmarks_by_length;
  }
  DirectedLane lane_of(std::uint32_t node) const { return DirectedLane::of_node(lanes[node]); }
  std::uint32_t node_of(DirectedLane lane) const { return nodes_of[lane.node()]; }
};

RouteGraphData build_route_graph(const Network& network, const RouteGraphOptions& options);

bool is_open(const Network& network, const RouteGraphOptions& options, DirectedLane lane);

RouteCost cost_of(const RouteGraphData& graph, const TravelStretch& stretch);

// What changes of lanes add.
RouteCost cost_of_changes(const RouteGraphData& graph, unsigned changes);

// What the turn of a corridor adds; nothing for a way's lane.
RouteCost cost_of_turn(const RouteGraphData& graph, DirectedLane lane);

// How many changes lead from one lane of a strip to another between two distances in the order of travel; none where
// they are not beside each other or the room is too small.
std::optional<unsigned> find_changes(const RouteGraphData& graph, DirectedLane from, DirectedLane to,
                                     double from_distance, double to_distance);

// The distances of a lane's strip where its traffic enters and leaves.
double entry_distance(const Network& network, DirectedLane lane);
double exit_distance(const Network& network, DirectedLane lane);

// Whether an open corridor is part of edges: it comes from one lane, and leads onto one lane of a way, or nowhere.
bool is_inside_edges(const RouteGraphData& graph, DirectedLane lane);

// What follows behind the end of a lane: a node, by way of a corridor or at once.
struct RouteStep {
  DirectedLane via;   // empty where the head follows at once
  DirectedLane head;  // a node's lane; empty where the corridor leads nowhere
  RouteCost cost;     // of the corridor and the turn
};

// Calls `visit(step)` for all of them, in the order of the network.
template <class Visit>
void for_each_step(const RouteGraphData& graph, DirectedLane lane, const Visit& visit) {
  const Network& network = *graph.network;
  for (const DirectedLane next : network.onward(lane)) {
    if (!is_open(network, graph.options, next)) continue;
    if (!is_inside_edges(graph, next)) {
      visit(RouteStep{{}, next, cost_of_turn(graph, next)});
      continue;
    }
    RouteStep step{next, {}, cost_of(graph, whole_stretch(network, next)) + cost_of_turn(graph, next)};
    for (const DirectedLane after : network.onward(next))
      if (is_open(network, graph.options, after)) step.head = after;
    visit(step);
  }
}

// Calls `visit(lane)` for the lanes of a lane's strip, itself included, taken in the same direction and open, by id.
template <class Visit>
void for_each_beside(const RouteGraphData& graph, DirectedLane lane, const Visit& visit) {
  const Network& network = *graph.network;
  const Strip& strip = network.strip(network.lane(lane.lane).strip);
  for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
    const DirectedLane beside{LaneId(strip.first_lane + i), lane.is_along};
    if (is_open(network, graph.options, beside)) visit(beside);
  }
}

// Seen from above: never more than the true distance.
inline double distance_to(const RouteNode& node, double x, double y) {
  const double dx = node.x - x, dy = node.y - y;
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace backlot::network::internal
