#include "backlot/network/routing/route.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network {

static_assert(count_of(Turn{}) == static_cast<std::uint32_t>(Turn::u_turn) + 1);

namespace {

// Metres of travel to metres of the lane, and back: it is its own inverse.
double turned(const Lane& lane, bool is_along, double metres) {
  return is_along ? metres : lane.length - metres;
}

// The intersection that a corridor leads through, not only the part of it.
IntersectionId whole_of(const Network& network, const Corridor& corridor) {
  IntersectionId id = corridor.intersection;
  while (!network.intersection(id).whole.is_empty()) id = network.intersection(id).whole;
  return id;
}

}  // namespace

LanePlace lane_place(const Network& network, DirectedLane directed, double distance) {
  BACKLOT_ASSERT(!directed.is_empty(), "a place is on a lane, at a distance");
  const Lane& lane = network.lane(directed.lane);
  const double kept = std::clamp(distance, 0.0, network.strip(lane.strip).length());
  const double metres = turned(lane, directed.is_along, network.metres_at(directed.lane, kept));
  return {directed.lane, directed.is_along, std::clamp(metres, 0.0, lane.length)};
}

std::optional<LanePlace> find_lane_place(const Network& network, std::string_view strip_name,
                                         std::string_view lane_name, double distance) {
  const StripId strip = network.find_strip(strip_name);
  if (strip.is_empty()) return std::nullopt;
  const LaneId lane = network.find_lane(strip, lane_name);
  if (lane.is_empty()) return std::nullopt;
  if (!(distance >= 0 && distance <= network.strip(strip).length())) return std::nullopt;
  const bool goes_along = network.lane(lane).permits(true);
  if (!goes_along && !network.lane(lane).permits(false)) return std::nullopt;
  return lane_place(network, {lane, goes_along}, distance);
}

double distance_of(const Network& network, const LanePlace& place) {
  BACKLOT_ASSERT(place.lane.index() < network.lanes().size(), "the network has no such lane");
  const Lane& lane = network.lane(place.lane);
  const double metres = std::clamp(place.metres, 0.0, lane.length);
  return network.distance_at(place.lane, turned(lane, place.is_along, metres));
}

geometry::WorldPoint position_of(const Network& network, const LanePlace& place) {
  const Strip& strip = network.strip(network.lane(place.lane).strip);
  const double distance = distance_of(network, place);
  const double offset = network.edges(place.lane, distance).centre();
  return geometry::place(network.ribbon(strip.ribbon), {strip.from + distance, offset, 0});
}

bool is_on(const Network& network, const LanePlace& place) {
  if (place.lane.is_empty() || place.lane.index() >= network.lanes().size()) return false;
  return place.metres >= 0 && place.metres <= network.lane(place.lane).length;
}

std::vector<RouteTurn> turns_of(const Network& network, const Route& route) {
  std::vector<RouteTurn> turns;
  for (const RouteLeg& leg : route.legs) {
    const CorridorId id = network.corridor_of(leg.lane.lane);
    // a way's lane: what the last turn led onto, unless that is known
    if (id.is_empty()) {
      if (!turns.empty() && turns.back().onto.is_empty()) turns.back().onto = leg.lane;
      continue;
    }
    // parts of one intersection that follow each other are one turn: the first of them that is not straight
    const Corridor& corridor = network.corridor(id);
    const IntersectionId whole = whole_of(network, corridor);
    const bool goes_on = !turns.empty() && turns.back().intersection == whole && turns.back().onto.is_empty();
    if (!goes_on) {
      turns.push_back({whole, corridor.turn, {}});
    } else if (turns.back().turn == Turn::straight) {
      turns.back().turn = corridor.turn;
    }
  }
  return turns;
}

std::string_view to_text(Turn turn) {
  switch (turn) {
    case Turn::straight:
      return "straight";
    case Turn::left:
      return "left";
    case Turn::right:
      return "right";
    case Turn::u_turn:
      return "u-turn";
  }
  return "";
}

std::string turn_text(const Network& network, const Route& route) {
  std::string text;
  for (const RouteTurn& turn : turns_of(network, route)) {
    if (!text.empty()) text += ", ";
    text += network.name_of(turn.intersection);
    text += ": ";
    text += to_text(turn.turn);
  }
  return text;
}

std::vector<WayId> ways_of(const Network& network, const Route& route) {
  std::vector<WayId> ways;
  for (const RouteLeg& leg : route.legs) {
    const WayId way = network.way_of(leg.lane.lane);
    if (!way.is_empty() && !leg.by_lane_change) ways.push_back(way);
  }
  return ways;
}

}  // namespace backlot::network
