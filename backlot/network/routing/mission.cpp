#include "backlot/network/routing/mission.h"

#include <cmath>

#include <fmt/format.h>

namespace backlot::network {

namespace {

std::string lane_text(const Network& network, LaneId lane) {
  return fmt::format("lane \"{}\" of \"{}\"", network.name_of(lane),
                     network.name_of(network.lane(lane).strip));
}

void check_place(const Checkpoint& checkpoint, const Network& network, base::Diagnostics& found) {
  const LaneId id = checkpoint.at.lane;
  if (id.is_empty() || id.index() >= network.lanes().size()) {
    found.error("N302", checkpoint.place, fmt::format("checkpoint \"{}\" is on no lane", checkpoint.name),
                "place it on a lane of the network");
    return;
  }
  const Lane& lane = network.lane(id);
  if (!is_on(network, checkpoint.at))
    found.error("N303", checkpoint.place,
                fmt::format("checkpoint \"{}\" lies at {} m of {}, which is {:.3f} m long", checkpoint.name,
                            checkpoint.at.metres, lane_text(network, id), lane.length));
  if (!lane.permits(checkpoint.at.is_along))
    found.error("N304", checkpoint.place,
                fmt::format("checkpoint \"{}\" is to be passed against the traffic of {}", checkpoint.name,
                            lane_text(network, id)),
                lane.permits(!checkpoint.at.is_along) ? "turn it round" : "choose a lane that is travelled");
}

void check_speed(const MissionSpeed& speed, const Network& network, base::Diagnostics& found) {
  if (speed.way.is_empty() || speed.way.index() >= network.ways().size()) {
    found.error("N305", speed.place, "speeds for a way that the network does not have");
    return;
  }
  const bool are_numbers = std::isfinite(speed.min_mps) && std::isfinite(speed.max_mps);
  const bool is_sorted = speed.max_mps == 0 || speed.min_mps <= speed.max_mps;
  if (!are_numbers || speed.min_mps < 0 || speed.max_mps < 0 || !is_sorted)
    found.error("N306", speed.place,
                fmt::format("speeds from {} to {} m/s on way \"{}\" cannot be kept", speed.min_mps,
                            speed.max_mps, network.name_of(network.way(speed.way).strip)),
                "give a least speed of 0 or more, and a largest one above it (0: as the way allows)");
}

}  // namespace

base::Diagnostics check(const Mission& mission, const Network& network) {
  base::Diagnostics found;
  if (mission.checkpoints.empty())
    found.error("N301", {}, fmt::format("mission \"{}\" has no checkpoints", mission.name),
                "name the places to be visited, in order");
  for (std::size_t i = 0; i < mission.checkpoints.size(); ++i) {
    const Checkpoint& checkpoint = mission.checkpoints[i];
    check_place(checkpoint, network, found);
    // A place may be visited again under its name; two places of one name cannot be told apart.
    for (std::size_t k = 0; k < i; ++k) {
      if (mission.checkpoints[k].name != checkpoint.name || mission.checkpoints[k].at == checkpoint.at)
        continue;
      found.warning(
          "N308", checkpoint.place,
          fmt::format("checkpoints {} and {} are both called \"{}\"", k + 1, i + 1, checkpoint.name));
      break;
    }
  }
  for (std::size_t i = 0; i < mission.speeds.size(); ++i) {
    const MissionSpeed& speed = mission.speeds[i];
    check_speed(speed, network, found);
    for (std::size_t k = 0; k < i; ++k) {
      if (mission.speeds[k].way != speed.way || speed.way.is_empty()) continue;
      found.warning(
          "N307", speed.place,
          fmt::format("speeds number {} and {} are for the same way; the last one counts", k + 1, i + 1));
      break;
    }
  }
  return found;
}

const MissionSpeed* speed_on(const Mission& mission, WayId way) {
  const MissionSpeed* last = nullptr;
  for (const MissionSpeed& speed : mission.speeds)
    if (speed.way == way) last = &speed;
  return last;
}

base::Result<std::vector<Route>> plan(const Mission& mission, const RouteGraph& graph,
                                      const RouteOptions& options) {
  const Network& network = graph.network();
  base::Diagnostics found = check(mission, network);
  if (found.has_errors()) return base::Result<std::vector<Route>>::failure(std::move(found));
  for (const Checkpoint& checkpoint : mission.checkpoints)
    if (!graph.is_open(checkpoint.at.directed()))
      found.error("N310", checkpoint.place,
                  fmt::format("checkpoint \"{}\" is on {}, which is not open to {}", checkpoint.name,
                              lane_text(network, checkpoint.at.lane), to_text(graph.options().use)));
  if (found.has_errors()) return base::Result<std::vector<Route>>::failure(std::move(found));

  RouteFinder finder(graph);
  std::vector<Route> routes;
  for (std::size_t i = 1; i < mission.checkpoints.size(); ++i) {
    const Checkpoint &from = mission.checkpoints[i - 1], &to = mission.checkpoints[i];
    Route route;
    if (!finder.find(from.at, to.at, options, route))
      found.error(
          "N311", to.place,
          fmt::format("checkpoint \"{}\" cannot be reached from checkpoint \"{}\"", to.name, from.name),
          "look for one-way lanes, ends without onward lanes, and turns that no lane leads to");
    routes.push_back(std::move(route));
  }
  return base::Result<std::vector<Route>>::from(std::move(routes), std::move(found));
}

}  // namespace backlot::network
