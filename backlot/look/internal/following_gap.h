// How long after its leader a vehicle is at a mark.
#pragma once

#include <algorithm>
#include <cmath>

#include "backlot/traffic/vehicle/traits.h"

namespace backlot::look::internal {

inline constexpr double kSlowest_mps = 2;  // at the mark, for the time that a body takes to pass it
inline constexpr double kMostTaken = 0.5;  // see following_gap_m

// The gap at a steady speed v, by the Intelligent Driver Model. Near its desired speed v0 a vehicle falls back for ever, but not within the time
// that is predicted: the term (v / v0)^4 is limited.
inline double following_gap_m(const traffic::DriverTraits& traits, double v, double v0) {
  const double share = v < v0 ? v / v0 : 1;
  const double taken = std::min(kMostTaken, (share * share) * (share * share));
  return (static_cast<double>(traits.gap_m) + v * static_cast<double>(traits.headway_s)) /
         std::sqrt(1 - taken);
}

// Seconds between the fronts of a leader and its follower at a mark, for their speeds there.
inline double behind_s(const traffic::DriverTraits& traits, double leader_length_m, double leader_mps,
                       double own_mps) {
  const double v = std::max(kSlowest_mps, std::min(leader_mps, own_mps));
  return (leader_length_m + following_gap_m(traits, v, own_mps)) / v;
}

}  // namespace backlot::look::internal
