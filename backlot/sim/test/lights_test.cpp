// Lights as an observer of the vehicles sees them: how long an indicator had been on when the manoeuvre that it announced began.
#include "backlot/traffic/vehicle/lights.h"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::lights_test {
namespace {

using traffic::Side;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kBefore_s = 2.95;  // three seconds, and no more than a step less

class LightsWatch {
 public:
  explicit LightsWatch(const TestRoads& roads) : network_(roads.network), tracks_(roads.roads.tracks) {}

  std::size_t changes = 0, turns = 0, brakings = 0;
  std::size_t late_changes = 0;
  // Turns that were indicated too late. A turn is excused if the vehicle could not indicate it sooner: less than three
  // seconds earlier it was still in another turn, not yet on the intersection before, or not on the road.
  std::size_t late_turns = 0, excused_turns = 0;
  std::size_t dark_brakings = 0, dark_turns = 0;

  void watch(const Simulation& simulation) {
    for (std::size_t slot = 0; slot < simulation.size(); ++slot) watch(simulation.vehicle(slot));
  }

 private:
  struct Past {
    Side indicated = Side::none;
    double since_s = 0;  // for how long
    double free_s = 0;   // since it could show the next turn
    bool has_crossed = false;
    world::TrackId track{};
    double speed_mps = 0;
  };

  Side side_of(const world::Track& track) const {
    if (!track.is_corridor()) return Side::none;
    const network::Turn turn = network_.corridor(track.corridor).turn;
    if (turn == network::Turn::right) return Side::right;
    return turn == network::Turn::straight ? Side::none : Side::left;
  }

  void watch(const VehicleView& v) {
    const traffic::Lights lights = traffic::lights_of(tracks_, v.shape, v.mover, v.driver);
    const world::TrackId id = v.mover.trail.current();
    const world::Track& track = tracks_[id];
    const auto [found, is_new] = past_.try_emplace(v.id.raw());
    Past& p = found->second;
    const bool was_shown = p.since_s >= kBefore_s;
    const Side shown = p.indicated;
    p.since_s = !is_new && lights.indicates == p.indicated ? p.since_s + 0.1 : 0;
    p.free_s += 0.1;
    if (side_of(track) != Side::none || (track.is_corridor() && id != p.track)) p.free_s = 0;
    if (!is_new && id != p.track) {
      const bool goes_left = tracks_[p.track].left == id;
      if (goes_left || tracks_[p.track].right == id) {
        ++changes;
        if (!was_shown || shown != (goes_left ? Side::left : Side::right)) ++late_changes;
      } else {
        p.has_crossed = p.has_crossed && track.is_corridor();
      }
    }
    // the front comes over the end of the way
    if (!track.is_corridor() && !p.has_crossed && v.mover.trail.ahead() > 0 &&
        v.mover.metres + static_cast<double>(v.shape.front_m()) >= track.length) {
      p.has_crossed = true;
      count_turn(side_of(tracks_[v.mover.trail.ahead(0)]), lights.indicates, p);
    }
    if (const Side side = side_of(track); side != Side::none && lights.indicates != side) ++dark_turns;
    if (!is_new && v.mover.speed_mps < p.speed_mps - 0.1) {
      ++brakings;
      if (!lights.brakes) ++dark_brakings;
    }
    p.indicated = lights.indicates;
    p.track = id;
    p.speed_mps = v.mover.speed_mps;
  }

  void count_turn(Side side, Side indicated, const Past& p) {
    if (side == Side::none) return;
    ++turns;
    if (indicated == side && p.since_s >= kBefore_s) return;
    ++late_turns;
    if (indicated == side && p.free_s < kBefore_s) ++excused_turns;
  }

  const network::Network& network_;
  const world::Tracks& tracks_;
  std::map<std::uint64_t, Past> past_;
};

LightsWatch watched(const TestRoads& roads, std::size_t vehicles) {
  Simulation simulation(roads.roads, {});
  simulation.insert_spread(vehicles);
  LightsWatch watch(roads);
  for (int k = 0; k < 6000; ++k) {
    simulation.step(kStep);
    watch.watch(simulation);
  }
  EXPECT_EQ(watch.late_turns, watch.excused_turns) << "who could have shown it sooner did";
  EXPECT_EQ(watch.late_changes, 0U);
  EXPECT_EQ(watch.dark_turns, 0U) << "it is on as long as the turn lasts";
  EXPECT_GT(watch.brakings, 300U);
  EXPECT_EQ(watch.dark_brakings, 0U) << "who gets slower by more than 1 m/s2 shows it";
  return watch;
}

TEST(Lights, TellOfTurnsAndLaneChangesThreeSecondsBefore) {
  const auto town = scene_roads("biketown");
  const LightsWatch watch = watched(*town, 50);
  EXPECT_GT(watch.changes, 10U);
  EXPECT_GT(watch.turns, 800U);
  // two crossings are 11 m apart: a vehicle that turns left and then right there has less time than that
  EXPECT_LT(watch.excused_turns, watch.turns / 7);
  const auto county = scene_roads("county_road");
  const LightsWatch in_the_country = watched(*county, 60);
  EXPECT_GT(in_the_country.turns, 200U);
  EXPECT_EQ(in_the_country.excused_turns, 0U);
}

// The second intersection is two seconds behind the first. A vehicle that goes straight on through the first shows
// there what it will do at the second.
TEST(Lights, TellOfATurnBehindAnIntersection) {
  const auto roads = roads_of(R"(
network near
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open }
way middle { profile street;  begin at (15 m, 0 m) heading 0 deg;  line 20 m }
way east { profile street;  begin at (350 m, 0 m) heading 180 deg;  line 300 m;  start open }
way first { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
way second { profile street;  begin at (50 m, -215 m) heading 90 deg;  line 200 m;  start open }
intersection x {
  arm west: west.end priority road
  arm middle: middle.start priority road
  arm first: first.end yield
}
intersection y {
  arm middle: middle.end priority road
  arm east: east.end priority road
  arm second: second.end yield
}
)");
  const LightsWatch watch = watched(*roads, 12);
  EXPECT_GT(watch.turns, 100U);
  EXPECT_EQ(watch.excused_turns, 0U);
}

}  // namespace
}  // namespace backlot::sim::lights_test
