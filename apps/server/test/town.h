// A town for tests: square blocks with lights, and traffic on it.
#pragma once

#include <memory>

#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/roads.h"

namespace backlot::server::test {

std::shared_ptr<const network::Network> make_town(int rows, int columns, int lanes = 2,
                                                  bool has_signals = true);

struct Town {
  Town(int rows, int columns, std::size_t vehicles, std::uint64_t seed = 7)
      : network(make_town(rows, columns)), roads(*network), run(roads, {.seed = seed}) {
    run.insert_spread(vehicles);
  }
  void step() { run.step(base::Duration::from_milliseconds(50)); }
  record::Frame frame() const {
    record::Frame frame;
    run.frame(frame, {.has_signals = true});
    return frame;
  }

  std::shared_ptr<const network::Network> network;
  world::Roads roads;
  sim::Simulation run;
};

}  // namespace backlot::server::test
