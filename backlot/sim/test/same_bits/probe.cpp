// Prints the hash of runs after every ten seconds. tools/same_bits.sh builds it with several compilers and compares what they
// print. The kernels of the ribbon make no difference here.
#include <cstdio>
#include <string>

#include "backlot/base/hash.h"
#include "backlot/network/test/sketch.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {
namespace {

void probe(const std::string& name, const network::Network& network) {
  const world::Roads roads(network);
  for (const std::size_t threads : {1U, 3U}) {
    SimulationSettings settings;
    settings.threads = threads;
    settings.drivers.shares = {0.8, 0.1, 0.05, 0.05};
    for (const world::TrackId lane : roads.tracks.entrances()) {
      Flow flow;
      flow.lanes = {lane};
      flow.vehicles_per_hour = 300;
      flow.mix = settings.drivers.shares;
      settings.flows.push_back(flow);
    }
    Simulation simulation(roads, settings);
    simulation.insert_spread(20);
    for (int k = 1; k <= 600; ++k) {
      simulation.step(base::Duration::from_milliseconds(k % 7 == 0 ? 37 : 100));
      if (k % 100 == 0)
        std::printf("hash %s %zu %d %s\n", name.c_str(), threads, k, base::to_hex(simulation.hash()).c_str());
    }
  }
}

}  // namespace
}  // namespace backlot::sim

int main() {
  using namespace backlot;
  using network::Control;
  for (const Control control : {Control::priority_to_the_right, Control::all_way_stop}) {
    network::Sketch square;
    square.four_arms("x", "v< v< | v> v>", 150, 20).control(control);
    sim::probe(control == Control::all_way_stop ? "all_way_stop" : "equal", square.build());
  }
  network::Sketch bend;
  bend.way("bend", "v< v< | v> v>").from(0, 0, 0).line(100).spiral(60, 0, 0.01).arc(120, 100).line(50).open();
  sim::probe("bend", bend.build());
  return 0;
}
