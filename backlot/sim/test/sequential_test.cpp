// The sequential update: one vehicle after the other. Each decides by the world that those before it have left.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/hash.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::sequential_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

std::uint64_t hash_after(const world::Roads& roads, const SimulationSettings& settings, std::size_t vehicles,
                         int steps) {
  Simulation simulation(roads, settings);
  simulation.insert_spread(vehicles);
  for (int k = 0; k < steps; ++k) simulation.step(kStep);
  return simulation.hash();
}

TEST(Sequential, HasTheSameHashForAnyThreadsAndAnyOrderOfTheTables) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    SCOPED_TRACE(scene);
    const auto town = scene_roads(scene);
    const auto hash = [&](Update update, std::size_t threads, std::uint64_t sort_every) {
      return hash_after(town->roads, {.threads = threads, .update = update, .sort_every = sort_every}, 90,
                        600);
    };
    const std::uint64_t one = hash(Update::sequential, 1, 40);
    for (const std::size_t threads : {1U, 2U, 8U}) EXPECT_EQ(hash(Update::sequential, threads, 40), one);
    for (const std::uint64_t sort_every : {1U, 7U, 100000U})
      EXPECT_EQ(hash(Update::sequential, 1, sort_every), one) << sort_every;
    EXPECT_NE(hash(Update::transactional, 1, 40), one);
  }
}

// As Simulation.HasTheHashOfAllBuilds.
TEST(Sequential, HasTheHashOfAllBuilds) {
  const auto expect = [](const char* scene, std::uint64_t golden) {
    const auto town = scene_roads(scene);
    EXPECT_EQ(base::to_hex(hash_after(town->roads, {.update = Update::sequential}, 80, 1200)),
              base::to_hex(golden))
        << scene;
  };
  expect("biketown", 0x4560c93642a0e630U);
  expect("county_road", 0x188a7c7a846bb831U);
  expect("motorway", 0x0216cbd2cbd40e1eU);
}

TEST(Sequential, GoesOnFromASavedState) {
  const auto road = scene_roads("motorway");
  const SimulationSettings settings{.update = Update::sequential};
  Simulation whole(road->roads, settings);
  whole.insert_spread(120);
  for (int k = 0; k < 333; ++k) whole.step(kStep);
  const std::string saved = whole.save();
  Simulation other(road->roads, {.threads = 3, .update = Update::sequential});
  EXPECT_TRUE(other.restore(saved).is_empty());
  for (int k = 0; k < 333; ++k) whole.step(kStep);
  for (int k = 0; k < 333; ++k) other.step(kStep);
  EXPECT_EQ(other.hash(), whole.hash());

  Simulation at_once(road->roads, {});
  const base::Diagnostics found = at_once.restore(saved);
  ASSERT_FALSE(found.is_empty());
  EXPECT_EQ(found[0].code, "S104");
}

bool are_equal(const world::Entry& a, const world::Entry& b) {
  return a.from == b.from && a.to == b.to && a.right == b.right && a.left == b.left &&
         a.claim_right == b.claim_right && a.claim_left == b.claim_left && a.speed_mps == b.speed_mps &&
         a.pace_mps == b.pace_mps && a.front_m == b.front_m && a.arrived_s == b.arrived_s && a.id == b.id &&
         a.shape == b.shape && a.length_dm == b.length_dm && a.flags == b.flags;
}

// A run that goes on from a saved state knows nothing but the bodies.
TEST(Sequential, KeepsTheOccupancyOfAllBodies) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const auto town = scene_roads(scene);
    const SimulationSettings settings{.update = Update::sequential};
    Simulation simulation(town->roads, settings), anew(town->roads, settings);
    simulation.insert_spread(100);
    std::size_t compared = 0;
    for (int k = 0; k < 900; ++k) {
      simulation.step(kStep);
      ASSERT_TRUE(anew.restore(simulation.save()).is_empty());
      anew.refresh_occupancy();
      for (std::uint32_t s = 0; s < town->network.strips().size(); ++s) {
        const world::EntryList kept = simulation.occupancy().on(network::StripId(s)),
                               expected = anew.occupancy().on(network::StripId(s));
        ASSERT_TRUE(std::equal(kept.begin(), kept.end(), expected.begin(), expected.end(), are_equal))
            << scene << ", step " << k << ", " << town->network.name_of(network::StripId(s));
        compared += kept.size();
      }
      ASSERT_GE(simulation.occupancy().longest(), anew.occupancy().longest());
    }
    EXPECT_GT(compared, 900U * 100U);
    EXPECT_GT(simulation.tally().exits, 0U) << "some left";
  }
}

// Two vehicles follow each other. The one computed second sees in the same step that the other has moved; the
// one computed first never does.
TEST(Sequential, ALaterVehicleSeesTheOnesThatHaveMoved) {
  const auto road = scene_roads("county_road");
  const auto tracks = road->roads.tracks.all();
  std::uint32_t longest = 0;
  for (std::uint32_t t = 0; t < tracks.size(); ++t) {
    if (!tracks[t].is_corridor() && tracks[t].length > tracks[longest].length) longest = t;
  }
  const auto accel_of_follower = [&](Update update, bool is_leader_first) {
    Simulation simulation(road->roads, {.update = update});
    world::ObjectId follower;
    for (const bool is_leader : {is_leader_first, !is_leader_first}) {
      const world::ObjectId id = simulation.insert(world::ObjectKind::car, world::TrackId(longest),
                                                   is_leader ? 60 : 30, is_leader ? 20 : 10);
      if (!is_leader) follower = id;
    }
    simulation.step(kStep);
    return simulation.find(follower)->mover.accel_mps2;
  };
  EXPECT_GT(accel_of_follower(Update::sequential, true), accel_of_follower(Update::transactional, true));
  EXPECT_EQ(accel_of_follower(Update::sequential, false), accel_of_follower(Update::transactional, false));
}

TEST(Sequential, DrivesWithoutAccidents) {
  struct Case {
    const char* scene;
    std::size_t vehicles;
  };
  for (const Case& c : {Case{"biketown", 90}, Case{"county_road", 100}, Case{"motorway", 120}}) {
    SCOPED_TRACE(c.scene);
    const auto town = scene_roads(c.scene);
    Simulation simulation(
        town->roads, {.drivers = traffic::suiting_drivers(town->roads.tracks), .update = Update::sequential});
    simulation.insert_spread(c.vehicles);
    Observer observer(town->network);
    for (int k = 0; k < 3000; ++k) {
      simulation.step(kStep);
      observer.watch(simulation);
    }
    const Seen& seen = observer.seen();
    EXPECT_GT(seen.bodies, 0U);
    EXPECT_EQ(seen.overlaps, 0U) << seen.worst;
    EXPECT_EQ(simulation.tally().contacts, 0U);
    EXPECT_EQ(seen.off_network, 0U);
    EXPECT_EQ(seen.red_crossings, 0U) << seen.worst;
    EXPECT_LE(seen.hardest_braking, 8.01);
    EXPECT_LT(seen.longest_stand_s, 600);
    EXPECT_EQ(simulation.size() + simulation.waiting_outside(), c.vehicles) << "nobody vanishes";
  }
}

}  // namespace
}  // namespace backlot::sim::sequential_test
