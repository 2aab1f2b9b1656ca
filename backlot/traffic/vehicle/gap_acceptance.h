// Gaps in a stream that goes first: how long one has to be before a driver goes into it, and how he comes to the line.
#pragma once

#include <algorithm>

#include "backlot/network/strip.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::traffic {

// Whoever has to wait for a stream without lights asks for this time between two of its vehicles, from front to front at the place of contact; by
// where he turns to, and whether he comes from the minor road. What is seen from outside is 0.8 to 1.3 s longer: nobody is as quick as
// he could be, the stream slows down for those in its way, and whoever asks for most waits longest. So the flows are those of
// the critical gaps in the Highway Capacity Manual, 4.1 s from the major road, 6.2, 6.5 and 7.1 s to the right, straight on and to the
// left from the minor one (minor_road_test of sim).
inline double asked_gap_s(network::Turn turn, bool is_from_minor) {
  if (!is_from_minor) return 2.8;
  if (turn == network::Turn::right) return 5.4;
  return turn == network::Turn::straight ? 5.7 : 5.8;
}

// How much longer the gaps of one driver are: who keeps more headway asks for more. Heavy vehicles come to a second more.
inline double gap_factor(const DriverTraits& traits) {
  return std::clamp(static_cast<double>(traits.headway_s), 0.8, 1.2);
}

// Who has been standing for more than a minute asks for less and less, down to three fifths after three.
inline double impatience(float stood_s) {
  return 1 - 0.4 * std::clamp((static_cast<double>(stood_s) - 60) / 120, 0.0, 1.0);
}

// At the line of a minor road people come down to walking pace and look, and to a halt where they see no gap by then; who turns
// is slower at a stop sign than where he yields. Who crosses looks both ways, who turns right only one.
inline double looking_mps(network::Turn turn, bool has_stop_sign) {
  if (turn == network::Turn::right) return has_stop_sign ? 1.5 : 2.0;
  if (turn == network::Turn::straight) return 1.0;
  return has_stop_sign ? 1.2 : 1.4;
}

}  // namespace backlot::traffic
