// Trucks and buses in narrow streets: no vehicle is touched, and none stands for ever.
#include <ostream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::long_bodies_test {
namespace {

struct Mix {
  const char* scene;
  std::size_t vehicles;
  std::uint64_t seed;
  double trucks, buses;
};

void PrintTo(const Mix& mix, std::ostream* out) {
  *out << fmt::format("{} vehicles in {}, seed {}, {} trucks, {} buses", mix.vehicles, mix.scene, mix.seed,
                      mix.trucks, mix.buses);
}

class LongBodies : public testing::TestWithParam<Mix> {};

TEST_P(LongBodies, TouchNoOtherVehicle) {
  const Mix& mix = GetParam();
  const auto town = scene_roads(mix.scene);
  SimulationSettings settings{.seed = mix.seed};
  settings.drivers.shares = {1 - mix.trucks - mix.buses, mix.trucks, mix.buses, 0};
  Simulation simulation(town->roads, settings);
  simulation.insert_spread(mix.vehicles);
  Observer observer(town->network);
  std::int64_t half_way_um = 0;
  constexpr int kSteps = 9000;
  for (int k = 0; k < kSteps; ++k) {
    simulation.step(base::Duration::from_milliseconds(100));
    if (k % 4 < 2) observer.watch(simulation);
    if (k == kSteps / 2) half_way_um = simulation.tally().distance_um;
  }
  const Seen& seen = observer.seen();
  EXPECT_EQ(seen.overlaps, 0U) << seen.worst;
  EXPECT_EQ(simulation.tally().contacts, 0U);
  EXPECT_EQ(simulation.tally().off_network, 0U);
  EXPECT_EQ(simulation.tally().red_crossings, 0U);
  EXPECT_LT(simulation.tally().longest_wait_s, 600);
  EXPECT_GT(simulation.tally().distance_um - half_way_um, half_way_um / 2) << "the flow goes on";
  EXPECT_LT(seen.side_slip, 1e-3);
  EXPECT_LE(seen.lateral, 4);
}

INSTANTIATE_TEST_SUITE_P(Scenes, LongBodies,
                         testing::Values(Mix{"biketown", 60, 1, 0.15, 0}, Mix{"biketown", 60, 2, 0.2, 0.2},
                                         Mix{"biketown", 60, 4, 0.2, 0.2},
                                         Mix{"county_road", 100, 1, 0.15, 0},
                                         Mix{"county_road", 100, 4, 0.2, 0.2}),
                         [](const testing::TestParamInfo<Mix>& mix) {
                           return fmt::format("{}_{}_buses_{}", mix.param.scene, mix.param.seed,
                                              mix.param.buses > 0 ? "too" : "none");
                         });

// A run goes on from a saved one, whichever point of a body is its guide.
TEST(LongBodiesSaved, GoOnTheSame) {
  const auto town = scene_roads("biketown");
  SimulationSettings settings{.seed = 3};
  settings.drivers.shares = {0.5, 0.25, 0.25, 0};
  Simulation whole(town->roads, settings);
  whole.insert_spread(60);
  for (int k = 0; k < 400; ++k) whole.step(base::Duration::from_milliseconds(100));
  std::size_t nose_guided = 0;
  for (std::size_t k = 0; k < whole.size(); ++k)
    nose_guided += whole.vehicle(k).mover.is_nose_guided ? 1U : 0U;
  EXPECT_GT(nose_guided, 0U);
  settings.threads = 3;
  Simulation other(town->roads, settings);
  EXPECT_TRUE(other.restore(whole.save()).is_empty());
  EXPECT_EQ(other.save(), whole.save());
  for (int k = 0; k < 200; ++k) {
    whole.step(base::Duration::from_milliseconds(100));
    other.step(base::Duration::from_milliseconds(100));
  }
  EXPECT_EQ(other.hash(), whole.hash());
}

}  // namespace
}  // namespace backlot::sim::long_bodies_test
