// Gaps in a stream that goes first: how long a gap has to be before a driver goes into it, and how the driver comes to the line.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backlot/network/network_description.h"
#include "backlot/network/strip.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::traffic {

// Turns by the side on which traffic keeps: to the kerb, or across the oncoming lane.
enum class Movement : std::uint8_t { near_turn, through, far_turn };
inline Movement movement_of(network::Turn turn, network::TrafficSide side) {
  if (turn == network::Turn::straight) return Movement::through;
  const network::Turn near = side == network::TrafficSide::right ? network::Turn::right : network::Turn::left;
  return turn == near ? Movement::near_turn : Movement::far_turn;
}

// From where a driver looks for a gap: from the major road, or from a minor road that yields or has to stop.
enum class LooksFrom : std::uint8_t { major, yield, stop };

// The time that a driver asks for between two vehicles of a stream that it yields to without lights, from front to front at the conflict
// zone: by its own movement, and from where it looks. What is seen from outside is 0.5 to 1.3 s longer, since no driver is
// as quick as it could be, the stream slows down a little for vehicles that go through it, and drivers that ask for the most wait
// longest. So the flows are those of the critical gaps in the Highway Capacity Manual: 4.1 s from the major road; from the minor road
// 6.2 s for the near turn, 6.5 s straight on and 7.1 s for the far turn (minor_road_test of sim, stop_capacity_bench). A driver that turns to the kerb from a halt is
// slower than one that rolls; it takes gaps that are shorter by a quarter of a second, which brings both near the manual, yielding above stopping.
inline double asked_gap_s(Movement movement, LooksFrom from) {
  if (from == LooksFrom::major) return 3.6;
  const bool stops = from == LooksFrom::stop;
  if (movement == Movement::near_turn) return stops ? 5.15 : 5.4;
  return movement == Movement::through ? (stops ? 5.75 : 5.7) : 5.8;
}

// How much longer the gaps of one driver are: a driver that keeps more headway asks for more. Heavy vehicles ask for about a second more.
inline double gap_factor(const DriverTraits& traits) {
  return std::clamp(static_cast<double>(traits.headway_s), 0.8, 1.2);
}

// A driver that has been standing for more than a minute asks for less and less, down to three fifths after three minutes.
inline double impatience(float stood_s) {
  return 1 - 0.4 * std::clamp((static_cast<double>(stood_s) - 60) / 120, 0.0, 1.0);
}

// At the line of a road that yields drivers come down to walking pace and look, and to a halt where they see no gap by then. A driver that
// crosses looks both ways, one that turns to the kerb only one way.
inline double looking_mps(Movement movement) {
  if (movement == Movement::near_turn) return 2.0;
  return movement == Movement::through ? 1.0 : 1.4;
}

}  // namespace backlot::traffic
