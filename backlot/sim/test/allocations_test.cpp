// A step takes no memory once a run has been going on for a while.
#include "backlot/base/test/allocations.h"

#include <cstddef>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::allocations_test {
namespace {

const base::Duration kStep = base::Duration::from_milliseconds(100);

void expect_none_after_warm_up(Simulation& simulation, const char* what) {
  for (int k = 0; k < 6000; ++k) simulation.step(kStep);
  const std::uint64_t entered = simulation.tally().entries, changes = simulation.tally().lane_changes;
  const std::size_t before = base::allocation_count();
  for (int k = 0; k < 3000; ++k) simulation.step(kStep);
  EXPECT_EQ(base::allocation_count(), before) << what;
  EXPECT_GT(simulation.tally().entries, entered) << "some came in and left meanwhile";
  EXPECT_GT(simulation.tally().lane_changes, changes);
}

TEST(Simulation, AllocatesNothingInAStepAfterWarmUp) {
  for (const char* scene : {"biketown", "motorway"}) {
    const auto town = scene_roads(scene);
    for (const Update update : {Update::transactional, Update::sequential}) {
      Simulation simulation(town->roads, {.update = update});
      simulation.insert_spread(90);
      expect_none_after_warm_up(simulation, scene);
    }
  }
}

TEST(Simulation, AllocatesNothingForFramesThatAreUsedAgain) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  simulation.insert_spread(60);
  record::Frame frame;
  simulation.frame(frame, {.has_signals = true});
  const std::size_t before = base::allocation_count();
  for (int k = 0; k < 10; ++k) simulation.frame(frame, {.has_signals = true});
  EXPECT_EQ(base::allocation_count(), before);
}

TEST(Simulation, AllocatesNothingForFlows) {
  const auto town = scene_roads("motorway");
  SimulationSettings settings;
  for (const world::TrackId lane : town->roads.tracks.entrances()) {
    Flow flow;
    flow.lanes = {lane};
    flow.vehicles_per_hour = 400;
    flow.arrivals = Arrivals::regular;
    settings.flows.push_back(flow);
  }
  Simulation simulation(town->roads, settings);
  expect_none_after_warm_up(simulation, "flows");
}

TEST(Simulation, AllocatesNothingForRequestsThatAreRepeated) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  const auto ask = [&] {
    return simulation.synchronise(
        {.phase = 0.5, .time = simulation.tick().time + base::Duration::from_seconds(60)});
  };
  ask();
  simulation.step(kStep);
  const std::size_t before = base::allocation_count();
  int accepted = 0;
  for (int k = 0; k < 900; ++k) {
    simulation.step(kStep);
    accepted += ask().is_accepted() ? 1 : 0;
  }
  EXPECT_EQ(base::allocation_count(), before);
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace backlot::sim::allocations_test
