#include "backlot/network/internal/route/route_landmarks.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/network/internal/route/route_graph_data.h"
#include "backlot/network/internal/route/route_heap.h"

namespace backlot::network::internal {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kRoots = 16;  // from which the core is looked for

// The edges that leave each node, or that come to it: lists of their numbers.
class EdgeLists {
 public:
  EdgeLists(const RouteGraphData& graph, bool is_backward)
      : edges_(graph.by_time),
        is_backward_(is_backward),
        first_(graph.nodes.size() + 1),
        numbers_(edges_.size()) {
    for (const RouteEdge& edge : edges_) ++first_[near_end(edge) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t e = 0; e < edges_.size(); ++e) numbers_[next[near_end(edges_[e])]++] = e;
  }

  // Calls `visit(edge, other end)`.
  template <class Visit>
  void for_each(std::uint32_t node, const Visit& visit) const {
    for (std::uint32_t i = first_[node]; i < first_[node + 1]; ++i)
      visit(numbers_[i], is_backward_ ? edges_[numbers_[i]].tail : edges_[numbers_[i]].head);
  }

 private:
  std::uint32_t near_end(const RouteEdge& edge) const { return is_backward_ ? edge.head : edge.tail; }

  const RouteEdgeList& edges_;
  bool is_backward_;
  std::vector<std::uint32_t> first_, numbers_;
};

std::vector<bool> reached_from(std::uint32_t root, std::size_t node_count, const EdgeLists& lists) {
  BACKLOT_ASSERT(root < node_count, "the root is a node of the graph");
  std::vector<bool> is_reached(node_count);
  std::vector<std::uint32_t> open = {root};
  is_reached[root] = true;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    lists.for_each(node, [&](std::uint32_t, std::uint32_t other) {
      if (is_reached[other]) return;
      is_reached[other] = true;
      open.push_back(other);
    });
  }
  return is_reached;
}

// Nodes that can all be reached from each other: the largest such set that is found from a few roots.
std::vector<std::uint32_t> find_core(const RouteGraphData& graph, const EdgeLists& out, const EdgeLists& in) {
  std::vector<std::uint32_t> core;
  const std::size_t n = graph.nodes.size();
  for (std::size_t i = 0; i < std::min(kRoots, n) && 2 * core.size() < n; ++i) {
    const auto root = static_cast<std::uint32_t>(i * n / std::min(kRoots, n));
    const std::vector<bool> after = reached_from(root, n, out), before = reached_from(root, n, in);
    std::vector<std::uint32_t> both;
    for (std::uint32_t node = 0; node < n; ++node)
      if (after[node] && before[node]) both.push_back(node);
    if (both.size() > core.size()) core = std::move(both);
  }
  return core;
}

// The outermost nodes of the core towards the four corners of the map: most routes begin before one and end behind
// another.
std::array<std::uint32_t, kLandmarks> choose(const RouteGraphData& graph,
                                             const std::vector<std::uint32_t>& core) {
  BACKLOT_ASSERT(!core.empty(), "landmarks are chosen from some nodes");
  constexpr std::array<std::array<double, 2>, kLandmarks> kCorners = {{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  std::array<std::uint32_t, kLandmarks> landmarks{};
  for (std::size_t i = 0; i < kLandmarks; ++i) {
    double furthest = -kNever;
    for (const std::uint32_t node : core) {
      const double out = kCorners[i][0] * graph.nodes[node].x + kCorners[i][1] * graph.nodes[node].y;
      if (!(out > furthest)) continue;
      furthest = out;
      landmarks[i] = node;
    }
  }
  return landmarks;
}

// Dijkstra's search over everything.
std::vector<double> costs_from(std::uint32_t root, const RouteEdgeList& edges, const EdgeLists& lists,
                               std::size_t node_count) {
  BACKLOT_ASSERT(root < node_count, "the root is a node of the graph");
  std::vector<double> costs(node_count, kNever);
  RouteHeap heap;
  costs[root] = 0;
  heap.push({0, root, 0});
  while (!heap.is_empty()) {
    const std::uint32_t node = heap.top().node();
    const double cost = heap.top().bound();
    heap.pop();
    if (cost > costs[node]) continue;
    lists.for_each(node, [&](std::uint32_t edge, std::uint32_t other) {
      const double there = cost + edges[edge].cost;
      if (!(there < costs[other])) return;
      costs[other] = there;
      heap.push({there, other, 0});
    });
  }
  return costs;
}

std::vector<LandmarkCosts> costs_by(const RouteEdgeList& edges,
                                    const std::array<std::uint32_t, kLandmarks>& landmarks,
                                    const EdgeLists& out, const EdgeLists& in, std::size_t node_count) {
  std::vector<LandmarkCosts> all(node_count);
  for (std::size_t i = 0; i < kLandmarks; ++i) {
    const std::vector<double> from = costs_from(landmarks[i], edges, out, node_count);
    const std::vector<double> to = costs_from(landmarks[i], edges, in, node_count);
    for (std::size_t node = 0; node < node_count; ++node) {
      all[node].from[i] = from[node];
      all[node].to[i] = to[node];
    }
  }
  return all;
}

}  // namespace

void add_landmarks(RouteGraphData& graph) {
  const EdgeLists out(graph, false), in(graph, true);
  const std::vector<std::uint32_t> core = find_core(graph, out, in);
  if (core.size() < 2) return;
  const std::array<std::uint32_t, kLandmarks> landmarks = choose(graph, core);
  graph.landmarks_by_time = costs_by(graph.by_time, landmarks, out, in, graph.nodes.size());
  graph.landmarks_by_length = costs_by(graph.by_length, landmarks, out, in, graph.nodes.size());
}

LandmarkBound::LandmarkBound() {
  from_.fill(kNever);
  to_.fill(-kNever);
}

void LandmarkBound::add_target(const LandmarkCosts& costs, double rest) {
  BACKLOT_ASSERT(rest >= 0, "the rest of a way is not negative");
  for (std::size_t i = 0; i < kLandmarks; ++i) {
    from_[i] = std::min(from_[i], costs.from[i] + rest);
    to_[i] = std::max(to_[i], costs.to[i] - rest);
  }
}

}  // namespace backlot::network::internal
