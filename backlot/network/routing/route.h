// A route: which lanes to travel from one place to another, and where to change between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/network/network.h"

namespace backlot::network {

// A place on the centre of a lane, for a traveller on it.
//
//     along:    enters -> |----- metres ----->o                 |
//     against:            |                   o<---- metres ----| <- enters
struct LanePlace {
  LaneId lane{};
  bool is_along = true;
  double metres = 0;  // of the lane's own centre, from the end at which the traveller enters

  DirectedLane directed() const { return {lane, is_along}; }

  friend bool operator==(const LanePlace&, const LanePlace&) = default;
};

// The place of a lane at a distance of its strip, which is kept between the strip's ends.
LanePlace lane_place(const Network& network, DirectedLane lane, double distance);

// The same by name, for a traveller that keeps to the rules; on a lane of both directions it goes along the lane. Empty
// where there is no such way, corridor or lane, where no traffic may travel the lane, or where the distance lies outside.
std::optional<LanePlace> find_lane_place(const Network& network, std::string_view strip,
                                         std::string_view lane, double distance);

// The distance of the strip at which a place lies.
double distance_of(const Network& network, const LanePlace& place);

geometry::WorldPoint position_of(const Network& network, const LanePlace& place);

// Whether the lane exists and the metres lie on it.
bool is_on(const Network& network, const LanePlace& place);

// A lane of a route: come to by going on, or from the lane beside it.
struct RouteLeg {
  DirectedLane lane{};
  bool by_lane_change = false;

  friend bool operator==(const RouteLeg&, const RouteLeg&) = default;
};

// From place to place, lane by lane, corridors included. The first leg is the lane of `from`, the last one that of
// `to`. Where lanes are changed on a way, it counts the last of them from end to end: changes are made at once on
// entering. A plan, not a promise: the driver changes lanes when there is room.
struct Route {
  LanePlace from{}, to{};
  std::vector<RouteLeg> legs{};
  double length_m = 0;
  double time_s = 0;  // at the speed limits
  double cost = 0;    // what was to be small: seconds or metres, with what lane changes and turns add

  friend bool operator==(const Route&, const Route&) = default;
};

// An intersection on the way, and which turn is taken there.
struct RouteTurn {
  IntersectionId intersection{};  // the whole one
  Turn turn = Turn::straight;
  DirectedLane onto{};  // the lane after it; empty where the route ends inside

  friend bool operator==(const RouteTurn&, const RouteTurn&) = default;
};

// The intersections that a route passes, in order. Joints without corridors are not counted: nothing turns there.
std::vector<RouteTurn> turns_of(const Network& network, const Route& route);

// "straight", "left", "right" or "u-turn".
std::string_view to_text(Turn turn);

// "main: left, station: straight", for people.
std::string turn_text(const Network& network, const Route& route);

// The ways of a route in the order of travel; lane changes on a way do not count.
std::vector<WayId> ways_of(const Network& network, const Route& route);

}  // namespace backlot::network
