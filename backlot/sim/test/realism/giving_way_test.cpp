// Intersections without lights: a vehicle with the right of way is hardly slowed down by those that wait for it, or go through a gap before it.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::giving_way_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// Four short streets of one lane each way.
//
//            | n
//      w ----+---- e
//            | s
std::unique_ptr<TestRoads> crossing_with(std::string_view rules) {
  return roads_of(std::string(R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way w { profile street; begin at (-150 m, 0 m) heading 0 deg; line 138 m; start open }
way e { profile street; begin at (150 m, 0 m) heading 180 deg; line 138 m; start open }
way s { profile street; begin at (0 m, -150 m) heading 90 deg; line 138 m; start open }
way n { profile street; begin at (0 m, 150 m) heading 270 deg; line 138 m; start open }
intersection x {
)") + std::string(rules) +
                  "\n}\n");
}
constexpr std::string_view kToTheRight = R"(
  arm w: w.end
  arm e: e.end
  arm s: s.end
  arm n: n.end
  control priority to the right)";
constexpr std::string_view kPriorityRoad = R"(
  arm w: w.end priority road
  arm e: e.end priority road
  arm s: s.end yield
  arm n: n.end yield)";

world::TrackId lane_of(const TestRoads& roads, std::string_view way) {
  return roads.roads.tracks.track_of({roads.network.find_lane(roads.network.find_strip(way), "R1"), true});
}

// All vehicles of the flow take this turn.
void add_flow(const TestRoads& roads, std::string_view way, double per_hour, network::Turn turn,
              SimulationSettings& settings) {
  const world::Tracks& tracks = roads.roads.tracks;
  const world::TrackId lane = lane_of(roads, way);
  settings.flows.push_back({.lanes = {lane}, .vehicles_per_hour = per_hour});
  std::vector<double> shares;
  for (const world::Exit& exit : tracks.exits(tracks[tracks[lane].carriageway]))
    shares.push_back(exit.turn == turn ? 1 : 0);
  settings.turning_shares.set(tracks, tracks[lane].carriageway, shares);
}

// The vehicles that came from one arm, as seen from outside.
struct Stream {
  std::uint64_t vehicles = 0;
  std::uint64_t steps = 0;                     // of all its vehicles together
  std::uint64_t braking_3 = 0, braking_1 = 0;  // vehicles that once braked harder than 3 m/s2, than 1 m/s2
};
struct Outcome {
  std::map<std::string, Stream> from;
  std::uint64_t bodies = 0, hard = 0, overlaps = 0;
};

// How it is measured: braking is the difference of the speeds in two frames.
Outcome drive(const TestRoads& roads, const SimulationSettings& settings, int seconds) {
  struct Past {
    std::string from;
    double speed = 0, hardest = 0;
  };
  Simulation simulation(roads.roads, settings);
  Observer observer(roads.network);
  std::map<std::uint64_t, Past> seen;  // by id
  Outcome run;
  for (int k = 0; k < 10 * seconds; ++k) {
    simulation.step(kStep);
    observer.watch(simulation);
    for (std::size_t i = 0; i < simulation.size(); ++i) {
      const VehicleView v = simulation.vehicle(i);
      const network::StripId strip = roads.roads.tracks[v.mover.trail.current()].strip;
      const auto [at, is_new] = seen.try_emplace(v.id.raw());
      Past& past = at->second;
      if (is_new) past.from = roads.network.name_of(strip);
      if (!is_new) past.hardest = std::max(past.hardest, (past.speed - v.mover.speed_mps) / kStep.seconds());
      past.speed = v.mover.speed_mps;
      ++run.from[past.from].steps;
    }
  }
  for (const auto& [id, past] : seen) {
    Stream& stream = run.from[past.from];
    ++stream.vehicles;
    stream.braking_3 += past.hardest > 3 ? 1 : 0;
    stream.braking_1 += past.hardest > 1 ? 1 : 0;
  }
  run.bodies = observer.seen().bodies;
  run.hard = observer.seen().hard_braking;
  run.overlaps = observer.seen().overlaps;
  return run;
}

constexpr std::uint64_t kSeeds = 5;

// Priority to the right: vehicles from the south go before those from the west.
TEST(GivingWay, AVehicleFromTheRightIsNotSlowedDownByThoseThatWaitForIt) {
  const auto roads = crossing_with(kToTheRight);
  std::uint64_t bodies = 0, hard = 0, waiting = 0;
  double alone_s = 0, crossed_s = 0, vehicles = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SimulationSettings settings{.seed = seed};
    add_flow(*roads, "s", 350, network::Turn::straight, settings);
    const Outcome alone = drive(*roads, settings, 600);
    add_flow(*roads, "w", 350, network::Turn::straight, settings);
    const Outcome run = drive(*roads, settings, 600);
    EXPECT_EQ(run.overlaps, 0U) << "seed " << seed;
    bodies += run.bodies;
    hard += run.hard;
    waiting += run.from.at("w").braking_1;
    vehicles += static_cast<double>(run.from.at("s").vehicles);
    alone_s += kStep.seconds() * static_cast<double>(alone.from.at("s").steps);
    crossed_s += kStep.seconds() * static_cast<double>(run.from.at("s").steps);
  }
  EXPECT_GT(vehicles, 250);
  EXPECT_GT(waiting, 30U) << "some vehicles from the west have to brake";
  EXPECT_LT(1e6 * static_cast<double>(hard), 100 * static_cast<double>(bodies));
  // the same vehicles, on a way that takes 20 s
  EXPECT_LT((crossed_s - alone_s) / vehicles, 0.2);
}

TEST(GivingWay, OncomingVehiclesHardlyBrakeForLeftTurns) {
  const auto roads = crossing_with(kPriorityRoad);
  Stream oncoming, turning;
  std::uint64_t bodies = 0, hard = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SimulationSettings settings{.seed = seed};
    add_flow(*roads, "w", 250, network::Turn::left, settings);
    add_flow(*roads, "e", 400, network::Turn::straight, settings);
    const Outcome run = drive(*roads, settings, 900);
    EXPECT_EQ(run.overlaps, 0U) << "seed " << seed;
    oncoming.vehicles += run.from.at("e").vehicles;
    oncoming.braking_3 += run.from.at("e").braking_3;
    oncoming.braking_1 += run.from.at("e").braking_1;
    turning.vehicles += run.from.at("w").vehicles;
    turning.steps += run.from.at("w").steps;
    bodies += run.bodies;
    hard += run.hard;
  }
  EXPECT_GT(oncoming.vehicles, 400U);
  EXPECT_GT(turning.vehicles, 250U);
  EXPECT_GT(oncoming.braking_1, 0U) << "what is looked for can be seen";
  EXPECT_LT(100 * oncoming.braking_3, oncoming.vehicles) << oncoming.braking_3 << " of " << oncoming.vehicles;
  EXPECT_LT(1e6 * static_cast<double>(hard), 100 * static_cast<double>(bodies));
  // a way of 300 m and the wait for a gap
  EXPECT_LT(kStep.seconds() * static_cast<double>(turning.steps) / static_cast<double>(turning.vehicles), 45);
}

TEST(GivingWay, OnAPriorityRoadVehiclesAreNotSlowedDownByThoseThatYield) {
  const auto roads = crossing_with(kPriorityRoad);
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    SimulationSettings settings{.seed = seed};
    add_flow(*roads, "w", 350, network::Turn::straight, settings);
    add_flow(*roads, "s", 350, network::Turn::straight, settings);
    const Outcome run = drive(*roads, settings, 600);
    EXPECT_EQ(run.overlaps, 0U) << "seed " << seed;
    EXPECT_EQ(run.hard, 0U) << "seed " << seed;
    EXPECT_EQ(run.from.at("w").braking_3, 0U) << "seed " << seed;
  }
}

}  // namespace
}  // namespace backlot::sim::giving_way_test
