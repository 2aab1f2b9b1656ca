// Overtaking where each direction has one lane: over the lane of those who come.
//
//      <- [ ]     so far away that he is still seconds off when one is back
//   - - - - - - - - - - - - - - - - - - - - - - - - - -
//   [me] ->  [slow] ->  [slow] ->        room          [ ] ->
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What a driver makes up his mind to.
struct OvertakingAdvice {
  Overtaking phase = Overtaking::none;
  std::uint32_t passes = 0;  // number of the last one whom he overtakes
  Side intent = Side::none;
  bool is_overtaken = false;
  DriverTraits manner{};                                       // he hurries while he overtakes
  double wanted_mps = 0;                                       // while he is out, if more than usual
  double most_mps2 = std::numeric_limits<double>::infinity();  // of acceleration
  std::optional<double> home{};                                // where he goes over to now
};

// For tracks that have passing, and for who is out. Who thinks of overtaking does so only in the steps in which he deliberates.
// Not inlined: most roads have no passing, and what decides on them stays small.
[[gnu::noinline]] OvertakingAdvice find_overtaking(const Surroundings& around, const Self& self,
                                                   const Driver& driver, const Pace& pace, const Lead& lead,
                                                   bool deliberates);

}  // namespace backlot::traffic
