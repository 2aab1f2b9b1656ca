// Where lanes lead into an intersection, and what is asked of their traffic there.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/network/network.h"

namespace backlot::draw::internal {

// The end of a lane of a way before an intersection, as its traffic meets it.
struct LaneEntry {
  network::DirectedLane lane;
  network::IntersectionId intersection;
  network::Control control = network::Control::uncontrolled;  // the strictest of its corridors
  double stop_distance = 0;                                   // of the strip
  bool left = false, straight = false, right = false;         // turns that can be made from here
  std::vector<network::SignalGroupId> groups{};               // of its corridors, by id
};

// What is painted across the lane where it enters.
enum class EntryLine : std::uint8_t { none, stop, yield };
EntryLine entry_line(network::Control control);

// Vehicle, bus and bicycle lanes, by lane, along before against.
std::vector<LaneEntry> find_entries(const network::Network& network);

// One side of a way before an intersection: all its entries of one direction.
struct Approach {
  network::WayId way;
  bool is_along = true;
  network::Control control = network::Control::uncontrolled;  // the strictest
  double stop_distance = 0;                                   // the farthest back
  double kerb_offset = 0;                                     // where the roadway ends beside them
  std::vector<network::SignalGroupId> groups{};

  // Metres back from the line and out from the kerb, as coordinates of the way. Traffic keeps to the side given.
  double distance_behind(double metres) const { return stop_distance + (is_along ? -metres : metres); }
  double offset_beside(network::TrafficSide side, double metres) const {
    return kerb_offset + (is_along == (side == network::TrafficSide::right) ? -metres : metres);
  }
};
std::vector<Approach> find_approaches(const network::Network& network, const std::vector<LaneEntry>& entries);

}  // namespace backlot::draw::internal
