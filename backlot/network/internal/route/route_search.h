// A search through the graph of lanes: A* with bounds by straight distance and by landmarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/network/internal/route/route_graph_data.h"
#include "backlot/network/internal/route/route_heap.h"

namespace backlot::network::internal {

// One search after the other; the memory stays. Start and goal lie anywhere on lanes while nodes are their
// beginnings, so both are tied to the graph anew each time:
//
//     from           seeds: first nodes         target nodes            to
//      o------...->|..................................|->-------------o
//
// `direct` is the way that touches no node, where the goal lies ahead on the start's own way or on a corridor behind
// it.
class RouteSearch {
 public:
  explicit RouteSearch(const RouteGraphData& graph);

  bool find(const LanePlace& from, const LanePlace& to, RouteMeasure measure, Route& route);
  std::vector<Route> find_alternatives(const LanePlace& from, const LanePlace& to,
                                       const AlternativeOptions& options);
  std::size_t settled() const { return settled_; }

 private:
  static constexpr std::uint32_t kFirstSeed = std::uint32_t{1} << 31U;  // edges from here on are seeds

  // What is known of a node: the cost of the best way to it and its last edge, and a bound of what remains. Of an
  // earlier search unless the stamp is the present one, which is even, or one more where the node was looked on from.
  struct Label {
    double cost = 0;
    double rest = 0;
    std::uint32_t edge = 0;
    std::uint32_t stamp = 0;
  };

  struct Seed {
    double cost = 0;
    std::uint32_t head = kNoNode;
    DirectedLane exit, via;
  };

  struct Target {
    std::uint32_t node = kNoNode;
    double rest = 0;  // cost from the node to the goal
  };

  // The best way found so far: to a target, or the direct one (no node).
  struct Best {
    double cost = std::numeric_limits<double>::infinity();
    std::uint32_t node = kNoNode;
  };

  bool is_goal_inside_edges() const { return !goal_corridor_.is_empty(); }

  void begin(const LanePlace& from, const LanePlace& to, RouteMeasure measure);
  void set_goal();
  void add_targets();
  void add_direct();
  void add_seeds();
  void add_seeds_of(DirectedLane exit, double cost_to_exit);
  double rest_from(double from_m) const;

  void run(bool is_penalised);
  template <bool kIsPenalised>
  void run();
  void look_at(std::uint32_t node, double cost, std::uint32_t edge);
  double bound_of_rest(std::uint32_t node) const;
  void reach_target(std::uint32_t node, double cost);

  bool answer(Route& route);
  void add_changes(DirectedLane from, DirectedLane to, Route& route) const;
  void measure_route(Route& route) const;

  // Makes the ways of a route dearer for run(true).
  void penalise(const Route& route);

  const RouteGraphData& graph_;

  // ---- of the present search
  LanePlace from_, to_;
  RouteMeasure measure_ = RouteMeasure::time;
  double from_distance_ = 0, to_distance_ = 0;  // of their strips
  geometry::WorldPoint goal_;
  double least_per_metre_ = 0;
  const LandmarkCosts* landmarks_ = nullptr;  // by node; null without
  LandmarkBound landmark_bound_;
  DirectedLane last_lane_;      // the goal's, or the one before the corridor in which the goal lies
  DirectedLane goal_corridor_;  // where the goal lies inside of edges
  std::vector<Seed> seeds_;
  std::vector<Target> targets_;
  std::uint32_t first_target_ = kNoNode, last_target_ = 0;  // numbers of target nodes lie between
  Best best_;
  std::size_t settled_ = 0;

  // ---- memory
  std::vector<Label, base::HugePages<Label>> labels_;  // by node
  std::uint32_t stamp_ = 0;
  RouteHeap heap_;
  std::vector<std::uint32_t> edges_;  // of the answer, last one first
  std::vector<double> penalties_;     // by node, >= 1; empty before the first search for alternatives
};

}  // namespace backlot::network::internal
