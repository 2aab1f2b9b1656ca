#include "backlot/network/routing/route_finder.h"

#include "backlot/network/internal/route/route_graph_data.h"
#include "backlot/network/internal/route/route_search.h"

namespace backlot::network {

// ---- the graph -------------------------------------------------------------------------------------------

RouteGraph::RouteGraph(const Network& network, const RouteGraphOptions& options)
    : data_(std::make_unique<const internal::RouteGraphData>(internal::build_route_graph(network, options))) {
}

RouteGraph::RouteGraph(RouteGraph&&) noexcept = default;
RouteGraph& RouteGraph::operator=(RouteGraph&&) noexcept = default;
RouteGraph::~RouteGraph() = default;

const Network& RouteGraph::network() const { return *data_->network; }
const RouteGraphOptions& RouteGraph::options() const { return data_->options; }
std::size_t RouteGraph::node_count() const { return data_->nodes.size(); }
std::size_t RouteGraph::edge_count() const { return data_->by_time.size(); }

std::size_t RouteGraph::bytes() const {
  return data_->nodes.size() * sizeof(internal::RouteNode) +
         data_->by_time.size() * (2 * sizeof(internal::RouteEdge) + sizeof(internal::RouteEdgeLanes)) +
         (data_->landmarks_by_time.size() + data_->landmarks_by_length.size()) *
             sizeof(internal::LandmarkCosts) +
         (data_->lanes.size() + data_->nodes_of.size()) * sizeof(std::uint32_t);
}

bool RouteGraph::is_open(DirectedLane lane) const {
  return internal::is_open(*data_->network, data_->options, lane);
}

// ---- the finder ------------------------------------------------------------------------------------------

RouteFinder::RouteFinder(const RouteGraph& graph)
    : search_(std::make_unique<internal::RouteSearch>(graph.data())) {}

RouteFinder::RouteFinder(RouteFinder&&) noexcept = default;
RouteFinder& RouteFinder::operator=(RouteFinder&&) noexcept = default;
RouteFinder::~RouteFinder() = default;

bool RouteFinder::find(const LanePlace& from, const LanePlace& to, const RouteOptions& options,
                       Route& route) {
  return search_->find(from, to, options.measure, route);
}

std::vector<Route> RouteFinder::find_alternatives(const LanePlace& from, const LanePlace& to,
                                                  const AlternativeOptions& options) {
  return search_->find_alternatives(from, to, options);
}

std::size_t RouteFinder::settled() const { return search_->settled(); }

std::optional<Route> find_route(const RouteGraph& graph, const LanePlace& from, const LanePlace& to,
                                const RouteOptions& options) {
  Route route;
  if (!RouteFinder(graph).find(from, to, options, route)) return std::nullopt;
  return route;
}

std::vector<Route> find_alternatives(const RouteGraph& graph, const LanePlace& from, const LanePlace& to,
                                     const AlternativeOptions& options) {
  return RouteFinder(graph).find_alternatives(from, to, options);
}

}  // namespace backlot::network
