// Vehicles that come in from outside enter at a speed from which they need not brake hard.
#include <cstdint>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::entering_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// One of the two lanes of the gate of biketown ends after 120 m. How it is measured: braking is the difference of two speeds (Observer).
TEST(Entering, BiketownWithAnInflowStaysCalm) {
  const auto town = scene_roads("biketown");
  const world::Tracks& tracks = town->roads.tracks;
  const network::StripId gate = town->network.find_strip("gate_wide");
  Flow flow;
  flow.vehicles_per_hour = 300;
  for (const world::TrackId lane : tracks.entrances())
    if (tracks[lane].strip == gate) flow.lanes.push_back(lane);
  ASSERT_EQ(flow.lanes.size(), 2U);
  std::uint64_t bodies = 0, hard = 0, on_the_lane_that_ends = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Simulation simulation(town->roads, {.seed = seed, .flows = {flow}});
    Observer observer(town->network);
    for (int k = 0; k < 9000; ++k) {
      simulation.step(kStep);
      observer.watch(simulation);
      for (std::size_t i = 0; i < simulation.size(); ++i) {
        const world::Track& track = tracks[simulation.vehicle(i).mover.trail.current()];
        on_the_lane_that_ends += track.strip == gate && track.is_along && track.onward_count == 0 ? 1U : 0U;
      }
    }
    EXPECT_EQ(observer.seen().overlaps, 0U) << "seed " << seed << ": " << observer.seen().worst;
    bodies += observer.seen().bodies;
    hard += observer.seen().hard_braking;
  }
  EXPECT_GT(on_the_lane_that_ends, 500U) << "some vehicles come in there";
  EXPECT_LT(1e4 * static_cast<double>(hard), static_cast<double>(bodies));
}

}  // namespace
}  // namespace backlot::sim::entering_test
