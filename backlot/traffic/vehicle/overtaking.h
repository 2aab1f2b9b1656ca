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

}  // namespace backlot::traffic
