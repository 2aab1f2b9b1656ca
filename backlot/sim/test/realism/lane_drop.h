// A motorway of three lanes that goes on with two, and the demand raised until it breaks down.
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

//   0                       2000              2900 3000             4500 m
//   ----------------------------------------------
//   ----------------------------------------------------------------------
//   ----------------------------------------------------------------------
inline constexpr std::string_view kLaneDrop = R"(
network drop
traffic on the right
speed limit 120 km/h
parameter lane = 3.75 m
road main {
  begin at (0 m, 0 m) heading 0 deg
  line 4500 m
  way three from 0 m {
    lanes { spine; vehicle forward lane; vehicle forward lane; vehicle forward lane; shoulder 3 m }
    start open
  }
  way narrowing from 2000 m {
    lanes {
      spine
      vehicle forward lane
      vehicle forward lane
      vehicle forward { width { at 0 m: lane; at 900 m: lane; at 1000 m: 0 m }; ends }
      shoulder 3 m
    }
  }
  way two from 3000 m {
    lanes { spine; vehicle forward lane; vehicle forward lane; shoulder 3 m }
    end open
  }
}
joint announced { three.end meets narrowing.start }
joint ended { narrowing.end meets two.start }
)";

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
