#include "apps/cli/maps/route_steps.h"

#include <cstddef>

namespace backlot::cli {

using network::DirectedLane;
using network::Network;
using network::Route;

std::vector<RouteStep> steps_of(const Network& network, const Route& route) {
  std::vector<RouteStep> steps;
  double total_m = 0;
  for (std::size_t first = 0, end = 0; first < route.legs.size(); first = end) {
    end = first + 1;
    while (end < route.legs.size() && route.legs[end].by_lane_change) ++end;

    // The last lane counts, from where the way is entered to where it is left.
    const DirectedLane lane = route.legs[end - 1].lane;
    double from_m = 0, to_m = network.lane(lane.lane).length;
    if (first == 0)
      from_m = network::lane_place(network, lane, network::distance_of(network, route.from)).metres;
    if (end == route.legs.size()) to_m = route.to.metres;

    RouteStep step;
    const network::StripId strip = network.lane(lane.lane).strip;
    step.strip = network.name_of(strip);
    for (std::size_t i = first; i < end; ++i) step.lanes.push_back(network.name_of(route.legs[i].lane.lane));
    step.length_m = to_m - from_m;
    step.total_m = total_m += step.length_m;
    if (const network::CorridorId corridor = network.corridor_of(strip); !corridor.is_empty()) {
      step.is_corridor = true;
      step.intersection = network.name_of(network.corridor(corridor).intersection);
      step.turn = network::to_text(network.corridor(corridor).turn);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace backlot::cli
