// Traffic lights: how a queue starts, and which vehicles stop at yellow.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/detector.h"

namespace backlot::sim::light_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kCycle_s = 90, kGreenFrom_s = 45, kYellowFrom_s = 85;
constexpr std::string_view kLights = R"(
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups ew ns
    programme offset 0 s {
      40 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
      40 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
    }
  }
)";

// How it is measured, as the Highway Capacity Manual defines it: t_n is when the front of the n-th vehicle of a standing queue comes over
// the stop line, from the start of green. The saturation headway is (t_14 - t_4) / 10, the start-up lost time t_4 less four such headways:
// by how much the first four are later than if they had come at that headway. Means of 30 cycles, cars of the town set.
TEST(Light, AQueueStartsAsInTown) {
  const auto road = crossing_of(kLights);
  SimulationSettings settings;
  settings.flows = {{.lanes = {lane_from(*road, "west")}, .vehicles_per_hour = 2400}};
  let_all_turn(*road, "west", network::Turn::straight, settings);
  Simulation simulation(road->roads, settings);
  const world::TrackId lane = lane_from(*road, "west");
  Detector line(lane, static_cast<double>(road->roads.tracks[lane].stop_m));
  constexpr int kCycles = 30;
  for (int k = 0; k < (kCycles + 1) * 900; ++k) {
    simulation.step(kStep);
    line.watch(simulation);
  }
  double headway = 0, loss = 0;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    const double green = cycle * kCycle_s + kGreenFrom_s;
    std::vector<double> t = {0};
    for (const Passage& p : line.passages()) {
      if (p.time_s >= green && p.time_s < green + 45) t.push_back(p.time_s - green);
    }
    ASSERT_GT(t.size(), 14U) << "cycle " << cycle;
    headway += (t[14] - t[4]) / 10 / kCycles;
    loss += (t[4] - 4 * (t[14] - t[4]) / 10) / kCycles;
  }
  RecordProperty("saturation_flow", std::to_string(3600 / headway));
  RecordProperty("startup_loss_s", std::to_string(loss));
  EXPECT_NEAR(3600 / headway, 1900, 0.05 * 1900);
  EXPECT_GE(loss, 1.5);
  EXPECT_LE(loss, 2.5);
  EXPECT_EQ(simulation.tally().contacts, 0U);
}

// How it is measured: one car comes to the line, alone, at another distance from it in every run. In the frame in which
// yellow begins its speed and distance tell what braking it takes to stop at the line. A car that needs no more than 3
// m/s2 has not crossed the line at the end of red, and has stood. A car that needs more has crossed it, and before red:
// yellow is long enough for it.
TEST(Light, AtYellowAVehicleStopsIfItCanAndElseGoesOn) {
  const auto road = crossing_of(kLights);
  const world::TrackId lane = lane_from(*road, "west");
  const auto line_m = static_cast<double>(road->roads.tracks[lane].stop_m);
  int stopped = 0, went = 0;
  for (int run = 0; run < 120; ++run) {
    SimulationSettings settings{.seed = 1000U + static_cast<std::uint64_t>(run)};
    let_all_turn(*road, "west", network::Turn::straight, settings);
    Simulation simulation(road->roads, settings);
    while (simulation.tick().time.seconds() < kYellowFrom_s - 10) simulation.step(kStep);
    // some ten seconds away at 50 km/h, from 100 m before the line to behind it when yellow begins
    const world::ObjectId car = simulation.insert(world::ObjectKind::car, lane, line_m - 230 + run, 13);
    while (simulation.tick().time.seconds() < kYellowFrom_s - 1e-6) simulation.step(kStep);
    const auto at_yellow = simulation.find(car);
    ASSERT_TRUE(at_yellow);
    const double room_m = line_m - at_yellow->mover.metres - static_cast<double>(at_yellow->shape.front_m());
    if (at_yellow->mover.trail.current() != lane || room_m <= 0) continue;  // past it already
    const double v = at_yellow->mover.speed_mps, needed = v * v / (2 * room_m);
    Detector line(lane, line_m);
    line.watch(simulation);
    double slowest = v;
    while (simulation.tick().time.seconds() < kCycle_s + kGreenFrom_s - 1) {
      simulation.step(kStep);
      line.watch(simulation);
      if (const auto now = simulation.find(car)) slowest = std::min(slowest, now->mover.speed_mps);
    }
    SCOPED_TRACE("needs " + std::to_string(needed) + " m/s2 at " + std::to_string(room_m) + " m");
    if (needed <= 3) {
      EXPECT_EQ(line.passages().size(), 0U);
      EXPECT_LT(slowest, 0.1);
      ++stopped;
    } else {
      ASSERT_EQ(line.passages().size(), 1U);
      EXPECT_LT(line.passages()[0].time_s, kYellowFrom_s + 3);
      ++went;
    }
    EXPECT_EQ(simulation.tally().red_crossings, 0U);
  }
  EXPECT_GT(stopped, 20);
  EXPECT_GT(went, 20);
}

}  // namespace
}  // namespace backlot::sim::light_test
