// Overtaking where each direction has one lane: over the oncoming lane.
//
//      <- [ ]     so far away that it is still seconds off when the own vehicle is back
//   - - - - - - - - - - - - - - - - - - - - - - - - - -
//   [me] ->  [slow] ->  [slow] ->        room          [ ] ->
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What a driver decides.
struct OvertakingAdvice {
  Overtaking phase = Overtaking::none;
  std::uint32_t passes = 0;  // number of the last vehicle that it overtakes
  Side intent = Side::none;
  bool is_overtaken = false;
  DriverTraits manner{};                                       // the driver hurries while it overtakes
  double wanted_mps = 0;                                       // while the vehicle is out, if more than usual
  double most_mps2 = std::numeric_limits<double>::infinity();  // of acceleration
  std::optional<double> home{};                                // to where the vehicle goes over now
};

// Only for a vehicle on a track that has passing, or for one that is out. A driver thinks of overtaking only in the steps in which it
// deliberates. Not inlined: most roads have no passing, and the code that decides on them stays small.
[[gnu::noinline]] OvertakingAdvice find_overtaking(const Surroundings& around, const Self& self,
                                                   const Driver& driver, const Pace& pace, const Lead& lead,
                                                   bool deliberates);

// Whether another vehicle overtakes this one, or one near ahead of it. Only for a vehicle on a track that has passing.
[[gnu::noinline]] bool is_overtaken(const Surroundings& around, const Self& self);

// The side on which vehicles are passed.
inline Side passing_side(const world::Tracks& tracks) {
  return tracks.network().side() == network::TrafficSide::right ? Side::left : Side::right;
}
// The number of the first body ahead on the own lane, on the way that the vehicle is on; none where the lane is free for 300 m.
std::optional<std::uint32_t> find_leader(const Surroundings& around, const Self& self);
// On a track that has passing: the number of the last vehicle that this one would pass if it went out to the oncoming lane now. None where
// it has no room there, or none to come back to. A reckless driver asks for a vehicle to pass and no more.
std::optional<std::uint32_t> find_passable(const Surroundings& around, const Self& self, const Driver& driver,
                                           bool is_reckless);

}  // namespace backlot::traffic
