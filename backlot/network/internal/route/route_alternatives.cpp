// Routes that differ from the best one: what was taken is made dear, and the search begins again.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/network/internal/route/route_search.h"

namespace backlot::network::internal {

namespace {

// What a way costs more each time that a route has taken it.
constexpr double kPenalty = 1.3;
// Searches for each alternative asked for; most need one to three.
constexpr std::size_t kTries = 8;

// The ways between the first and the last one, with the metres of the lane that counts.
struct UsedWay {
  WayId way;
  double length_m = 0;
};
std::vector<UsedWay> used_between(const Network& network, const Route& route) {
  std::vector<UsedWay> used;
  for (const RouteLeg& leg : route.legs) {
    const WayId way = network.way_of(leg.lane.lane);
    if (way.is_empty()) continue;
    if (leg.by_lane_change) used.pop_back();
    used.push_back({way, network.lane(leg.lane.lane).length});
  }
  const auto is_on_way = [&](const RouteLeg& leg) { return !network.way_of(leg.lane.lane).is_empty(); };
  if (!used.empty() && is_on_way(route.legs.back())) used.pop_back();
  if (!used.empty() && is_on_way(route.legs.front())) used.erase(used.begin());
  return used;
}

// How much of a route lies on ways of another.
double share_of(const std::vector<UsedWay>& used, const std::vector<UsedWay>& other) {
  if (used.empty()) return other.empty() ? 1 : 0;
  double shared = 0, all = 0;
  for (const UsedWay& u : used) {
    all += u.length_m;
    if (std::any_of(other.begin(), other.end(), [&](const UsedWay& o) { return o.way == u.way; }))
      shared += u.length_m;
  }
  return shared / all;
}

// Whether a way is taken twice; one that leads round to the start's own way may end on it.
bool has_loop(const Network& network, const Route& route) {
  std::vector<WayId> ways = ways_of(network, route);
  if (ways.size() > 1 && ways.front() == ways.back()) ways.pop_back();
  std::sort(ways.begin(), ways.end());
  return std::adjacent_find(ways.begin(), ways.end()) != ways.end();
}

bool is_before(const Route& a, const Route& b) {
  if (a.cost != b.cost) return a.cost < b.cost;
  return std::lexicographical_compare(
      a.legs.begin(), a.legs.end(), b.legs.begin(), b.legs.end(),
      [](const RouteLeg& one, const RouteLeg& other) { return one.lane < other.lane; });
}

bool is_alternative(const Network& network, const Route& route, const std::vector<Route>& others,
                    const AlternativeOptions& options) {
  BACKLOT_ASSERT(!others.empty(), "an alternative is compared with the best route");
  if (route.cost > options.stretch * others.front().cost || has_loop(network, route)) return false;
  const std::vector<UsedWay> used = used_between(network, route);
  return std::all_of(others.begin(), others.end(), [&](const Route& other) {
    return share_of(used, used_between(network, other)) <= options.largest_share;
  });
}

}  // namespace

void RouteSearch::penalise(const Route& route) {
  for (const RouteLeg& leg : route.legs) {
    if (leg.by_lane_change) continue;
    for_each_beside(graph_, leg.lane, [&](DirectedLane lane) {
      const std::uint32_t node = graph_.node_of(lane);
      if (node != kNoNode) penalties_[node] *= kPenalty;
    });
  }
}

std::vector<Route> RouteSearch::find_alternatives(const LanePlace& from, const LanePlace& to,
                                                  const AlternativeOptions& options) {
  std::vector<Route> routes;
  Route route;
  if (options.count == 0 || !find(from, to, options.measure, route)) return routes;
  routes.push_back(route);
  penalties_.assign(graph_.nodes.size(), 1);
  for (std::size_t i = 0; i < kTries * options.count && routes.size() < options.count; ++i) {
    penalise(route);
    begin(from, to, options.measure);
    run(true);
    if (!answer(route)) break;
    if (is_alternative(*graph_.network, route, routes, options)) routes.push_back(route);
  }
  std::sort(routes.begin() + 1, routes.end(), is_before);
  return routes;
}

}  // namespace backlot::network::internal
