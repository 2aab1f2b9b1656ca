// The lanes of a network as a graph, and the best routes through it.
//
//   const RouteGraph graph(network);                        // once; any number of threads may search it
//   std::optional<Route> route = find_route(graph, home, work);
//
//   RouteFinder finder(graph);                              // for many searches: keeps its memory
//   Route route;
//   if (finder.find(home, work, {.measure = RouteMeasure::length}, route)) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "backlot/network/lane_kind.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/route.h"

namespace backlot::network {

namespace internal {
struct RouteGraphData;
class RouteSearch;
}  // namespace internal

// Which travellers the routes are for, and what they avoid. No number is below zero.
struct RouteGraphOptions {
  Use use = Use::vehicles;                // cyclists take lanes of vehicles too
  bool takes_bus_lanes = false;           // counts for vehicles
  std::optional<double> top_speed_mps{};  // none: walking 1.4, cycling 5, driving as fast as the limits allow
  double lane_change_room_m = 10;         // n changes on a way need n times that much
  double lane_change_s = 2;               // added to the cost of each: by time
  double lane_change_m = 20;              // ... by length
  double left_turn_s = 0, right_turn_s = 0, u_turn_s = 0;  // added by time
  // Bounds by landmarks make far searches ten times faster, for 128 bytes a lane and sixteen searches of the whole
  // graph when it is built.
  bool has_landmarks = true;
};

// A model of where travellers can go and at what cost: const, and compact. Its nodes are lanes on being entered; its
// edges lead from there through the lane, with or without changes to those beside it, and through the intersection onto the next.
//
//      node           changes        corridor      node
//     ->|==============\               ........->|====
//       |               \==============)           (one edge)
//
// The network belongs to the caller, and stays where it is for as long as the graph is used.
class RouteGraph {
 public:
  explicit RouteGraph(const Network& network, const RouteGraphOptions& options = {});

  RouteGraph(RouteGraph&&) noexcept;
  RouteGraph& operator=(RouteGraph&&) noexcept;
  ~RouteGraph();

  const Network& network() const;
  const RouteGraphOptions& options() const;
  std::size_t node_count() const;
  std::size_t edge_count() const;
  std::size_t bytes() const;

  // Whether these travellers may go this way on a lane.
  bool is_open(DirectedLane lane) const;

  const internal::RouteGraphData& data() const { return *data_; }

 private:
  std::unique_ptr<const internal::RouteGraphData> data_;
};

// What is to be small.
enum class RouteMeasure : std::uint8_t { time, length };

struct RouteOptions {
  RouteMeasure measure = RouteMeasure::time;
};

struct AlternativeOptions {
  RouteMeasure measure = RouteMeasure::time;
  std::size_t count = 3;       // the best one included
  double stretch = 1.5;        // no more than this many times the cost of the best
  double largest_share = 0.7;  // of its length that lies on ways of another one, start and goal aside
};

// Searches a graph again and again, with memory of its own: one for each thread. After a few searches it allocates
// nothing, but what the answers need.
class RouteFinder {
 public:
  // The graph stays where it is for as long as the finder is used.
  explicit RouteFinder(const RouteGraph& graph);

  RouteFinder(RouteFinder&&) noexcept;
  RouteFinder& operator=(RouteFinder&&) noexcept;
  ~RouteFinder();

  // Puts the best route into `route`; false where no route exists, and `route` is empty. Of routes that cost the same,
  // to one part in 10^10, it is always the same one. A goal behind the start on its own lane is reached by going round.
  // Places that are not on a lane, or on one that is not open, have no routes.
  bool find(const LanePlace& from, const LanePlace& to, const RouteOptions& options, Route& route);

  // The best route and others that differ from it and from each other, without loops, by cost. Empty where no route
  // exists. Found by raising the cost of what was taken, again and again: there may be others.
  std::vector<Route> find_alternatives(const LanePlace& from, const LanePlace& to,
                                       const AlternativeOptions& options);

  // How many lanes the last search looked on from.
  std::size_t settled() const;

 private:
  std::unique_ptr<internal::RouteSearch> search_;
};

// For a single search.
std::optional<Route> find_route(const RouteGraph& graph, const LanePlace& from, const LanePlace& to,
                                const RouteOptions& options = {});
std::vector<Route> find_alternatives(const RouteGraph& graph, const LanePlace& from, const LanePlace& to,
                                     const AlternativeOptions& options = {});

// Lanes of ways at the other side of an intersection, by id.
struct LanesAcross {
  IntersectionId intersection{};         // empty where none lies there
  std::vector<DirectedLane> staying{};   // without leaving the lane on the near side
  std::vector<DirectedLane> changing{};  // with lane changes on the near side too: all of `staying`, and more
};

// The lanes onto which a traveller can leave the next intersection from here; changes need room in what remains of the lane.
LanesAcross reachable_exits(const RouteGraph& graph, const LanePlace& from);

// The lanes from which a traveller can come through the intersection behind onto a lane.
LanesAcross feeding_entries(const RouteGraph& graph, DirectedLane to);

// Every lane with an end that can be reached from here, the start's own and corridors included, by id.
std::vector<DirectedLane> reachable(const RouteGraph& graph, const LanePlace& from);

}  // namespace backlot::network
