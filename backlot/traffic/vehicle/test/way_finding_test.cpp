#include "backlot/traffic/vehicle/routing/way_finding.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::way_finding_test {
namespace {

using world::LaneMask;
using world::Mover;
using world::TestRoads;
using world::Track;
using world::TrackId;

//        west  ==+--  east        two lanes come from the west: the left one leads north, the right one south
//                |   north and south
constexpr const char* kJunction = R"(
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west {
  lanes { vehicle backward 3.25 m; spine; vehicle forward 3.25 m; vehicle forward 3.25 m }
  begin at (-212 m, 0 m) heading 0 deg
  line 200 m
  start open
}
way east { profile street;  begin at (112 m, 0 m) heading 180 deg;  line 100 m;  start open }
way north { profile street;  begin at (0 m, 112 m) heading 270 deg;  line 100 m;  start open }
way south { profile street;  begin at (0 m, -112 m) heading 90 deg;  line 100 m;  start open }
intersection x { arm west: west.end; arm east: east.end; arm north: north.end; arm south: south.end; u turns allowed }
)";

const TestRoads& junction() {
  static const TestRoads roads(kJunction);
  return roads;
}

const TestRoads& town() {
  static const TestRoads roads(world::scene("biketown.way"));
  return roads;
}

struct Traveller {
  Driver driver;
  Mover mover;
};

Traveller traveller_on(const TestRoads& roads, TrackId track, double metres) {
  Traveller t;
  world::put_on_track(roads.tracks, track, metres, 0, t.mover);
  return t;
}

TEST(LanesTo, IsTheNearestOfThem) {
  struct Case {
    LaneMask wanted;
    std::uint32_t abreast;
    int expected;
  };
  for (const Case& c : {
           Case{0b1, 0, 0},
           Case{0b10, 0, 1},
           Case{0b100, 0, 2},
           Case{0b1, 1, -1},
           Case{0b1, 3, -3},
           Case{0b1001, 1, -1},
           Case{0b1001, 2, 1},
           Case{0b101, 1, 1},  // as far to both sides: left
           Case{0b110, 1, 0},
           Case{0, 2, 0},
           Case{~LaneMask{0}, 5, 0},
           Case{LaneMask{1} << 31U, 0, 31},
           Case{0b1, 31, -31},
           Case{LaneMask{1} << 31U, 31, 0},
       })
    EXPECT_EQ(lanes_to(c.wanted, c.abreast), c.expected) << c.wanted << " from " << c.abreast;
}

TEST(LanesTo, IsThatOfTheSlowWay) {
  base::RandomStream random{1, 0, 0};
  for (int k = 0; k < 100'000; ++k) {
    auto wanted = static_cast<LaneMask>(random.next_u64());
    for (auto thin = random.below(5); thin > 0; --thin) wanted &= static_cast<LaneMask>(random.next_u64());
    const auto abreast = static_cast<std::uint32_t>(random.below(32));
    int best = 0, away = 99;
    for (int lane = 0; lane < 32; ++lane) {
      if (((wanted >> static_cast<std::uint32_t>(lane)) & 1U) == 0) continue;
      const int side = lane - static_cast<int>(abreast);
      if (std::abs(side) < away || (std::abs(side) == away && side > 0)) {
        best = side;
        away = std::abs(side);
      }
    }
    ASSERT_EQ(lanes_to(wanted, abreast), best) << wanted << " from " << abreast;
  }
}

// The trail is tracks that follow each other, as far as was asked for, or to where the road or the lane leads no further.
void expect_sound(const TestRoads& roads, const Traveller& t, double sight) {
  const world::Trail& trail = t.mover.trail;
  double reach = roads.track(trail.current()).length - t.mover.metres;
  for (std::uint32_t k = 0; k < trail.ahead(); ++k) {
    const Track& before = roads.track(k == 0 ? trail.current() : trail.ahead(k - 1));
    const auto onward = roads.tracks.onward(before);
    ASSERT_NE(std::find(onward.begin(), onward.end(), trail.ahead(k)), onward.end());
    reach += roads.track(trail.ahead(k)).length;
  }
  if (std::isfinite(t.driver.reach_m)) {
    ASSERT_NEAR(t.driver.reach_m, reach, 1e-9);
    ASSERT_TRUE(reach >= sight || trail.is_full() || t.driver.turns.is_full());
  }
}

TEST(LookAhead, MakesATrailAsLongAsTheSight) {
  base::RandomStream random{2, 0, 0};
  for (std::uint64_t k = 0; k < 2000; ++k) {
    const TrackId id(static_cast<std::uint32_t>(random.below(town().tracks.all().size())));
    Traveller t = traveller_on(town(), id, random.uniform(0, town().track(id).length));
    const double sight = random.uniform(10, 250);
    look_ahead(town().tracks, {1}, k, sight, t.driver, t.mover);
    expect_sound(town(), t, sight);
    // asked again, it has nothing to add
    const std::uint32_t draws = t.driver.draws, ahead = t.mover.trail.ahead();
    look_ahead(town().tracks, {1}, k, sight, t.driver, t.mover);
    if (std::isfinite(t.driver.reach_m)) {
      EXPECT_EQ(t.driver.draws, draws);
    }
    EXPECT_EQ(t.mover.trail.ahead(), ahead);
  }
}

TEST(LookAhead, DependsOnSeedAndStreamAlone) {
  base::RandomStream random{3, 0, 0};
  int other_stream = 0, other_seed = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    const TrackId id(static_cast<std::uint32_t>(random.below(town().tracks.all().size())));
    const auto turns_of = [&](std::uint64_t seed, std::uint64_t stream) {
      Traveller t = traveller_on(town(), id, 0);
      look_ahead(town().tracks, {seed}, stream, 500, t.driver, t.mover);
      std::vector<TrackId> trail;
      for (std::uint32_t i = 0; i < t.mover.trail.size(); ++i) trail.push_back(t.mover.trail[i]);
      return trail;
    };
    const auto one = turns_of(1, k);
    EXPECT_EQ(one, turns_of(1, k));
    if (turns_of(1, k + 1000) != one) ++other_stream;
    if (turns_of(2, k) != one) ++other_seed;
  }
  EXPECT_GT(other_stream, 100);
  EXPECT_GT(other_seed, 100);
}

// Looking far at once or a little further with every step: the same turns.
TEST(LookAhead, DrawsTheSameTurnsHoweverOftenItIsAsked) {
  for (std::uint64_t k = 0; k < 200; ++k) {
    const TrackId id = town().lane("avenue_mid", k % 2 == 0 ? "R1" : "L1");
    Traveller at_once = traveller_on(town(), id, 10), slowly = traveller_on(town(), id, 10);
    look_ahead(town().tracks, {1}, k, 300, at_once.driver, at_once.mover);
    for (double sight = 10; sight <= 300; sight += 10)
      look_ahead(town().tracks, {1}, k, sight, slowly.driver, slowly.mover);
    ASSERT_EQ(at_once.mover.trail.size(), slowly.mover.trail.size());
    for (std::uint32_t i = 0; i < at_once.mover.trail.size(); ++i)
      EXPECT_EQ(at_once.mover.trail[i], slowly.mover.trail[i]);
  }
}

TEST(LookAhead, TakesEveryExitAsOftenAndNeverTurnsBackWhereItCanGoOn) {
  std::map<std::uint8_t, int> taken;
  constexpr int kDrivers = 3000;
  const TrackId lane = junction().lane("west", "R1");
  const auto exits = junction().tracks.exits(junction().tracks[junction().track(lane).carriageway]);
  for (std::uint64_t k = 0; k < kDrivers; ++k) {
    Traveller t = traveller_on(junction(), lane, 0);
    look_ahead(junction().tracks, {1}, k, 300, t.driver, t.mover);
    ASSERT_FALSE(t.driver.turns.is_empty());
    ++taken[t.driver.turns.front()];
  }
  ASSERT_EQ(taken.size(), 3U);
  for (const auto& [exit, count] : taken) {
    EXPECT_NE(exits[exit].turn, network::Turn::u_turn);
    EXPECT_NEAR(count, kDrivers / 3, 5 * std::sqrt(kDrivers * 2.0 / 9));
  }
}

TEST(WantedLanes, AreThoseOfTheTurnAndTheTrailEndsOnOthers) {
  const TrackId left = junction().lane("west", "R1"), right = junction().lane("west", "R2");
  int off_lane = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    for (const TrackId lane : {left, right}) {
      Traveller t = traveller_on(junction(), lane, 0);
      look_ahead(junction().tracks, {1}, k, 300, t.driver, t.mover);
      const Track& track = junction().track(lane);
      const auto& exit =
          junction().tracks.exits(junction().tracks[track.carriageway])[t.driver.turns.front()];
      const LaneMask wanted = wanted_lanes(junction().tracks, t.driver, t.mover);
      EXPECT_EQ(wanted, exit.lanes);
      const bool leads_there = ((wanted >> track.abreast) & 1U) != 0;
      EXPECT_EQ(t.mover.trail.ahead() > 0, leads_there);
      EXPECT_EQ(lanes_to(wanted, track.abreast) == 0, leads_there);
      if (!leads_there) ++off_lane;
    }
  }
  EXPECT_GT(off_lane, 50);
}

TEST(WantedLanes, AreAllThatLeadOnWhereItDoesNotMatter) {
  Traveller t = traveller_on(junction(), junction().lane("west", "R1"), 0);
  EXPECT_EQ(wanted_lanes(junction().tracks, t.driver, t.mover), LaneMask{0b11});
  const TestRoads motorway(world::scene("motorway.way"));
  Traveller early = traveller_on(motorway, motorway.lane("eastbound.narrowing", "R1"), 0);
  EXPECT_EQ(wanted_lanes(motorway.tracks, early.driver, early.mover), LaneMask{0b110})
      << "the rightmost one ends";
  Traveller within = traveller_on(junction(), junction().corridor("x.south_to_north"), 0);
  EXPECT_EQ(wanted_lanes(junction().tracks, within.driver, within.mover), ~LaneMask{0});
}

TEST(TakeWhatTheLaneOffers, LeadsOnFromTheLaneOfTheVehicle) {
  for (const char* name : {"R1", "R2"}) {
    const TrackId lane = junction().lane("west", name);
    for (std::uint64_t k = 0; k < 100; ++k) {
      Traveller t = traveller_on(junction(), lane, 150);
      look_ahead(junction().tracks, {1}, k, 300, t.driver, t.mover);
      ASSERT_TRUE(take_turn_of_lane(junction().tracks, {1}, k, t.driver, t.mover));
      look_ahead(junction().tracks, {1}, k, 200, t.driver, t.mover);
      EXPECT_GE(t.mover.trail.ahead(), 2U);
      const LaneMask wanted = wanted_lanes(junction().tracks, t.driver, t.mover);
      EXPECT_NE((wanted >> junction().track(lane).abreast) & 1U, 0U);
    }
  }
}

TEST(TakeWhatTheLaneOffers, IsNothingWhereTheLaneLeadsNowhere) {
  const TrackId lane = town().lane("gate_wide", "R2");  // it ends
  Traveller t = traveller_on(town(), lane, 10);
  EXPECT_FALSE(take_turn_of_lane(town().tracks, {1}, 1, t.driver, t.mover));
}

TEST(Turns, AreAShortQueue) {
  Turns turns;
  EXPECT_TRUE(turns.is_empty());
  for (std::uint8_t k = 0; k < Turns::kCapacity; ++k) turns.push(k);
  EXPECT_TRUE(turns.is_full());
  turns.pop();
  EXPECT_EQ(turns.front(), 1);
  EXPECT_EQ(turns.size(), Turns::kCapacity - 1);
  turns.keep(2);
  EXPECT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[1], 2);
  turns.keep(5);
  EXPECT_EQ(turns.size(), 2U);
}

}  // namespace
}  // namespace backlot::traffic::way_finding_test
