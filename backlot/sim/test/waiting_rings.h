// Rings of vehicles that wait for each other, found from the bodies only.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

// A standing vehicle waits for the body that is right before it. Where that leads around in a ring, none of its
// vehicles can ever go, if each really waits for the next one.
class WaitingRings {
 public:
  // To be called now and then.
  void watch(const Simulation& simulation);
  // How long the ring stood that stood longest, as far as it was watched.
  double longest_s() const { return longest_s_; }

 private:
  std::map<std::vector<std::uint64_t>, base::SimTime> since_;  // by its members, from the smallest number on
  double longest_s_ = 0;
};

}  // namespace backlot::sim
