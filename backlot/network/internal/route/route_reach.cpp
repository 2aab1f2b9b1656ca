// What can be reached at all, and what lies across the next intersection.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/network/internal/route/route_graph_data.h"

namespace backlot::network {

namespace {

void sort_out(std::vector<DirectedLane>& lanes) {
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
}

bool contains(const std::vector<DirectedLane>& lanes, DirectedLane lane) {
  return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
}

// The lanes of ways behind an intersection, or before it: over corridors, and corridors behind those. `next` gives what
// follows a lane.
template <class Next>
std::vector<DirectedLane> across(const RouteGraph& graph, DirectedLane lane, const Next& next) {
  std::vector<DirectedLane> found, corridors = {lane};
  for (std::size_t i = 0; i < corridors.size(); ++i) {
    for (const DirectedLane ahead : next(corridors[i])) {
      if (!graph.is_open(ahead)) continue;
      const bool is_way = !graph.network().way_of(ahead.lane).is_empty();
      std::vector<DirectedLane>& list = is_way ? found : corridors;
      if (!contains(list, ahead)) list.push_back(ahead);
    }
  }
  sort_out(found);
  return found;
}

std::vector<DirectedLane> exits_of(const RouteGraph& graph, DirectedLane lane) {
  return across(graph, lane, [&](DirectedLane at) { return graph.network().onward(at); });
}

std::vector<DirectedLane> entries_of(const RouteGraph& graph, DirectedLane lane) {
  return across(graph, lane, [&](DirectedLane at) { return graph.network().before(at); });
}

// The intersection at the end of a lane; for a corridor the one that it leads through.
IntersectionId intersection_at(const Network& network, DirectedLane lane) {
  BACKLOT_ASSERT(!lane.is_empty(), "an intersection lies ahead of a lane");
  const CorridorId corridor = network.corridor_of(lane.lane);
  return corridor.is_empty() ? network.intersection_ahead(lane) : network.corridor(corridor).intersection;
}

}  // namespace

LanesAcross reachable_exits(const RouteGraph& graph, const LanePlace& from) {
  const Network& network = graph.network();
  if (!is_on(network, from) || !graph.is_open(from.directed())) return {};
  const DirectedLane start = from.directed();
  LanesAcross lanes{intersection_at(network, start), exits_of(graph, start), {}};
  const double from_distance = distance_of(network, from);
  internal::for_each_beside(graph.data(), start, [&](DirectedLane beside) {
    if (!internal::find_changes(graph.data(), start, beside, from_distance,
                                internal::exit_distance(network, start)))
      return;
    const std::vector<DirectedLane> more = exits_of(graph, beside);
    lanes.changing.insert(lanes.changing.end(), more.begin(), more.end());
  });
  sort_out(lanes.changing);
  return lanes;
}

LanesAcross feeding_entries(const RouteGraph& graph, DirectedLane to) {
  BACKLOT_ASSERT(!to.is_empty(), "entries are those of a lane");
  const Network& network = graph.network();
  if (!graph.is_open(to)) return {};
  LanesAcross lanes{intersection_at(network, to.reversed()), entries_of(graph, to), {}};
  for (const DirectedLane entry : lanes.staying)
    internal::for_each_beside(graph.data(), entry, [&](DirectedLane beside) {
      if (internal::find_changes(graph.data(), beside, entry, internal::entry_distance(network, entry),
                                 internal::exit_distance(network, entry)))
        lanes.changing.push_back(beside);
    });
  sort_out(lanes.changing);
  return lanes;
}

std::vector<DirectedLane> reachable(const RouteGraph& graph, const LanePlace& from) {
  const Network& network = graph.network();
  if (!is_on(network, from) || !graph.is_open(from.directed())) return {};
  // Lanes entered by going on are looked on from for their whole length, the start from where it is. One that was
  // come to from beside is found, yet may still be entered, with more room for changes.
  std::vector<bool> is_found(2 * network.lanes().size()), is_entered(2 * network.lanes().size());
  std::vector<DirectedLane> found, entered;
  const auto look_on = [&](DirectedLane lane, double from_distance) {
    internal::for_each_beside(graph.data(), lane, [&](DirectedLane exit) {
      if (!internal::find_changes(graph.data(), lane, exit, from_distance,
                                  internal::exit_distance(network, lane)))
        return;
      if (!is_found[exit.node()]) found.push_back(exit);
      is_found[exit.node()] = true;
      for (const DirectedLane next : network.onward(exit)) {
        if (!graph.is_open(next) || is_entered[next.node()]) continue;
        is_entered[next.node()] = true;
        entered.push_back(next);
      }
    });
  };
  look_on(from.directed(), distance_of(network, from));
  for (std::size_t i = 0; i < entered.size(); ++i) {
    const DirectedLane lane = entered[i];
    look_on(lane, internal::entry_distance(network, lane));
  }
  sort_out(found);
  return found;
}

}  // namespace backlot::network
