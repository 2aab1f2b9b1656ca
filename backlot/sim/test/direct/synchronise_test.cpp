// Signals that are told to be at a phase at a time, in a run.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/base/hash.h"
#include "backlot/base/random.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/detector.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::synchronise_test {
namespace {

using base::Duration;
using base::SimTime;

constexpr Duration kStep = Duration::from_milliseconds(100);

// A director that makes a demand on some signal now and then; the demand depends on the time alone.
void ask_something(Simulation& simulation) {
  base::RandomStream random{11, 0, 0};
  random.skip_to(simulation.tick().index);
  if (random.below(20) != 0) return;
  const std::size_t programmes = simulation.roads().tracks.network().programmes().size();
  simulation.synchronise({.programme = static_cast<std::uint32_t>(random.below(programmes)),
                          .phase = random.uniform(),
                          .time = simulation.tick().time + Duration::from_seconds(random.uniform(10, 90))});
}

std::uint64_t hash_after(const world::Roads& roads, const SimulationSettings& settings, int steps,
                         bool is_directed) {
  Simulation simulation(roads, settings);
  simulation.insert_spread(60);
  for (int k = 0; k < steps; ++k) {
    if (is_directed) ask_something(simulation);
    simulation.step(kStep);
  }
  return simulation.hash();
}

TEST(Synchronise, GivesTheSameBitsForAnyNumberOfThreads) {
  for (const char* scene : {"biketown", "county_road"}) {
    const auto town = scene_roads(scene);
    for (const Update update : {Update::transactional, Update::sequential}) {
      const std::uint64_t one = hash_after(town->roads, {.update = update}, 900, true);
      for (const std::size_t threads : {1U, 2U, 3U})
        EXPECT_EQ(hash_after(town->roads, {.threads = threads, .update = update}, 900, true), one)
            << scene << ", threads: " << threads;
      EXPECT_NE(hash_after(town->roads, {.update = update}, 900, false), one);
    }
  }
}

TEST(Synchronise, GoesOnFromAStateThatWasSavedOnTheWay) {
  const auto town = scene_roads("biketown");
  Simulation whole(town->roads, {});
  whole.insert_spread(60);
  for (int k = 0; k < 300; ++k) {
    ask_something(whole);
    whole.step(kStep);
  }
  ASSERT_TRUE(whole.synchronise({.phase = 0.1, .time = whole.tick().time + Duration::from_seconds(70)})
                  .is_accepted());
  for (int k = 0; k < 100; ++k) whole.step(kStep);
  ASSERT_FALSE(whole.signal_clocks().is_empty());
  const traffic::ClockPlan plan = whole.signal_clocks().all()[0].plan();
  ASSERT_GT(plan.until, whole.tick().time);
  ASSERT_NE(plan.passes_ns, (plan.until - plan.from).nanoseconds());

  const std::string saved = whole.save();
  Simulation other(town->roads, {.threads = 3});
  ASSERT_TRUE(other.restore(saved).is_empty());
  EXPECT_EQ(other.save(), saved) << "what was read is what was written";
  for (int k = 0; k < 900; ++k) {
    for (Simulation* run : {&whole, &other}) {
      if (k > 300) ask_something(*run);
      run->step(kStep);
    }
  }
  EXPECT_EQ(other.hash(), whole.hash());
  EXPECT_EQ(other.signal_clocks().hash(), whole.signal_clocks().hash());
}

TEST(Synchronise, RefusesASavedClockThatCannotBe) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  ASSERT_TRUE(
      simulation.synchronise({.phase = 0.9, .time = SimTime() + Duration::from_seconds(70)}).is_accepted());
  const std::string saved = simulation.save();
  constexpr std::size_t kSum = 26, kContent = 34;  // after name, version and inputs
  // the plan of the only clock, with its programme and the count of clocks before it
  base::FieldWriter plan;
  plan(simulation.signal_clocks().all()[0].plan());
  const std::size_t from = saved.find(plan.bytes());
  ASSERT_NE(from, std::string::npos);
  const auto code_with = [&](std::size_t at, std::uint64_t value, int bytes) {
    std::string changed = saved;
    const auto put = [&](std::size_t where, std::uint64_t word, int count) {
      for (int k = 0; k < count; ++k)
        changed[where + static_cast<std::size_t>(k)] = static_cast<char>(word >> (8 * k) & 0xffU);
    };
    put(at, value, bytes);
    base::Hasher hasher;
    hasher.add(std::string_view(changed).substr(kContent));
    put(kSum, hasher.value(), 8);
    Simulation other(town->roads, {});
    const base::Diagnostics found = other.restore(changed);
    return found.is_empty() ? std::string() : found[0].code;
  };
  const std::size_t programme = from - 4, clocks = programme - 8, until = from + 8, phase = until + 8,
                    passes = phase + 8;
  EXPECT_EQ(code_with(programme, 0, 4), "") << "as it was";
  EXPECT_EQ(code_with(clocks, 2, 8), "S105");
  EXPECT_EQ(code_with(programme, 1000, 4), "S105");
  EXPECT_EQ(code_with(until, ~std::uint64_t{0}, 8), "S105");
  EXPECT_EQ(code_with(until, ~std::uint64_t{0} >> 1U, 8), "S105");
  EXPECT_EQ(code_with(phase, 80'000'000'000U, 8), "S105") << "the cycle has 80 s";
  EXPECT_EQ(code_with(passes, 0, 8), "S105");
}

TEST(Synchronise, WhatIsRefusedChangesNothing) {
  const auto town = scene_roads("biketown");
  const std::uint64_t alone = hash_after(town->roads, {}, 200, false);
  Simulation simulation(town->roads, {});
  simulation.insert_spread(60);
  for (int k = 0; k < 200; ++k) {
    const SimTime now = simulation.tick().time;
    EXPECT_EQ(simulation.synchronise({.programme = 77, .phase = 0.5, .time = now + kStep}).refusal,
              traffic::SignalRefusal::unknown_programme);
    EXPECT_EQ(simulation.synchronise({.phase = 0.5, .time = now - kStep}).refusal,
              traffic::SignalRefusal::past);
    EXPECT_EQ(simulation.synchronise({.phase = 0.9, .time = now + kStep}).refusal,
              traffic::SignalRefusal::beyond_limits);
    simulation.step(kStep);
  }
  EXPECT_EQ(simulation.hash(), alone);
}

// ---- drivers

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

// A car comes to the line at 40 s, when the light is red. The signal is told to be in the middle of green by then, and
// lets the car through.
TEST(Synchronise, ADriverMeetsThePhaseThatWasAskedFor) {
  const auto road = crossing_of(kLights);
  const world::TrackId lane = lane_from(*road, "west");
  const auto line_m = static_cast<double>(road->roads.tracks[lane].stop_m);
  const auto green = traffic::find_phase(road->network.programmes()[0], 0, network::Aspect::green, 0.5);
  ASSERT_TRUE(green);
  for (const bool is_directed : {false, true}) {
    SimulationSettings settings;
    let_all_turn(*road, "west", network::Turn::straight, settings);
    Simulation simulation(road->roads, settings);
    if (is_directed) {
      ASSERT_TRUE(simulation.synchronise({.phase = *green, .time = SimTime() + Duration::from_seconds(40)})
                      .is_accepted());
    }
    while (simulation.tick().time.seconds() < 20) simulation.step(kStep);
    const world::ObjectId car = simulation.insert(world::ObjectKind::car, lane, line_m - 270, 13);
    Detector line(lane, line_m);
    line.watch(simulation);
    double slowest = 13;
    while (simulation.tick().time.seconds() < 45) {
      simulation.step(kStep);
      line.watch(simulation);
      if (const auto now = simulation.find(car)) slowest = std::min(slowest, now->mover.speed_mps);
    }
    EXPECT_EQ(line.passages().size(), is_directed ? 1U : 0U);
    if (is_directed) {
      EXPECT_GT(slowest, 10);
      EXPECT_NEAR(line.passages()[0].time_s, 40, 2);
    } else {
      EXPECT_LT(slowest, 1);
    }
    EXPECT_EQ(simulation.tally().red_crossings, 0U);
  }
}

// All signals follow directors that demand another phase every minute, and change the demanded time in every step. No
// vehicle crosses a red light because of it.
TEST(Synchronise, TrafficStaysSafeWhileDirectorsChangeTheirMinds) {
  for (const char* scene : {"biketown", "county_road"}) {
    const auto town = scene_roads(scene);
    Simulation simulation(town->roads, {});
    simulation.insert_spread(60);
    Observer observer(town->network);
    base::RandomStream random{13, 0, 0};
    struct Wish {
      double phase = 0;
      SimTime time;
    };
    std::vector<Wish> wishes(town->network.programmes().size());
    int accepted = 0;
    for (int k = 0; k < 3000; ++k) {
      for (std::uint32_t p = 0; p < wishes.size(); ++p) {
        Wish& wish = wishes[p];
        const SimTime now = simulation.tick().time;
        if (wish.time <= now) wish = {random.uniform(), now + Duration::from_seconds(random.uniform(30, 90))};
        const Duration jitter = Duration::from_seconds(random.uniform(-3, 3));
        const traffic::SignalAnswer answer =
            simulation.synchronise({.programme = p, .phase = wish.phase, .time = wish.time + jitter});
        accepted += answer.is_accepted() ? 1 : 0;
      }
      simulation.step(kStep);
      observer.watch(simulation);
    }
    EXPECT_GT(accepted, 1500) << scene;
    EXPECT_EQ(simulation.tally().red_crossings, 0U) << scene;
    EXPECT_EQ(simulation.tally().contacts, 0U) << scene;
    EXPECT_EQ(observer.seen().red_crossings, 0U) << observer.seen().worst;
    EXPECT_EQ(observer.seen().overlaps, 0U) << observer.seen().worst;
  }
}

}  // namespace
}  // namespace backlot::sim::synchronise_test
