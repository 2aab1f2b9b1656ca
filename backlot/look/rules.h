// The rules that apply at a place of a lane, or to a body.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "backlot/look/snapshot.h"
#include "backlot/network/path.h"
#include "backlot/network/right_of_way.h"

namespace backlot::look {

// What holds for a traveller there. Signals are an argument: one aspect for each group of the network, as in a frame; groups past the end are dark.
struct Rules {
  double speed_limit_mps = 0;
  network::LaneKind lane_kind =
      network::LaneKind::vehicle;  // which kinds may use the lane: see network::use_of
  bool may_travel = false;         // in this direction
  // There is a lane for the same travel and use on that side, and the marking may be crossed from here.
  bool may_change_left = false, may_change_right = false;

  // ---- the control ahead, of the corridor that the traveller is on or comes to
  network::CorridorId
      corridor{};  // empty where the lane leads to no corridor, or to several and the caller named none
  network::Control control = network::Control::uncontrolled;
  network::ControlState state = network::ControlState::go;
  // Metres along the lane to the stop line, or to the end of a lane without one; below 0 past the line. Infinite on corridors and where no intersection
  // lies ahead.
  double to_line_m = std::numeric_limits<double>::infinity();
};

// Empty for a lane that does not exist, or a distance that is not a number. Distances past the ends of the lane count as its ends. `next` is the
// corridor that the traveller is going to take; it counts only where the lane leads to it.
std::optional<Rules> find_rules(const network::Network& network, const network::LaneSpot& spot,
                                std::span<const network::Aspect> signals, network::CorridorId next = {});

// The rules for a body at its place, by the next corridor that the snapshot knows. An external body travels the lane
// under its middle as its box heads and moves. Empty where it is on no lane.
std::optional<Rules> find_rules(const Snapshot& snapshot, std::uint32_t number,
                                std::span<const network::Aspect> signals, network::LocateScratch& scratch);

// Which of two corridors goes first now, as seen from the first one: by the rule that drivers and the events of
// contacts use (traffic/vehicle/right_of_way_now.h), and where one of the two is for pedestrians by the rule of the
// network. Under two reds neither corridor goes first: equal. Empty where the two do not touch, or one of them does not exist.
std::optional<network::Precedence> find_right_of_way(const world::Roads& roads, network::CorridorId corridor,
                                                     network::CorridorId other,
                                                     std::span<const network::Aspect> signals);

}  // namespace backlot::look
