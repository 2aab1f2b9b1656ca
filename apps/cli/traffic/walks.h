// What people on foot did in a run, looked at after each step.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/sim/simulation.h"

namespace backlot::cli {

struct Walks {
  double mean_speed_mps = 0;  // of all people at all steps
  std::uint64_t crossed = 0;  // roads
  double longest_wait_s = 0;  // at a kerb
};

class WalkCounts {
 public:
  void look(const sim::Simulation& simulation);
  Walks sum() const;

 private:
  std::vector<bool> was_crossing_;  // by number of the object; no one leaves while it crosses
  double speeds_ = 0;
  std::uint64_t looks_ = 0;
  Walks walks_;
};

}  // namespace backlot::cli
