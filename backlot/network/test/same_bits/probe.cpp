// Prints hashes of what networks answer, section by section. tools/same_bits.sh builds it with several compilers and compares
// what they print. The kernels of the ribbon make no difference here.
#include <cstdio>
#include <string>
#include <vector>

#include "backlot/base/hash.h"
#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/network/path.h"
#include "backlot/network/right_of_way.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network {
namespace {

void print(const std::string& section, const base::Hasher& hasher) {
  std::printf("hash %s %s\n", section.c_str(), base::to_hex(hasher.value()).c_str());
}

void add(base::Hasher& hasher, const geometry::WorldPoint& p) {
  hasher.add(p.x);
  hasher.add(p.y);
  hasher.add(p.z);
}

void probe_model(const std::string& name, const Network& network) {
  base::Hasher lanes, dependencies;
  for (std::uint32_t i = 0; i < network.lanes().size(); ++i) {
    const Lane& lane = network.lanes()[i];
    const Strip& strip = network.strip(lane.strip);
    lanes.add(lane.length);
    for (int k = 0; k <= 20; ++k) {
      const double d = strip.length() * k / 20;
      lanes.add(network.metres_at(LaneId(i), d));
      lanes.add(network.distance_at(LaneId(i), lane.length * k / 20));
      lanes.add(network.edges(LaneId(i), d).left);
      add(lanes, place(network, lane.strip, {d, network.edges(LaneId(i), d).centre(), 0}).position);
    }
    for (const bool along : {true, false})
      for (const DirectedLane next : network.onward({LaneId(i), along})) lanes.add(next.node());
  }
  print(name + ".lanes", lanes);
  const SignalState dark(network.signal_groups().size(), Aspect::dark);
  for (std::uint32_t i = 0; i < network.corridors().size(); ++i)
    for (const Dependency& d : network.dependencies(CorridorId(i))) {
      dependencies.add(d.other.index());
      dependencies.add(static_cast<std::uint32_t>(precedence(network, CorridorId(i), d, dark)));
      for (const double half : {0.3, 0.5, 0.9, 1.25})
        if (const auto stretches = network.find_stretches(d, half, 1.3 - 0.5 * half)) {
          dependencies.add(stretches->own.from);
          dependencies.add(stretches->own.to);
        }
    }
  print(name + ".dependencies", dependencies);
}

void probe_queries(const std::string& name, const Network& network) {
  base::Hasher located, poses, routes;
  base::RandomStream random{1, 2, 3};
  LocateScratch scratch;
  std::vector<NetworkLocated> answers;
  for (int i = 0; i < 3000; ++i) {
    const geometry::WorldPoint p{random.uniform(-130, 130), random.uniform(-130, 130), random.uniform(-1, 2)};
    locate_all(network, p, scratch, answers);
    for (const NetworkLocated& answer : answers) {
      located.add(answer.strip.index());
      located.add(answer.point.distance);
      located.add(answer.point.offset);
      located.add(answer.point.loft);
      located.add(answer.gap_m);
    }
  }
  print(name + ".locate", located);
  for (const Corridor& corridor : network.corridors()) {
    if (corridor.from.is_empty() || corridor.to.is_empty()) continue;
    Path path(network, corridor.from, 0);
    if (!path.extend(network, {corridor.lane, true}) || !path.extend(network, corridor.to)) continue;
    PathCursor cursor;
    for (int k = 0; k <= 40; ++k) {
      const double m = path.end_m() * k / 40;
      const PathPose pose = pose_at(network, path, m, 0.25, cursor);
      add(poses, pose.position);
      poses.add(pose.heading_rad);
      poses.add(curvature_at(network, path, m, cursor));
      if (const auto found = find_on_path(network, path, pose.position, m, cursor)) poses.add(found->metres);
    }
  }
  print(name + ".paths", poses);
  const RouteGraph graph(network);
  for (std::uint32_t a = 0; a < network.lanes().size(); a += 3)
    for (std::uint32_t b = 0; b < network.lanes().size(); b += 5)
      if (const auto route = find_route(graph, {LaneId(a), network.lanes()[a].permits(true), 1},
                                        {LaneId(b), network.lanes()[b].permits(true), 2})) {
        routes.add(route->length_m);
        routes.add(route->time_s);
        routes.add(static_cast<std::uint64_t>(route->legs.size()));
      }
  print(name + ".routes", routes);
}

void probe(const std::string& name, const Network& network) {
  probe_model(name, network);
  probe_queries(name, network);
}

Sketch bent_and_banked() {
  Sketch town;
  town.way("in", "s= v<3 | v>3.4 v> s=")
      .from(-120, -40, 10)
      .line(40)
      .spiral(30, 0, 0.012)
      .arc(40, 83)
      .elevation({{0, 0}, {110, 4}})
      .bank_deg({{20, 0}, {80, 5}})
      .width(3, geometry::CubicProfile::through({{0, 3}, {60, 3.6}, {110, 3.2}}))
      .open_start();
  town.way("out", "v< v< | v>").from(60, 110, -100, 4.5).line(60).arc(30, -60).open_start();
  town.way("side", "v< | v>").from(110, -30, 165, 4.2).line(60).open_start();
  town.crossing("bend").arm("a", "in.end").arm("b", "out.end").arm("c", "side.end", Control::yield);
  return town;
}

}  // namespace
}  // namespace backlot::network

int main() {
  using namespace backlot::network;
  Sketch square;
  CrossingSketch x = square.four_arms("x", "s= v< v< | v> v> s=", 100, 20);
  for (const char* arm : {"west", "south", "east", "north"}) x.crosswalk(arm);
  probe("square", square.build());
  probe("bent", bent_and_banked().build());
  return 0;
}
