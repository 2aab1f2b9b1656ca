// A motorway of three lanes that goes on with two, and the demand raised until it breaks down.
#pragma once

#include <cstdint>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

struct Breakdown {
  bool has_happened = false;
  double after_s = 0;       // when the queue began to stand
  double before_per_h = 0;  // the greatest flow of ten minutes on end before, over both lanes behind the drop
  double discharge_per_h = 0;  // that of the ten minutes after the queue has stood for five
  std::uint64_t contacts = 0;
  double longest_wait_s = 0;

  double drop() const { return 1 - discharge_per_h / before_per_h; }
};

// A queue stands in a minute in which the vehicles on the last 500 m before the drop go slower than 30 km/h in the mean. The demand begins
// with 2400 vehicles an hour and grows by 100 in every five minutes.
Breakdown raise_demand_until_it_breaks_down(const SimulationSettings& drivers);

}  // namespace backlot::sim
