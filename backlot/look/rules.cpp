#include "backlot/look/rules.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/right_of_way_now.h"

namespace backlot::look {

namespace {

using network::CorridorId;
using network::DirectedLane;
using network::LaneId;
using network::Network;

// Whether the paint between two lanes may be crossed, coming from the left of it or from the right.
bool may_cross(network::Marking marking, bool from_left) {
  using network::Marking;
  return marking == Marking::automatic || marking == Marking::none || marking == Marking::broken ||
         marking == (from_left ? Marking::broken_solid : Marking::solid_broken);
}

// To the neighbour on a side of the traveller. Left and right of the marking are those of the strip.
bool may_change(const Network& network, DirectedLane lane, double distance, bool to_left) {
  BACKLOT_ASSERT(!lane.is_empty(), "a lane is left for another one");
  const DirectedLane beside = to_left ? network.neighbour_left(lane) : network.neighbour_right(lane);
  if (beside.is_empty() || !(network.edges(beside.lane, distance).width() > 0)) return false;
  const bool is_left_on_strip = to_left == lane.is_along;
  const LaneId left = is_left_on_strip ? beside.lane : lane.lane,
               right = is_left_on_strip ? lane.lane : beside.lane;
  return may_cross(network.marking_between(left, right, distance), !is_left_on_strip);
}

// The corridor that a lane leads to: the one named, or the only one.
CorridorId corridor_ahead(const Network& network, DirectedLane lane, CorridorId next) {
  CorridorId only;
  std::size_t count = 0;
  for (const DirectedLane& onward : network.onward(lane)) {
    const CorridorId id = network.corridor_of(onward.lane);
    if (id.is_empty()) continue;
    if (id == next) return id;
    only = id;
    ++count;
  }
  return count == 1 ? only : CorridorId{};
}

bool is_corridor(const Network& network, CorridorId id) {
  return !id.is_empty() && id.index() < network.corridors().size();
}

// What the traffic of a corridor is told by these signals.
traffic::ControlNow control_now(const Network& network, CorridorId id,
                                std::span<const network::Aspect> signals) {
  BACKLOT_ASSERT(!id.is_empty(), "a control is that of a corridor");
  const network::SignalGroupId group = network.corridor(id).signal_group;
  const bool is_shown = !group.is_empty() && group.index() < signals.size();
  const network::Aspect aspect = is_shown ? signals[group.index()] : network::Aspect::dark;
  return {aspect, network::control_state(network, id, aspect)};
}

network::Precedence precedence_of(traffic::RightOfWayNow now) {
  switch (now) {
    case traffic::RightOfWayNow::first:
      return network::Precedence::goes;
    case traffic::RightOfWayNow::second:
      return network::Precedence::yields;
    case traffic::RightOfWayNow::neither:
      return network::Precedence::equal;
    case traffic::RightOfWayNow::unknown:
      break;
  }
  return network::Precedence::by_arrival;
}

}  // namespace

std::optional<Rules> find_rules(const Network& network, const network::LaneSpot& spot,
                                std::span<const network::Aspect> signals, CorridorId next) {
  const DirectedLane directed = spot.lane;
  if (directed.is_empty() || directed.lane.index() >= network.lanes().size() || !std::isfinite(spot.distance))
    return std::nullopt;
  const network::Lane& lane = network.lane(directed.lane);
  const double distance = std::clamp(spot.distance, 0.0, network.strip(lane.strip).length());
  Rules rules;
  rules.speed_limit_mps = network.speed_limit_mps(directed, distance);
  rules.lane_kind = lane.kind;
  rules.may_travel = lane.permits(directed.is_along);
  rules.may_change_left = may_change(network, directed, distance, true);
  rules.may_change_right = may_change(network, directed, distance, false);

  const CorridorId on = network.corridor_of(directed.lane);
  rules.corridor = on.is_empty() ? corridor_ahead(network, directed, next) : on;
  if (!rules.corridor.is_empty()) {
    rules.control = network.corridor(rules.corridor).control;
    rules.state = network::control_state(network, rules.corridor, signals);
  }
  if (on.is_empty() && !network.intersection_ahead(directed).is_empty()) {
    const double here = network.metres_at(directed.lane, distance),
                 line = network.metres_at(directed.lane, network.stop_distance(directed));
    rules.to_line_m = directed.is_along ? line - here : here - line;
  }
  return rules;
}

std::optional<Rules> find_rules(const Snapshot& snapshot, std::uint32_t number,
                                std::span<const network::Aspect> signals, network::LocateScratch& scratch) {
  const Network& network = snapshot.roads().tracks.network();
  const Body body = snapshot.body(number, scratch);
  const Place& place = body.place;
  if (place.lane.is_empty()) return std::nullopt;
  const geometry::PlacedPose pose = network::place(network, place.strip, {place.distance, place.offset, 0});
  const double moves = body.speed_mps < 0 ? -1 : 1;
  const bool is_along =
      moves * (body.box.heading_x * pose.tangent.x + body.box.heading_y * pose.tangent.y) >= 0;
  return find_rules(network, {{place.lane, is_along}, place.distance}, signals, place.corridor);
}

std::optional<network::Precedence> find_right_of_way(const world::Roads& roads, CorridorId corridor,
                                                     CorridorId other,
                                                     std::span<const network::Aspect> signals) {
  const Network& network = roads.tracks.network();
  if (!is_corridor(network, corridor) || !is_corridor(network, other)) return std::nullopt;
  if (const world::TrackId track = roads.tracks.track_of(corridor); !track.is_empty()) {
    for (const world::Conflict& conflict : roads.conflicts.of(roads.tracks[track]))
      if (conflict.corridor == other)
        return precedence_of(traffic::right_of_way_now(conflict, control_now(network, corridor, signals),
                                                       control_now(network, other, signals)));
  }
  // one of the two is walked on
  for (const network::Dependency& dependency : network.dependencies(corridor))
    if (dependency.other == other) return network::precedence(network, corridor, dependency, signals);
  return std::nullopt;
}

}  // namespace backlot::look
