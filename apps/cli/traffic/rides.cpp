#include "apps/cli/traffic/rides.h"

#include <algorithm>
#include <cmath>

namespace backlot::cli {

void RideCounts::look(const sim::Simulation& simulation, double step_s) {
  if (simulation.cyclists() == 0) return;
  for (std::size_t slot = 0; slot < simulation.size(); ++slot) {
    const sim::VehicleView vehicle = simulation.vehicle(slot);
    const world::Mover& mover = vehicle.mover;
    if (mover.kind != world::ObjectKind::bicycle) continue;
    const world::Cycleway& way = simulation.roads().cycleways[mover.trail.current()];
    const bool is_on_lane = way.has_lane() && std::fabs(mover.lateral - static_cast<double>(way.lane)) <
                                                  std::fabs(mover.lateral - static_cast<double>(way.edge));
    ++looks_;
    speeds_ += mover.speed_mps;
    rides_.distance_m += mover.speed_mps * step_s;
    rides_.on_lanes_m += is_on_lane ? mover.speed_mps * step_s : 0;
    rides_.longest_wait_s = std::max(rides_.longest_wait_s, static_cast<double>(vehicle.driver.stood_s));
  }
}

Rides RideCounts::sum() const {
  Rides rides = rides_;
  if (looks_ > 0) rides.mean_speed_mps = speeds_ / static_cast<double>(looks_);
  return rides;
}

}  // namespace backlot::cli
