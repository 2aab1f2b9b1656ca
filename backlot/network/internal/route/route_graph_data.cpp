#include "backlot/network/internal/route/route_graph_data.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

// Lengths of lanes are true to 1e-4 (geometry/README.md), and so is the sum of them along a straight road: the bound by
// straight distance stays below.
constexpr double kBoundScale = 1 - 2e-4;

double usual_top_speed(Use use) {
  if (use == Use::pedestrians) return 1.4;
  if (use == Use::bicycles) return 5;
  return std::numeric_limits<double>::infinity();
}

std::uint32_t number(std::size_t n) {
  BACKLOT_CHECK(n < kNoNode, "more than 2^32 - 1 nodes or edges in one graph");
  return static_cast<std::uint32_t>(n);
}

void add_nodes(RouteGraphData& graph) {
  const Network& network = *graph.network;
  const std::size_t count = 2 * network.lanes().size();
  graph.nodes_of.assign(count, kNoNode);
  for (std::uint32_t n = 0; n < count; ++n) {
    const DirectedLane lane = DirectedLane::of_node(n);
    if (!is_open(network, graph.options, lane) || is_inside_edges(graph, lane)) continue;
    const geometry::WorldPoint at = position_of(network, {lane.lane, lane.is_along, 0});
    graph.nodes_of[n] = number(graph.nodes.size());
    graph.nodes.push_back({at.x, at.y, 0, 0});
    graph.lanes.push_back(n);
  }
}

// Corridors too, since some may be faster than all lanes.
void set_bound(RouteGraphData& graph) {
  const Network& network = *graph.network;
  double fastest = 0;
  for (std::uint32_t n = 0; n < graph.nodes_of.size(); ++n) {
    const DirectedLane lane = DirectedLane::of_node(n);
    if (is_open(network, graph.options, lane))
      fastest = std::max(fastest, fastest_speed(network, lane, graph.top_speed_mps));
  }
  graph.least_per_metre = {fastest > 0 ? kBoundScale / fastest : 0, kBoundScale};
}

// Of edges to the same head those stay that are better than all others by some measure. The ones without lane changes
// come first and all stay: a traveller in the middle of the lane begins with them.
bool is_dominated(const RouteGraphData& graph, std::size_t first_edge, std::uint32_t head,
                  const RouteCost& cost) {
  BACKLOT_ASSERT(first_edge <= graph.by_time.size(), "an edge is one of the graph");
  for (std::size_t e = first_edge; e < graph.by_time.size(); ++e)
    if (graph.by_time[e].head == head && graph.by_time[e].cost <= cost.time_s &&
        graph.by_length[e].cost <= cost.length_m)
      return true;
  return false;
}

void add_edges_of(RouteGraphData& graph, std::uint32_t tail, DirectedLane exit, unsigned changes) {
  BACKLOT_ASSERT(!exit.is_empty(), "edges begin at the end of a lane");
  BACKLOT_ASSERT(tail < graph.nodes.size(), "the graph has no such node");
  const Network& network = *graph.network;
  const RouteCost lane = cost_of(graph, whole_stretch(network, exit)) + cost_of_changes(graph, changes);
  const RouteNode& from = graph.nodes[tail];
  for_each_step(graph, exit, [&](const RouteStep& step) {
    if (step.head.is_empty()) return;
    const std::uint32_t head = graph.node_of(step.head);
    RouteCost cost = lane + step.cost;
    // What lies between lanes that do not meet has to be crossed as well. So no edge costs less than the straight line,
    // and the straight line to the goal is a bound that never fails.
    const double straight_m = distance_to(from, graph.nodes[head].x, graph.nodes[head].y);
    cost.time_s = std::max(cost.time_s, straight_m * graph.least_per_metre.time_s);
    cost.length_m = std::max(cost.length_m, straight_m * graph.least_per_metre.length_m);
    if (changes > 0 && is_dominated(graph, from.first_edge, head, cost)) return;
    graph.by_time.push_back({cost.time_s, head, tail});
    graph.by_length.push_back({cost.length_m, head, tail});
    graph.edge_lanes.push_back({exit.node(), step.via.is_empty() ? kNoLane : step.via.node()});
  });
}

void add_edges(RouteGraphData& graph) {
  const Network& network = *graph.network;
  for (std::uint32_t tail = 0; tail < graph.nodes.size(); ++tail) {
    const DirectedLane lane = graph.lane_of(tail);
    graph.nodes[tail].first_edge = number(graph.by_time.size());
    add_edges_of(graph, tail, lane, 0);
    for_each_beside(graph, lane, [&](DirectedLane exit) {
      if (exit == lane) return;
      const auto changes =
          find_changes(graph, lane, exit, entry_distance(network, lane), exit_distance(network, lane));
      if (changes) add_edges_of(graph, tail, exit, *changes);
    });
    graph.nodes[tail].edge_count = number(graph.by_time.size()) - graph.nodes[tail].first_edge;
  }
}

}  // namespace

RouteGraphData build_route_graph(const Network& network, const RouteGraphOptions& options) {
  for (const double number : {options.lane_change_room_m, options.lane_change_s, options.lane_change_m,
                              options.left_turn_s, options.right_turn_s, options.u_turn_s})
    BACKLOT_CHECK(number >= 0, "costs and room are not below zero");
  BACKLOT_CHECK(options.top_speed_mps.value_or(1) > 0, "a traveller has a speed");
  RouteGraphData graph;
  graph.network = &network;
  graph.options = options;
  graph.top_speed_mps = options.top_speed_mps.value_or(usual_top_speed(options.use));
  add_nodes(graph);
  set_bound(graph);
  add_edges(graph);
  graph.by_time.shrink_to_fit();
  graph.by_length.shrink_to_fit();
  graph.edge_lanes.shrink_to_fit();
  if (options.has_landmarks) add_landmarks(graph);
  return graph;
}

bool is_open(const Network& network, const RouteGraphOptions& options, DirectedLane directed) {
  BACKLOT_ASSERT(directed.lane.index() < network.lanes().size(), "the network has no such lane");
  const Lane& lane = network.lane(directed.lane);
  if (!lane.permits(directed.is_along)) return false;
  if (lane.kind == LaneKind::bus) return options.use == Use::vehicles && options.takes_bus_lanes;
  if (options.use == Use::bicycles && lane.kind == LaneKind::vehicle) return true;
  return use_of(lane.kind) == options.use;
}

RouteCost cost_of(const RouteGraphData& graph, const TravelStretch& stretch) {
  return {travel_time(*graph.network, stretch, graph.top_speed_mps), stretch.length()};
}

RouteCost cost_of_changes(const RouteGraphData& graph, unsigned changes) {
  return {changes * graph.options.lane_change_s, changes * graph.options.lane_change_m};
}

RouteCost cost_of_turn(const RouteGraphData& graph, DirectedLane lane) {
  BACKLOT_ASSERT(!lane.is_empty(), "a turn is that of a lane");
  const CorridorId id = graph.network->corridor_of(lane.lane);
  if (id.is_empty()) return {};
  switch (graph.network->corridor(id).turn) {
    case Turn::straight:
      return {};
    case Turn::left:
      return {graph.options.left_turn_s, 0};
    case Turn::right:
      return {graph.options.right_turn_s, 0};
    case Turn::u_turn:
      return {graph.options.u_turn_s, 0};
  }
  return {};
}

std::optional<unsigned> find_changes(const RouteGraphData& graph, DirectedLane from, DirectedLane to,
                                     double from_distance, double to_distance) {
  BACKLOT_ASSERT(!from.is_empty() && !to.is_empty(), "changes lead from one lane to another");
  if (from == to) return 0;
  const Network& network = *graph.network;
  for (const bool goes_left : {true, false}) {
    DirectedLane at = from;
    for (unsigned changes = 1;; ++changes) {
      const TravelStretch stretch{at, lane_place(network, at, from_distance).metres,
                                  lane_place(network, at, to_distance).metres};
      if (room_for_changes(network, stretch) < changes * graph.options.lane_change_room_m) break;
      at = goes_left ? network.neighbour_left(at) : network.neighbour_right(at);
      if (at.is_empty() || !is_open(network, graph.options, at)) break;
      if (at == to) return changes;
    }
  }
  return std::nullopt;
}

double entry_distance(const Network& network, DirectedLane lane) {
  return lane.is_along ? 0 : network.strip(network.lane(lane.lane).strip).length();
}

double exit_distance(const Network& network, DirectedLane lane) {
  return entry_distance(network, lane.reversed());
}

bool is_inside_edges(const RouteGraphData& graph, DirectedLane lane) {
  const Network& network = *graph.network;
  const CorridorId id = network.corridor_of(lane.lane);
  if (id.is_empty() || network.lane(lane.lane).direction == LaneDirection::both) return false;
  if (network.corridor(id).from.is_empty()) return false;
  std::size_t ahead = 0;
  bool leads_onto_way = true;
  for (const DirectedLane next : network.onward(lane)) {
    if (!is_open(network, graph.options, next)) continue;
    ++ahead;
    if (network.way_of(next.lane).is_empty()) leads_onto_way = false;
  }
  return ahead <= 1 && leads_onto_way;
}

}  // namespace backlot::network::internal
