#include "backlot/sim/run_state.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/network/test/route_towns.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::run_state_test {
namespace {

using base::Duration;

constexpr Duration kStep = Duration::from_milliseconds(100);

std::string bytes_of(const RunState& state) {
  base::FieldWriter writer;
  writer(state);
  return writer.take_bytes();
}

// Traffic with flows, an external object on a path, a parked one, and a directive that is held.
Simulation busy_run(const TestRoads& town, std::size_t threads) {
  Simulation run(town.roads, {.seed = 5, .threads = threads});
  run.insert_spread(60);
  const world::Track& track = town.roads.tracks[run.vehicle(0).mover.trail.current()];
  const geometry::WorldPoint at = town.roads.tracks.place(track, 0.5 * track.strip_length, 9);
  run.add_external(world::ObjectKind::car, {at, 0.3, 0}, Parked{});
  run.add_external(world::ObjectKind::truck, {{at.x + 30, at.y + 30, at.z}, 1.2, 5},
                   ByPattern{{{Duration::from_milliseconds(8000), 4, 2, 0.1}}});
  for (int k = 0; k < 100; ++k) run.step(kStep);
  run.direct({.actor = run.vehicle(3).id,
              .issuer = direct::IssuerId(1),
              .hold = direct::ForTime{20},
              .what = direct::Halt{}});
  for (int k = 0; k < 20; ++k) run.step(kStep);
  return run;
}

TEST(RunState, AForkGoesOnWithTheSameBits) {
  const auto town = scene_roads("biketown");
  Simulation whole = busy_run(*town, 1);
  Simulation fork = whole.fork();
  EXPECT_EQ(hash_of(fork.state()), hash_of(whole.state()));
  for (int k = 0; k < 300; ++k) {
    whole.step(kStep);
    fork.step(kStep);
    ASSERT_EQ(fork.hash(), whole.hash()) << k;
    ASSERT_EQ(fork.events_hash(), whole.events_hash()) << k;
  }
  EXPECT_EQ(fork.save(), whole.save());
}

TEST(RunState, AForkMayGoOnDifferentlyAndTheOtherDoesNotNotice) {
  const auto town = scene_roads("biketown");
  Simulation whole = busy_run(*town, 1), alone = busy_run(*town, 1);
  Simulation fork = whole.fork();
  fork.remove(fork.vehicle(7).id);
  for (int k = 0; k < 100; ++k) {
    whole.step(kStep);
    fork.step(kStep);
    alone.step(kStep);
  }
  EXPECT_EQ(whole.hash(), alone.hash());
  EXPECT_NE(fork.hash(), whole.hash());
}

TEST(RunState, ASavedStateIsTheListOfItsFields) {
  const auto town = scene_roads("biketown");
  Simulation whole = busy_run(*town, 1);
  Simulation other(town->roads, {.seed = 5, .threads = 3});
  ASSERT_TRUE(other.restore(whole.save()).is_empty());
  EXPECT_EQ(bytes_of(other.state()), bytes_of(whole.state()));
  const RunState copy = whole.state();
  EXPECT_EQ(bytes_of(copy), bytes_of(whole.state()));
  for (int k = 0; k < 200; ++k) {
    whole.step(kStep);
    other.step(kStep);
  }
  EXPECT_EQ(bytes_of(other.state()), bytes_of(whole.state()));
}

// A field that was forgotten in the list would be lost in a save: a change of any of them changes hash and bytes.
TEST(RunState, HasEveryFieldInItsList) {
  const auto town = scene_roads("biketown");
  const Simulation run = busy_run(*town, 1);
  const RunState& state = run.state();
  ASSERT_FALSE(state.externals.empty());
  const std::map<std::string, std::function<void(RunState&)>> changes = {
      {"tick index", [](RunState& s) { ++s.tick.index; }},
      {"tick time", [](RunState& s) { s.tick.time += kStep; }},
      {"hash", [](RunState& s) { ++s.hash; }},
      {"numbers of rows", [](RunState& s) { std::swap(s.number_of[0], s.number_of[1]); }},
      {"movers", [](RunState& s) { s.movers[0].metres += 1; }},
      {"trails", [](RunState& s) { s.movers[0].trail.cut_ahead(0); }},
      {"drivers", [](RunState& s) { s.drivers[0].stood_s += 1; }},
      {"turns", [](RunState& s) { s.drivers[0].turns.keep(0); }},
      {"traits", [](RunState& s) { s.drivers[0].traits.politeness += 1; }},
      {"external bodies", [](RunState& s) { s.externals[0].body.speed_mps += 1; }},
      {"behaviours", [](RunState& s) { s.externals[0].behaviour = Wrecked{}; }},
      {"numbers", [](RunState& s) { s.numbers.create(0); }},
      {"streams", [](RunState& s) { ++s.streams[0]; }},
      {"entered", [](RunState& s) { ++s.entered; }},
      {"outside", [](RunState& s) { ++s.outside; }},
      {"entrances", [](RunState& s) { s.entrance_free.emplace_back(); }},
      {"flows", [](RunState& s) { s.flows.emplace_back(); }},
      {"direction", [](RunState& s) { s.direction.issue({}); }},
      {"lights",
       [&](RunState& s) {
         s.lights.ask(
             {.issuer = direct::IssuerId(1), .wish = {.phase = 0.5, .time = s.tick.time + 600 * kStep}},
             s.tick.time, town->roads.conflicts.signals(), s.clocks);
       }},
      {"roles", [](RunState& s) { s.roles.set(0, "subject"); }},
      {"acceleration of externals", [](RunState& s) { s.externals[0].accel_mps2 += 1; }},
      {"places of externals", [](RunState& s) { s.externals[0].watch.place.distance += 1; }},
      {"unseen events", [](RunState& s) { s.events.unseen.emplace_back(); }},
      {"events", [](RunState& s) { s.events.queue({}); }},
      {"hash of events", [](RunState& s) { ++s.events.hash; }},
      {"touching",
       [](RunState& s) {
         s.touching.push_back({0, 1});
       }},
      {"tally", [](RunState& s) { ++s.tally.exits; }},
  };
  const std::uint64_t hash = hash_of(state);
  const std::string bytes = bytes_of(state);
  for (const auto& [name, change] : changes) {
    RunState changed = state;
    change(changed);
    EXPECT_NE(hash_of(changed), hash) << name;
    EXPECT_NE(bytes_of(changed), bytes) << name;
  }
}

// Bytes that vectors of the state hold, by their lengths.
std::size_t bytes_held(const RunState& s) {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return bytes(s.number_of) + bytes(s.movers) + bytes(s.drivers) + bytes(s.externals) + bytes(s.streams) +
         bytes(s.entrance_free) + bytes(s.flows) + bytes(s.touching) + bytes(s.events.queued) +
         4 * s.numbers.size() * sizeof(std::uint32_t);
}

// A fork copies rows, and nothing that is as large as the network or the memory of a step.
TEST(RunState, ACopyOfFiveThousandVehiclesTakesTheBytesOfItsRows) {
  const network::test::Town town{.rows = 14, .columns = 14, .block_m = 200, .lanes = 2};
  const TestRoads roads(network::test::built(town.description()));
  Simulation run(roads.roads, {});
  ASSERT_EQ(run.insert_spread(5000), 5000U);
  for (int k = 0; k < 3; ++k) run.step(kStep);
  const RunState copy = run.state();
  EXPECT_EQ(bytes_held(copy), bytes_held(run.state()));
  const std::size_t rows = 5000 * (sizeof(world::Mover) + sizeof(traffic::Driver));
  EXPECT_LT(bytes_held(copy), rows + rows / 5)
      << "numbers, streams and the lists of a step are small beside the rows";
  const auto is_tight = [](const auto& list) { return list.capacity() == list.size(); };
  EXPECT_TRUE(is_tight(copy.movers) && is_tight(copy.drivers) && is_tight(copy.number_of) &&
              is_tight(copy.streams))
      << "a copy takes no room to grow";
  EXPECT_EQ(hash_of(copy), hash_of(run.state()));
}

}  // namespace
}  // namespace backlot::sim::run_state_test
