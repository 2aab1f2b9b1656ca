// What cyclists did in a run, looked at after each step.
#pragma once

#include <cstdint>

#include "backlot/sim/simulation.h"

namespace backlot::cli {

struct Rides {
  double mean_speed_mps = 0;  // of all cyclists at all steps
  double distance_m = 0;      // of all of them
  double on_lanes_m = 0;      // of that, on bicycle lanes
  double longest_wait_s = 0;
};

class RideCounts {
 public:
  void look(const sim::Simulation& simulation, double step_s);
  Rides sum() const;

 private:
  std::uint64_t looks_ = 0;
  double speeds_ = 0;
  Rides rides_;
};

}  // namespace backlot::cli
