// The set: county road with its traffic, and the crossing at which the scenes are played.
//
//                        farm_lane
//                           |
//                           v  on the left
//   subject --->            |            <--- oncoming
//   highway_mid ----------- second ----------- highway_east
//                           |
//                      quarry_lane
#pragma once

#include <memory>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/network/network.h"
#include "backlot/sim/demand.h"
#include "backlot/traffic/signal/synchronise.h"
#include "backlot/traffic/vehicle/turning_shares.h"
#include "backlot/world/mark.h"
#include "backlot/world/roads.h"
#include "route.h"

namespace violations {

// Where a vehicle comes from that crosses the subject's way, and where the two ways touch.
struct Part {
  backlot::world::TrackId lane{}, corridor{};
  backlot::world::Mark line{};  // where it would stop
  double touch_m = 0;           // of its corridor
  double line_to_touch_m = 0;   // the same from its line on
  double subject_touch_m = 0;   // metre of the subject's route
};

struct CountyRoad {
  explicit CountyRoad(backlot::network::Network built);

  const backlot::network::Network network;
  const backlot::world::Roads roads;

  Route route;        // of the subject, through both crossings
  double line_m = 0;  // of its route: the line before the second one
  Part on_the_left, oncoming;

  std::vector<backlot::network::CorridorId>
      subject_corridors;  // that of the first crossing, that of the second
  std::uint32_t programme = 0;
  double mid_green = 0;  // phase of the programme
  // From the first crossing to the second one it is less than a minute: the lights may hurry, and dawdle, a little more than others.
  std::vector<backlot::traffic::ClockLimits> signal_limits;

  // Extras come in from everywhere.
  std::vector<backlot::sim::Flow> flows;
  backlot::traffic::TurningShares turning_shares;
};

// Read from scenes/county_road.way; or what is wrong with it.
backlot::base::Result<std::unique_ptr<CountyRoad>> read_county_road();

}  // namespace violations
