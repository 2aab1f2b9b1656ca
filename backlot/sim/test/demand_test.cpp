#include "backlot/sim/demand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::demand_test {
namespace {

using base::Duration;
using base::SimTime;
using world::TrackId;

constexpr Duration kStep = Duration::from_milliseconds(100);

//              north
//                |          two lanes come from the west; south ends at an open end too
//   west  ======-+------ east
//                |
//              south
constexpr std::string_view kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west {
  lanes { vehicle backward 3.25 m; spine; vehicle forward 3.25 m; vehicle forward 3.25 m }
  begin at (-415 m, 0 m) heading 0 deg
  line 400 m
  start open
}
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way north { profile street;  begin at (0 m, 215 m) heading 270 deg;  line 200 m;  start open }
way south { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end yield
}
)";

TrackId lane_of(const TestRoads& roads, std::string_view way, std::string_view lane) {
  const network::StripId strip = roads.network.find_strip(way);
  return roads.roads.tracks.track_of({roads.network.find_lane(strip, lane), true});
}

SimTime at_s(double seconds) { return SimTime() + Duration::from_seconds(seconds); }

// ---- arrivals

// The times at which the vehicles of a flow arrive, and their kinds. No vehicle is let in before all have arrived.
struct Arrived {
  std::vector<double> headways_s;
  std::array<int, world::kVehicleKinds> of_kind{};
};
Arrived arrivals_of(const Flow& flow, std::uint64_t seed, double until_s) {
  const Demand demand(seed, {flow});
  std::vector<FlowState> states = demand.at_start();
  Arrived arrived;
  SimTime last = flow.begin;
  demand.arrive(at_s(until_s), states);
  while (states[0].waiting() > 0) {
    const SimTime now = states[0].first;
    arrived.headways_s.push_back((now - last).seconds());
    ++arrived.of_kind[static_cast<std::size_t>(demand.kind_of_first(0, states[0]))];
    last = now;
    demand.serve(0, now, states[0]);
  }
  EXPECT_EQ(states[0].delay.nanoseconds(), 0) << "a vehicle that is let in when it arrives has no delay";
  return arrived;
}

TEST(Demand, ArrivesAsOftenAsAskedAndAsBunched) {
  const auto road = roads_of(kCrossing);
  Flow flow{.lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 900};
  const double mean = 4;
  for (const double least : {0.0, 1.5}) {
    flow.least_headway_s = least;
    const Arrived arrived = arrivals_of(flow, 5, 40000);
    const auto n = static_cast<double>(arrived.headways_s.size());
    // the count has the spread of the sum of its headways
    const double sigma = (mean - least) / mean * std::sqrt(40000 / mean);
    EXPECT_NEAR(n, 40000 / mean, 4 * sigma);
    EXPECT_GE(*std::min_element(arrived.headways_s.begin(), arrived.headways_s.end()), least);
    // an exponential: a share of 1/e is longer than the mean of the rest
    const double longer =
        static_cast<double>(std::count_if(arrived.headways_s.begin(), arrived.headways_s.end(),
                                          [&](double h) { return h - least > mean - least; }));
    EXPECT_NEAR(longer / n, std::exp(-1.0), 4 * std::sqrt(0.37 * 0.63 / n));
  }
  flow.arrivals = Arrivals::regular;
  for (const double headway : arrivals_of(flow, 5, 400).headways_s) EXPECT_NEAR(headway, mean, 1e-9);
}

TEST(Demand, MixesKindsByTheirShares) {
  const auto road = roads_of(kCrossing);
  const Flow flow{
      .lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 1800, .mix = {16, 2, 1, 1, 0}};
  const Arrived arrived = arrivals_of(flow, 3, 20000);
  const auto n = static_cast<double>(arrived.headways_s.size());
  const std::array<double, world::kVehicleKinds> expected{0.8, 0.1, 0.05, 0.05, 0};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(arrived.of_kind[k] / n, expected[k], 3.5 * std::sqrt(expected[k] * (1 - expected[k]) / n))
        << k;
}

TEST(Demand, ArrivesBetweenBeginAndEndOnly) {
  const auto road = roads_of(kCrossing);
  const Flow flow{.lanes = {lane_of(*road, "east", "R1")},
                  .vehicles_per_hour = 3600,
                  .begin = at_s(100),
                  .end = at_s(150),
                  .arrivals = Arrivals::regular};
  const Demand demand(1, {flow});
  std::vector<FlowState> states = demand.at_start();
  demand.arrive(at_s(100.5), states);
  EXPECT_EQ(states[0].asked, 0U);
  demand.arrive(at_s(1000), states);
  EXPECT_EQ(states[0].asked, 49U) << "at 101, 102 ... 149 s";
}

TEST(Demand, KnowsTheDelayOfWaitingVehicles) {
  const auto road = roads_of(kCrossing);
  const Flow flow{
      .lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 3600, .arrivals = Arrivals::regular};
  const Demand demand(1, {flow});
  std::vector<FlowState> states = demand.at_start();
  demand.arrive(at_s(3), states);
  EXPECT_EQ(states[0].waiting(), 3U);
  demand.serve(0, at_s(5), states[0]);  // came at 1 s
  demand.serve(0, at_s(7), states[0]);  // came at 2 s
  EXPECT_EQ(states[0].waiting(), 1U);
  EXPECT_DOUBLE_EQ(states[0].delay.seconds(), 4 + 5);
  EXPECT_DOUBLE_EQ(states[0].longest_delay.seconds(), 5);
}

TEST(Demand, SaysWhatIsWrongWithAFlow) {
  const auto road = roads_of(kCrossing);
  const world::Tracks& tracks = road->roads.tracks;
  const Flow good{.lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 500};
  EXPECT_EQ(find_fault(tracks, good), "");
  const auto fault_with = [&](auto change) {
    Flow flow = good;
    change(flow);
    return find_fault(tracks, flow);
  };
  const network::LaneId out = road->network.find_lane(road->network.find_strip("east"), "L1");
  EXPECT_NE(fault_with([](Flow& f) { f.lanes.clear(); }), "");
  EXPECT_NE(fault_with([&](Flow& f) {
              f.lanes = {tracks.track_of({out, false})};
            }),
            "")
      << "a lane that leads out";
  EXPECT_NE(fault_with([](Flow& f) { f.vehicles_per_hour = -1; }), "");
  EXPECT_NE(fault_with([](Flow& f) { f.vehicles_per_hour = std::numeric_limits<double>::quiet_NaN(); }), "");
  EXPECT_NE(fault_with([](Flow& f) { f.mix = {0, 0, 0, 0}; }), "");
  EXPECT_NE(fault_with([](Flow& f) { f.mix = {1, -1, 0, 0}; }), "");
  EXPECT_NE(fault_with([](Flow& f) { f.end = f.begin; }), "");
  EXPECT_NE(fault_with([](Flow& f) { f.least_headway_s = 7.2; }), "") << "the mean headway";
}

// ---- on the road

std::vector<Flow> flows_of(const TestRoads& road) {
  return {{.lanes = {lane_of(road, "west", "R1"), lane_of(road, "west", "R2")}, .vehicles_per_hour = 600},
          {.lanes = {lane_of(road, "east", "R1")}, .vehicles_per_hour = 400, .mix = {8, 0, 0, 2}},
          {.lanes = {lane_of(road, "north", "R1")}, .vehicles_per_hour = 100, .arrivals = Arrivals::regular}};
}

// Vehicles seen for the first time on each way, and of which length they are.
class EntryWatch {
 public:
  void watch(const Simulation& simulation) {
    for (std::size_t k = 0; k < simulation.size(); ++k) {
      const VehicleView v = simulation.vehicle(k);
      if (!known_.emplace(v.id.raw(), 0).second) continue;
      const world::Track& track = simulation.roads().tracks[v.mover.trail.current()];
      ++seen_[simulation.roads().tracks.network().name_of(track.strip)];
      if (v.mover.kind == world::ObjectKind::car) ++cars_;
    }
  }
  int on(const std::string& way) { return seen_[way]; }
  int cars() const { return cars_; }

 private:
  std::map<std::uint64_t, int> known_;
  std::map<std::string, int> seen_;
  int cars_ = 0;
};

TEST(Flows, AreServedAsAskedAndDriveOut) {
  const auto road = roads_of(kCrossing);
  SimulationSettings settings{.flows = flows_of(*road)};
  Simulation simulation(road->roads, settings);
  EntryWatch watch;
  Observer observer(road->network);
  constexpr double kSeconds = 3600;
  for (int k = 0; k < 10 * static_cast<int>(kSeconds); ++k) {
    simulation.step(kStep);
    watch.watch(simulation);
    if (k % 20 == 0) observer.watch(simulation);
  }
  const std::span<const FlowState> states = simulation.flow_states();
  const char* ways[] = {"west", "east", "north"};
  std::uint64_t served = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double asked = settings.flows[k].vehicles_per_hour * kSeconds / 3600;
    EXPECT_NEAR(static_cast<double>(states[k].asked), asked, k == 2 ? 1 : 4 * std::sqrt(asked)) << ways[k];
    EXPECT_NEAR(static_cast<double>(states[k].served()), static_cast<double>(states[k].asked), 0.05 * asked)
        << ways[k];
    EXPECT_EQ(static_cast<std::uint64_t>(watch.on(ways[k])), states[k].served()) << "as seen on the road";
    served += states[k].served();
  }
  EXPECT_EQ(simulation.tally().entries, served);
  EXPECT_EQ(simulation.size() + simulation.tally().exits, served) << "nobody vanishes, nobody comes back";
  EXPECT_EQ(simulation.waiting_outside(), 0U);
  EXPECT_EQ(observer.seen().overlaps, 0U) << observer.seen().worst;
}

TEST(Flows, WaitInTheirOwnQueueWhereThereIsNoRoom) {
  const auto road = roads_of(kCrossing);
  SimulationSettings settings;
  settings.flows = {{.lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 4000},
                    {.lanes = {lane_of(*road, "west", "R1")}, .vehicles_per_hour = 200}};
  Simulation simulation(road->roads, settings);
  for (int k = 0; k < 6000; ++k) simulation.step(kStep);
  const FlowState &crowd = simulation.flow_states()[0], &few = simulation.flow_states()[1];
  EXPECT_GT(crowd.waiting(), 100U);
  EXPECT_GT(crowd.served(), 200U) << "the lane is as full as it can be";
  EXPECT_GT(crowd.longest_delay.seconds(), 100);
  EXPECT_GT(crowd.delay.seconds() / static_cast<double>(crowd.served()), 30);
  EXPECT_LE(few.waiting(), 1U);
  EXPECT_LT(few.longest_delay.seconds(), 10);
  EXPECT_EQ(simulation.tally().contacts, 0U);
}

std::uint64_t hash_of_run(const TestRoads& road, std::size_t threads) {
  SimulationSettings settings{.threads = threads, .flows = flows_of(road)};
  Simulation simulation(road.roads, settings);
  simulation.insert_spread(10);
  for (int k = 0; k < 1200; ++k) simulation.step(kStep);
  return simulation.hash();
}

TEST(Flows, HaveTheSameHashForAnyNumberOfThreads) {
  const auto road = roads_of(kCrossing);
  const std::uint64_t one = hash_of_run(*road, 1);
  EXPECT_EQ(hash_of_run(*road, 2), one);
  EXPECT_EQ(hash_of_run(*road, 3), one);
}

TEST(Flows, GoOnFromASavedState) {
  const auto road = roads_of(kCrossing);
  SimulationSettings settings{.flows = flows_of(*road)};
  settings.flows[1].vehicles_per_hour = 3000;  // so that some wait when it is saved
  Simulation whole(road->roads, settings);
  whole.insert_spread(10);
  for (int k = 0; k < 900; ++k) whole.step(kStep);
  EXPECT_GT(whole.flow_states()[1].waiting(), 0U);
  const std::string saved = whole.save();
  settings.threads = 3;
  Simulation other(road->roads, settings);
  EXPECT_TRUE(other.restore(saved).is_empty());
  EXPECT_EQ(other.save(), saved);
  for (int k = 0; k < 900; ++k) {
    whole.step(kStep);
    other.step(kStep);
  }
  EXPECT_EQ(other.hash(), whole.hash());
  EXPECT_EQ(other.save(), whole.save());
  // another demand is another run
  settings.flows[0].vehicles_per_hour = 601;
  Simulation third(road->roads, settings);
  const base::Diagnostics found = third.restore(saved);
  ASSERT_FALSE(found.is_empty());
  EXPECT_EQ(found[0].code, "S104");
}

// What the vehicles of a flow are like and where they turn does not depend on other flows, though their ids do.
TEST(Flows, OneMoreDoesNotShiftTheLuckOfOthers) {
  const auto road = roads_of(kCrossing);
  const auto run = [&](bool with_one_more) {
    SimulationSettings settings;
    settings.flows = {
        {.lanes = {lane_of(*road, "east", "R1")}, .vehicles_per_hour = 300, .mix = {8, 1, 1, 0}}};
    if (with_one_more)
      settings.flows.push_back({.lanes = {lane_of(*road, "north", "R1")}, .vehicles_per_hour = 300});
    Simulation simulation(road->roads, settings);
    std::vector<std::tuple<float, std::uint8_t, int>> drivers;
    std::map<std::uint64_t, int> known;
    for (int k = 0; k < 3000; ++k) {
      simulation.step(kStep);
      for (std::size_t i = 0; i < simulation.size(); ++i) {
        const VehicleView v = simulation.vehicle(i);
        const world::Track& track = simulation.roads().tracks[v.mover.trail.current()];
        if (road->network.name_of(track.strip) != "east" || !track.is_along) continue;
        if (v.driver.turns.is_empty() || !known.emplace(v.id.raw(), 0).second) continue;
        drivers.emplace_back(v.driver.traits.speed_factor, v.driver.turns.front(),
                             static_cast<int>(v.mover.kind));
      }
    }
    return drivers;
  };
  const auto alone = run(false), together = run(true);
  EXPECT_GT(alone.size(), 15U);
  EXPECT_EQ(alone, together);
}

// ---- turning shares

TEST(Flows, TurnByShares) {
  const auto road = roads_of(kCrossing);
  const world::Tracks& tracks = road->roads.tracks;
  const TrackId from = lane_of(*road, "west", "R1");
  const auto exits = tracks.exits(tracks[tracks[from].carriageway]);
  std::map<std::string, double> share = {{"east", 0.6}, {"north", 0.1}, {"south", 0.3}};
  std::vector<double> by_exit;
  const auto name_of = [&](world::CarriagewayId way) {
    return road->network.name_of(tracks[tracks.tracks_of(tracks[way]).front()].strip);
  };
  for (const world::Exit& exit : exits) by_exit.push_back(share[name_of(exit.to)]);
  SimulationSettings settings;
  settings.flows = {{.lanes = {from, lane_of(*road, "west", "R2")}, .vehicles_per_hour = 900}};
  settings.turning_shares.set(tracks, tracks[from].carriageway, by_exit);
  Simulation simulation(road->roads, settings);
  // vehicles that drive away from the crossing, by the way that they are on
  std::map<std::string, double> seen;
  std::map<std::uint64_t, int> known;
  double all = 0;
  for (int k = 0; k < 40000; ++k) {
    simulation.step(kStep);
    for (std::size_t i = 0; i < simulation.size(); ++i) {
      const VehicleView v = simulation.vehicle(i);
      const world::Track& track = tracks[v.mover.trail.current()];
      if (track.is_corridor() || track.is_along || !known.emplace(v.id.raw(), 0).second) continue;
      ++seen[road->network.name_of(track.strip)];
      ++all;
    }
  }
  EXPECT_GT(all, 900);
  for (const auto& [way, expected] : share)
    EXPECT_NEAR(seen[way] / all, expected, 4 * std::sqrt(expected * (1 - expected) / all)) << way;
  EXPECT_EQ(simulation.tally().contacts, 0U);
}

}  // namespace
}  // namespace backlot::sim::demand_test
