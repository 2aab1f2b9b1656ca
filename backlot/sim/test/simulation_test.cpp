#include "backlot/sim/simulation.h"

#include <thread>

#include <gtest/gtest.h>

#include "backlot/base/hash.h"
#include "backlot/base/random.h"
#include "backlot/sim/run_state.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::simulation_test {
namespace {

using base::Duration;

constexpr Duration kStep = Duration::from_milliseconds(100);

std::uint64_t hash_after(const world::Roads& roads, SimulationSettings settings, std::size_t vehicles,
                         int steps) {
  Simulation simulation(roads, settings);
  simulation.insert_spread(vehicles);
  for (int k = 0; k < steps; ++k) simulation.step(kStep);
  return simulation.hash();
}

// ---- the same bits

TEST(Simulation, HasTheSameHashForAnyNumberOfThreads) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const auto town = scene_roads(scene);
    const std::uint64_t one = hash_after(town->roads, {}, 90, 400);
    for (const std::size_t threads : {1U, 2U, 3U, 8U})
      EXPECT_EQ(hash_after(town->roads, {.threads = threads}, 90, 400), one)
          << scene << ", threads: " << threads;
    EXPECT_NE(hash_after(town->roads, {.seed = 2}, 90, 400), one) << "another seed, another run";
  }
}

// The same from every compiler, at every level of optimisation, on every machine. A change of behaviour changes them: then this
// test says what they are now.
TEST(Simulation, HasTheHashOfAllBuilds) {
  const auto expect = [](const char* scene, std::uint64_t golden) {
    const auto town = scene_roads(scene);
    EXPECT_EQ(base::to_hex(hash_after(town->roads, {}, 80, 1200)), base::to_hex(golden)) << scene;
  };
  expect("biketown", 0x94068ff4857f7be4U);
  expect("county_road", 0x17da0272984801faU);
  expect("motorway", 0x6bf3cc80284687d0U);
}

TEST(Simulation, TwoRunOnOneNetworkInTwoThreads) {
  const auto town = scene_roads("biketown");
  const std::uint64_t alone = hash_after(town->roads, {}, 60, 300),
                      other = hash_after(town->roads, {.seed = 7}, 60, 300);
  std::uint64_t first = 0, second = 0;
  std::thread one([&] { first = hash_after(town->roads, {}, 60, 300); });
  std::thread two([&] { second = hash_after(town->roads, {.seed = 7}, 60, 300); });
  one.join();
  two.join();
  EXPECT_EQ(first, alone);
  EXPECT_EQ(second, other);
}

TEST(Simulation, GoesOnFromASavedStateWithOtherThreads) {
  const auto road = scene_roads("motorway");
  Simulation whole(road->roads, {.threads = 1});
  whole.insert_spread(120);
  bool was_shifting = false;
  std::string saved;
  for (int k = 0; k < 600; ++k) {
    if (saved.empty() && k >= 200) {
      for (std::size_t v = 0; v < whole.size(); ++v)
        was_shifting = was_shifting || whole.vehicle(v).mover.is_shifting();
      if (was_shifting) {
        saved = whole.save();
        Simulation other(road->roads, {.threads = 3});
        EXPECT_TRUE(other.restore(saved).is_empty());
        EXPECT_EQ(other.save(), saved) << "what was read is what was written";
        for (int rest = k; rest < 600; ++rest) other.step(kStep);
        for (int rest = k; rest < 600; ++rest) whole.step(kStep);
        EXPECT_EQ(other.hash(), whole.hash());
        EXPECT_EQ(other.tick().time, whole.tick().time);
        break;
      }
    }
    whole.step(kStep);
  }
  EXPECT_TRUE(was_shifting) << "in the middle of a lane change";
}

std::string code_of(Simulation& simulation, const std::string& bytes) {
  const base::Diagnostics found = simulation.restore(bytes);
  return found.is_empty() ? "" : found[0].code;
}

TEST(Simulation, SaysWhatIsWrongWithASavedState) {
  const auto town = scene_roads("biketown"), road = scene_roads("county_road");
  Simulation simulation(town->roads, {});
  simulation.insert_spread(20);
  for (int k = 0; k < 20; ++k) simulation.step(kStep);
  const std::string saved = simulation.save();
  const std::uint64_t hash = simulation.hash();

  EXPECT_EQ(code_of(simulation, ""), "S101");
  EXPECT_EQ(code_of(simulation, "way main {}"), "S101");
  std::string old = saved;
  old[14] = 0;
  EXPECT_EQ(code_of(simulation, old), "S102");
  for (std::size_t length = 30; length < saved.size(); length += 97)
    EXPECT_EQ(code_of(simulation, saved.substr(0, length)), "S103") << length;
  for (std::size_t at = 40; at < saved.size(); at += 131) {
    std::string damaged = saved;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_EQ(code_of(simulation, damaged), "S103") << at;
  }
  Simulation other_seed(town->roads, {.seed = 5});
  EXPECT_EQ(code_of(other_seed, saved), "S104");
  Simulation other_roads(road->roads, {});
  EXPECT_EQ(code_of(other_roads, saved), "S104");
  EXPECT_EQ(simulation.hash(), hash) << "what is refused changes nothing";
}

// A driver cannot be in two states of a region, in none of them, or in states that there are not, even where the checksum is right.
TEST(Simulation, RefusesDriversInStatesThatCannotBe) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  simulation.insert_spread(20);
  for (int k = 0; k < 20; ++k) simulation.step(kStep);
  const std::string saved = simulation.save();
  const auto bytes_of = [](std::uint64_t value) {
    std::string bytes;
    for (int k = 0; k < 8; ++k) bytes.push_back(static_cast<char>(value >> (8 * k) & 0xffU));
    return bytes;
  };
  constexpr std::size_t kSum = 26, kContent = 34;  // after name, version and inputs
  const std::uint64_t states = simulation.vehicle(0).driver.states.bits();
  const std::size_t at = saved.find(bytes_of(states), kContent);
  ASSERT_NE(at, std::string::npos);
  const auto code_with = [&](std::uint64_t other) {
    std::string forged = saved;
    forged.replace(at, 8, bytes_of(other));
    base::Hasher hasher;
    hasher.add(std::string_view(forged).substr(kContent));
    forged.replace(kSum, 8, bytes_of(hasher.value()));
    return code_of(simulation, forged);
  };
  EXPECT_EQ(code_with(0), "S105");
  EXPECT_EQ(code_with(states ^ 1U), "S105") << "no root";
  EXPECT_EQ(code_with(states | std::uint64_t{1} << 40U), "S105") << "no such state";
  for (std::uint32_t k = 0; k < 29; ++k) EXPECT_EQ(code_with(states ^ std::uint64_t{1} << k), "S105") << k;
  EXPECT_EQ(code_with(states), "");
}

// One more driver far away: the others draw what they drew without it.
TEST(Simulation, OneMoreDoesNotShiftTheLuckOfOthers) {
  const auto road = scene_roads("county_road");
  const auto tracks = road->roads.tracks.all();
  std::uint32_t longest = 0;
  for (std::uint32_t t = 0; t < tracks.size(); ++t) {
    if (!tracks[t].is_corridor() && tracks[t].length > tracks[longest].length) longest = t;
  }
  const auto run = [&](bool with_one_more) {
    auto simulation = std::make_unique<Simulation>(road->roads, SimulationSettings{});
    std::vector<world::ObjectId> ids;
    for (int k = 0; k < 4; ++k)
      ids.push_back(simulation->insert(world::ObjectKind::car, world::TrackId(longest), 20 + 30 * k, 10));
    if (with_one_more)
      simulation->insert(world::ObjectKind::car, world::TrackId(longest), tracks[longest].length - 10, 10);
    for (int k = 0; k < 100; ++k) simulation->step(kStep);
    std::vector<std::pair<double, std::uint32_t>> answers;
    for (const world::ObjectId id : ids) {
      const auto v = simulation->find(id);
      answers.emplace_back(static_cast<double>(v->driver.traits.speed_factor), v->driver.draws);
      answers.emplace_back(v->driver.trip_left_m, v->driver.turns.is_empty() ? 99 : v->driver.turns.front());
    }
    return answers;
  };
  EXPECT_EQ(run(false), run(true));
}

// ---- time

TEST(Simulation, AStepOfNoLengthChangesNothing) {
  const auto town = scene_roads("biketown");
  Simulation plain(town->roads, {}), stuttering(town->roads, {});
  plain.insert_spread(50);
  stuttering.insert_spread(50);
  for (int k = 0; k < 100; ++k) {
    plain.step(kStep);
    stuttering.step(Duration());
    const RunState before = stuttering.state();
    stuttering.step(Duration());
    RunState after = stuttering.state();
    after.tick.index = before.tick.index;
    after.tally.steps = before.tally.steps;
    EXPECT_EQ(hash_of(after), hash_of(before)) << "all but the count of steps is as it was";
    stuttering.step(kStep);
  }
  EXPECT_EQ(stuttering.tick().time, plain.tick().time);
  EXPECT_EQ(stuttering.tick().index, 3 * plain.tick().index);
}

TEST(Simulation, LongStepsAreTakenInParts) {
  const auto town = scene_roads("biketown");
  Simulation fine(town->roads, {}), coarse(town->roads, {});
  fine.insert_spread(50);
  coarse.insert_spread(50);
  for (int k = 0; k < 40; ++k) fine.step(kStep);
  for (int k = 0; k < 10; ++k) coarse.step(Duration::from_milliseconds(400));
  EXPECT_EQ(fine.hash(), coarse.hash());
}

// ---- what is seen from outside

void expect_sound(const Seen& seen, const char* what) {
  SCOPED_TRACE(what);
  EXPECT_GT(seen.bodies, 0U);
  EXPECT_EQ(seen.overlaps, 0U) << seen.worst;
  EXPECT_EQ(seen.off_network, 0U);
  EXPECT_EQ(seen.red_crossings, 0U) << seen.worst;
  EXPECT_LE(seen.hardest_braking, 8.01);
  EXPECT_LE(seen.hardest_gain, 4.0);
  EXPECT_LE(seen.sharpest, 0.2);
  EXPECT_LE(seen.lateral, 4.0);
  EXPECT_LE(seen.side_slip, 1e-3);
  EXPECT_LT(seen.longest_stand_s, 600);
}

struct Case {
  const char* scene;
  std::size_t vehicles;
};
constexpr Case kCases[] = {{"biketown", 40},     {"biketown", 90}, {"county_road", 60},
                           {"county_road", 100}, {"motorway", 60}, {"motorway", 120}};

TEST(Simulation, DrivesWithoutAccidents) {
  std::uint64_t hard = 0, bodies = 0;
  for (const Case& c : kCases) {
    const auto town = scene_roads(c.scene);
    Simulation simulation(town->roads, {.drivers = traffic::suiting_drivers(town->roads.tracks)});
    simulation.insert_spread(c.vehicles);
    Observer observer(town->network);
    for (int k = 0; k < 3000; ++k) {
      simulation.step(kStep);
      observer.watch(simulation);
    }
    expect_sound(observer.seen(), c.scene);
    EXPECT_EQ(simulation.tally().contacts, observer.seen().overlaps)
        << "the run counts what is seen from outside";
    EXPECT_EQ(simulation.size() + simulation.waiting_outside(), c.vehicles) << "nobody vanishes";
    hard += observer.seen().hard_braking;
    bodies += observer.seen().bodies;
  }
  EXPECT_LT(static_cast<double>(hard), 1e-4 * static_cast<double>(bodies));
}

TEST(Simulation, DrivesWithoutAccidentsInStepsOfAnyLength) {
  for (const Case& c : {kCases[1], kCases[5]}) {
    const auto town = scene_roads(c.scene);
    Simulation simulation(town->roads, {.seed = 3, .drivers = traffic::suiting_drivers(town->roads.tracks)});
    simulation.insert_spread(c.vehicles);
    Observer observer(town->network);
    base::RandomStream random{1, 2, 3};
    for (int k = 0; k < 3000; ++k) {
      simulation.step(Duration::from_seconds(random.uniform(0.01, 0.1)));
      observer.watch(simulation);
    }
    EXPECT_EQ(observer.seen().overlaps, 0U) << c.scene << ": " << observer.seen().worst;
    EXPECT_EQ(observer.seen().red_crossings, 0U) << c.scene;
  }
}

}  // namespace
}  // namespace backlot::sim::simulation_test
