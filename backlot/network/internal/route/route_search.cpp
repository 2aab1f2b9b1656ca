#include "backlot/network/internal/route/route_search.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

RouteSearch::RouteSearch(const RouteGraphData& graph) : graph_(graph), labels_(graph.nodes.size()) {
  BACKLOT_CHECK(graph.by_time.size() < kFirstSeed, "more than 2^31 edges in one graph");
}

bool RouteSearch::find(const LanePlace& from, const LanePlace& to, RouteMeasure measure, Route& route) {
  const Network& network = *graph_.network;
  route.legs.clear();
  settled_ = 0;
  const auto is_open_place = [&](const LanePlace& place) {
    return is_on(network, place) && is_open(network, graph_.options, place.directed());
  };
  if (!is_open_place(from) || !is_open_place(to)) {
    route = Route{};
    return false;
  }
  begin(from, to, measure);
  run(false);
  return answer(route);
}

// ---- tying start and goal to the graph -------------------------------------------------------------------

void RouteSearch::begin(const LanePlace& from, const LanePlace& to, RouteMeasure measure) {
  BACKLOT_ASSERT(!from.lane.is_empty() && !to.lane.is_empty(), "a route leads from a lane to a lane");
  const Network& network = *graph_.network;
  from_ = from;
  to_ = to;
  measure_ = measure;
  from_distance_ = distance_of(network, from);
  to_distance_ = distance_of(network, to);
  goal_ = position_of(network, to);
  least_per_metre_ = graph_.least_per_metre.by(measure);
  landmarks_ = graph_.landmarks(measure).empty() ? nullptr : graph_.landmarks(measure).data();
  landmark_bound_ = LandmarkBound();

  // a new stamp makes all labels old; when stamps run out they are wiped
  stamp_ += 2;
  if (stamp_ == 0) {
    for (Label& label : labels_) label.stamp = 0;
    stamp_ = 2;
  }
  heap_.clear();
  seeds_.clear();
  targets_.clear();
  best_ = Best{};
  settled_ = 0;

  set_goal();
  add_targets();
  add_direct();
  add_seeds();
}

void RouteSearch::set_goal() {
  const Network& network = *graph_.network;
  last_lane_ = to_.directed();
  goal_corridor_ = {};
  if (!is_inside_edges(graph_, last_lane_)) return;
  goal_corridor_ = last_lane_;
  last_lane_ = network.corridor(network.corridor_of(goal_corridor_.lane)).from;
}

// The cost of going on to the goal from a place of the last lane.
double RouteSearch::rest_from(double from_m) const {
  const Network& network = *graph_.network;
  if (!is_goal_inside_edges())
    return cost_of(graph_, {last_lane_, from_m, std::max(from_m, to_.metres)}).by(measure_);
  const RouteCost rest =
      cost_of(graph_, {last_lane_, from_m, std::max(from_m, network.lane(last_lane_.lane).length)}) +
      cost_of_turn(graph_, goal_corridor_) + cost_of(graph_, {goal_corridor_, 0, to_.metres});
  return rest.by(measure_);
}

// The last lane itself, and the lanes from which a traveller can change to it before the goal.
void RouteSearch::add_targets() {
  const Network& network = *graph_.network;
  first_target_ = kNoNode;
  last_target_ = 0;
  if (!is_open(network, graph_.options, last_lane_)) return;
  const double end = is_goal_inside_edges() ? exit_distance(network, last_lane_) : to_distance_;
  const double rest = rest_from(0);
  for_each_beside(graph_, last_lane_, [&](DirectedLane lane) {
    const auto changes = find_changes(graph_, lane, last_lane_, entry_distance(network, lane), end);
    const std::uint32_t node = graph_.node_of(lane);
    if (!changes || node == kNoNode) return;
    // as for edges: never less than the straight line
    const double bound = distance_to(graph_.nodes[node], goal_.x, goal_.y) * least_per_metre_;
    targets_.push_back({node, std::max(rest + cost_of_changes(graph_, *changes).by(measure_), bound)});
    if (landmarks_ != nullptr) landmark_bound_.add_target(landmarks_[node], targets_.back().rest);
    first_target_ = std::min(first_target_, node);
    last_target_ = std::max(last_target_, node);
  });
}

void RouteSearch::add_direct() {
  const Network& network = *graph_.network;
  // ahead on the same lane: nothing can be better
  if (from_.directed() == to_.directed() && from_.metres <= to_.metres) {
    best_.cost = cost_of(graph_, {to_.directed(), from_.metres, to_.metres}).by(measure_);
    return;
  }
  const DirectedLane start = from_.directed();
  if (network.lane(start.lane).strip != network.lane(last_lane_.lane).strip) return;
  if (start.is_along != last_lane_.is_along) return;
  // On the goal's own lane only what lies ahead; before the goal's corridor always.
  const double from_m =
      start == last_lane_ ? from_.metres : lane_place(network, last_lane_, from_distance_).metres;
  if (!is_goal_inside_edges() && from_m > to_.metres) return;
  const double end = is_goal_inside_edges() ? exit_distance(network, last_lane_) : to_distance_;
  const auto changes = find_changes(graph_, start, last_lane_, from_distance_, end);
  if (changes) best_.cost = rest_from(from_m) + cost_of_changes(graph_, *changes).by(measure_);
}

// From a way by every lane that a traveller can still change to; from a corridor by itself.
void RouteSearch::add_seeds() {
  const Network& network = *graph_.network;
  const DirectedLane start = from_.directed();
  if (is_inside_edges(graph_, start)) {
    const double rest_m = network.lane(start.lane).length;
    const double cost = cost_of(graph_, {start, from_.metres, rest_m}).by(measure_);
    for (const DirectedLane next : network.onward(start))
      if (is_open(network, graph_.options, next)) seeds_.push_back({cost, graph_.node_of(next), start, {}});
    return;
  }
  for_each_beside(graph_, start, [&](DirectedLane exit) {
    const auto changes = find_changes(graph_, start, exit, from_distance_, exit_distance(network, start));
    if (!changes) return;
    const double from_m = exit == start ? from_.metres : lane_place(network, exit, from_distance_).metres;
    const RouteCost cost =
        cost_of(graph_, {exit, from_m, network.lane(exit.lane).length}) + cost_of_changes(graph_, *changes);
    add_seeds_of(exit, cost.by(measure_));
  });
}

void RouteSearch::add_seeds_of(DirectedLane exit, double cost_to_exit) {
  BACKLOT_ASSERT(cost_to_exit >= 0, "a cost is not negative");
  for_each_step(graph_, exit, [&](const RouteStep& step) {
    if (step.head.is_empty()) return;
    seeds_.push_back({cost_to_exit + step.cost.by(measure_), graph_.node_of(step.head), exit, step.via});
  });
}

// ---- the search ------------------------------------------------------------------------------------------

void RouteSearch::reach_target(std::uint32_t node, double cost) {
  BACKLOT_ASSERT(cost >= 0 && node < labels_.size(), "a target is a node, a cost is not negative");
  for (const Target& target : targets_) {
    if (target.node != node) continue;
    const double whole = cost + target.rest;
    if (whole < best_.cost || (whole == best_.cost && node < best_.node)) best_ = {whole, node};
  }
}

// In towns many routes cost the same, and with a good bound all their nodes look the same too. A bound that is larger
// by a trifle lets those nearer to the goal come first, so that one such route is followed to its end; what is found
// may be worse than the best by no more than that trifle (Pohl: "First results on the effect of error in heuristic
// search", 1970).
inline double RouteSearch::bound_of_rest(std::uint32_t node) const {
  constexpr double kTrifle = 1 + 1e-10;
  const double straight = distance_to(graph_.nodes[node], goal_.x, goal_.y) * least_per_metre_;
  return (landmarks_ == nullptr ? straight : landmark_bound_.at(landmarks_[node], straight)) * kTrifle;
}

// A way to a node; it counts where it is better than the one known. After a node was looked on from, what would be
// better is so by rounding only.
inline void RouteSearch::look_at(std::uint32_t node, double cost, std::uint32_t edge) {
  BACKLOT_ASSERT(node < labels_.size(), "a label belongs to a node");
  Label& label = labels_[node];
  if (label.stamp == stamp_ + 1) return;
  if (label.stamp != stamp_) {
    label.rest = bound_of_rest(node);
  } else if (!(cost < label.cost)) {
    return;
  }
  label.cost = cost;
  label.edge = edge;
  label.stamp = stamp_;
  if (node >= first_target_ && node <= last_target_) reach_target(node, cost);
  const double bound = cost + label.rest;
  if (bound < best_.cost) heap_.push({bound, node, graph_.nodes[node].first_edge});
}

template <bool kIsPenalised>
void RouteSearch::run() {
  const RouteEdge* const edges = graph_.edges(measure_).data();
  for (std::size_t i = 0; i < seeds_.size(); ++i)
    look_at(seeds_[i].head, seeds_[i].cost, kFirstSeed + static_cast<std::uint32_t>(i));
  while (!heap_.is_empty() && heap_.top().bound() < best_.cost) {
    const std::uint32_t node = heap_.top().node();
    heap_.pop();
    // most often what is first now comes next: by then its data are here
    if (!heap_.is_empty()) {
      __builtin_prefetch(&labels_[heap_.top().node()]);
      __builtin_prefetch(&graph_.nodes[heap_.top().node()]);
      __builtin_prefetch(&edges[heap_.top().first_edge()]);
    }
    Label& label = labels_[node];
    if ((label.stamp & 1U) != 0) continue;  // pushed again with a better bound, and done
    label.stamp |= 1U;
    ++settled_;
    const double cost = label.cost;
    const double penalty = kIsPenalised ? penalties_[node] : 1.0;
    const RouteEdge* const first = edges + graph_.nodes[node].first_edge;
    const RouteEdge* const last = first + graph_.nodes[node].edge_count;
    for (const RouteEdge* e = first; e < last; ++e) __builtin_prefetch(&labels_[e->head]);
    for (const RouteEdge* e = first; e < last; ++e)
      look_at(e->head, cost + (kIsPenalised ? e->cost * penalty : e->cost),
              static_cast<std::uint32_t>(e - edges));
  }
}

void RouteSearch::run(bool is_penalised) { is_penalised ? run<true>() : run<false>(); }

// ---- the answer ------------------------------------------------------------------------------------------

// One leg for every lane from one to another on the same strip, the first left out.
void RouteSearch::add_changes(DirectedLane from, DirectedLane to, Route& route) const {
  const Network& network = *graph_.network;
  if (from == to) return;
  const std::size_t size = route.legs.size();
  for (const bool goes_left : {true, false}) {
    for (DirectedLane at = from; at != to;) {
      at = goes_left ? network.neighbour_left(at) : network.neighbour_right(at);
      if (at.is_empty()) break;
      route.legs.push_back({at, true});
    }
    if (route.legs.back().lane == to) return;
    route.legs.resize(size);
  }
}

bool RouteSearch::answer(Route& route) {
  route.legs.clear();
  if (!(best_.cost < std::numeric_limits<double>::infinity())) {
    route = Route{};
    return false;
  }
  route.from = from_;
  route.to = to_;
  route.legs.push_back({from_.directed(), false});
  route.cost = best_.cost;
  if (best_.node != kNoNode) {
    // from the target back to a seed, then forwards; the costs are added as the search did, less penalties
    edges_.clear();
    std::uint32_t edge = labels_[best_.node].edge;
    const RouteEdgeList& edges = graph_.edges(measure_);
    for (; edge < kFirstSeed; edge = labels_[edges[edge].tail].edge) edges_.push_back(edge);
    const Seed& seed = seeds_[edge - kFirstSeed];
    add_changes(from_.directed(), seed.exit, route);
    if (!seed.via.is_empty()) route.legs.push_back({seed.via, false});
    DirectedLane at = graph_.lane_of(seed.head);
    route.legs.push_back({at, false});
    route.cost = seed.cost;
    for (std::size_t i = edges_.size(); i-- > 0;) {
      const RouteEdge& taken = edges[edges_[i]];
      const RouteEdgeLanes& over = graph_.edge_lanes[edges_[i]];
      add_changes(at, DirectedLane::of_node(over.exit), route);
      if (over.via != kNoLane) route.legs.push_back({DirectedLane::of_node(over.via), false});
      at = graph_.lane_of(taken.head);
      route.legs.push_back({at, false});
      route.cost += taken.cost;
    }
    for (const Target& target : targets_)
      if (target.node == best_.node) route.cost += target.rest;
  }
  // from the lane on which the last way was entered to the goal; a start on the goal's own lane or corridor is there
  if (route.legs.back().lane != to_.directed()) {
    add_changes(route.legs.back().lane, last_lane_, route);
    if (is_goal_inside_edges()) route.legs.push_back({goal_corridor_, false});
  }
  measure_route(route);
  return true;
}

// Of lanes that are changed on a way the last one counts, from where the first was entered.
void RouteSearch::measure_route(Route& route) const {
  const Network& network = *graph_.network;
  RouteCost sum;
  for (std::size_t i = 0, first = 0; i < route.legs.size(); ++i) {
    if (!route.legs[i].by_lane_change) first = i;
    const bool is_last = i + 1 == route.legs.size();
    if (!is_last && route.legs[i + 1].by_lane_change) continue;
    const DirectedLane lane = route.legs[i].lane;
    TravelStretch stretch = whole_stretch(network, lane);
    if (first == 0) stretch.from_m = i == 0 ? from_.metres : lane_place(network, lane, from_distance_).metres;
    if (is_last) stretch.to_m = std::max(to_.metres, stretch.from_m);
    sum = sum + cost_of(graph_, stretch);
  }
  route.length_m = sum.length_m;
  route.time_s = sum.time_s;
}

}  // namespace backlot::network::internal
