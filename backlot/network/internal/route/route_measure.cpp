#include "backlot/network/internal/route/route_measure.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

// A limit of next to nothing would make times endless; every traveller is taken to be at least this fast.
constexpr double kSlowest_mps = 0.1;

// The first distance after `distance` where an attribute of the kind begins or ends; `last` where none does before it.
double next_break(const Network& network, WayId way, AttributeKind kind, double distance, double last) {
  BACKLOT_ASSERT(distance <= last, "a break is looked for up to a larger distance");
  double next = last;
  if (way.is_empty()) return next;
  for (const AttributeDescription& attribute : network.attributes(way)) {
    if (attribute.kind != kind) continue;
    if (attribute.from > distance) next = std::min(next, attribute.from);
    if (attribute.to > distance) next = std::min(next, attribute.to);
  }
  return next;
}

// Calls `visit(metres, distance)` for every piece of a stretch on which the attributes of a kind stay as they are, with
// its length and the distance of its middle; by growing distance, whichever way it is travelled.
template <class Visit>
void for_each_piece(const Network& network, const TravelStretch& stretch, AttributeKind kind,
                    const Visit& visit) {
  const LaneId id = stretch.lane.lane;
  const Lane& lane = network.lane(id);
  const bool is_along = stretch.lane.is_along;
  const double low_m = is_along ? stretch.from_m : lane.length - stretch.to_m;
  const double high_m = is_along ? stretch.to_m : lane.length - stretch.from_m;
  const double high = network.distance_at(id, high_m);
  const WayId way = network.way_of(id);
  double at_m = low_m, at = network.distance_at(id, low_m);
  while (at < high) {
    const double next = next_break(network, way, kind, at, high);
    const double next_m = next < high ? std::clamp(network.metres_at(id, next), at_m, high_m) : high_m;
    visit(next_m - at_m, 0.5 * (at + next));
    at = next;
    at_m = next_m;
  }
}

double speed_at(const Network& network, DirectedLane lane, double distance, double top_speed_mps) {
  BACKLOT_ASSERT(top_speed_mps > 0, "a traveller has a speed");
  return std::max(std::min(network.speed_limit_mps(lane, distance), top_speed_mps), kSlowest_mps);
}

}  // namespace

TravelStretch whole_stretch(const Network& network, DirectedLane lane) {
  return {lane, 0, network.lane(lane.lane).length};
}

double travel_time(const Network& network, const TravelStretch& stretch, double top_speed_mps) {
  BACKLOT_ASSERT(top_speed_mps > 0, "a traveller has a speed");
  double seconds = 0;
  for_each_piece(network, stretch, AttributeKind::speed_limit, [&](double metres, double distance) {
    seconds += metres / speed_at(network, stretch.lane, distance, top_speed_mps);
  });
  return seconds;
}

double fastest_speed(const Network& network, DirectedLane lane, double top_speed_mps) {
  BACKLOT_ASSERT(top_speed_mps > 0, "a traveller has a speed");
  double fastest = kSlowest_mps;
  for_each_piece(network, whole_stretch(network, lane), AttributeKind::speed_limit,
                 [&](double, double distance) {
                   fastest = std::max(fastest, speed_at(network, lane, distance, top_speed_mps));
                 });
  return fastest;
}

double room_for_changes(const Network& network, const TravelStretch& stretch) {
  double room = 0;
  for_each_piece(network, stretch, AttributeKind::no_lane_change, [&](double metres, double distance) {
    if (network.attribute_at(AttributeKind::no_lane_change, stretch.lane, distance) == nullptr)
      room += metres;
  });
  return room;
}

}  // namespace backlot::network::internal
