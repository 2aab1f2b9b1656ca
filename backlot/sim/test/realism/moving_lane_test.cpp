// Lanes with a centre that moves sideways, since a lane or a median opens or closes beside them. A driver follows the
// vehicle that is ahead on its lane, wherever the lane lies.
#include <string>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::moving_lane_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// 380 m of two lanes, then 120 m on which something opens, then a junction with signals.
//
//      narrow          wide      | north
//   ===============____----------+
//                                  east
std::string road_with(const std::string& lanes, const std::string& through) {
  return R"(
network moving_lane
traffic on the right
speed limit 80 km/h
road main {
  begin at (-520 m, 0 m) heading 0 deg
  line 500 m
  way narrow from 0 m { lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }; start open }
  way wide from 380 m { lanes { )" +
         lanes + R"( } }
}
joint widens { narrow.end meets wide.start }
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way north { profile street; begin at (0 m, 20 m) heading 90 deg; line 200 m; end open }
way east { profile street; begin at (20 m, 0 m) heading 0 deg; line 200 m; end open }
intersection market {
  arm west: wide.end signal ew
  arm north: north.start signal ns
  arm east: east.start signal ew
  no automatic corridors
  corridor from west.through to east.R1
)" + through +
         R"(
  corridor from east.L1 to west.back
  corridor from north.L1 to west.back
  corridor from north.L1 to east.R1
  signals {
    groups ew ns
    programme {
      30 s: ew green, ns red
      3 s: ew yellow, ns red
      30 s: ew red, ns green
      3 s: ew red, ns yellow
    }
  }
}
)";
}

std::string island() {
  return road_with(R"(
      vehicle backward { name back; width 3.5 m }
      spine
      median { width { at 0 m: 0 m; at 60 m: 3.5 m } }
      vehicle forward { name through; width 3.5 m })",
                   "");
}
// The same beside the lane of the traffic that comes back: for it the median closes.
std::string island_on_the_other_side() {
  return road_with(R"(
      vehicle backward { name back; width 3.5 m }
      median { width { at 0 m: 0 m; at 60 m: 3.5 m } }
      spine
      vehicle forward { name through; width 3.5 m })",
                   "");
}
std::string turn_lane() {
  return road_with(R"(
      vehicle backward { name back; width 3.5 m }
      spine
      vehicle forward { name left; width { at 0 m: 0 m; at 60 m: 3.5 m } }
      vehicle forward { name through; width 3.5 m })",
                   "  corridor from west.left to north.R1");
}

world::TrackId track(const TestRoads& roads, const char* way, const char* lane, bool is_along) {
  return roads.roads.tracks.track_of(
      {roads.network.find_lane(roads.network.find_strip(way), lane), is_along});
}

struct Place {
  world::TrackId track;
  double metres;  // of travel
};

// Two cars, of which the one ahead stands `apart_m` further along the way, guide to guide.
void expect_followed(const std::string& text, const char* name, bool is_along, double from_m,
                     double apart_m) {
  const auto road = roads_of(text);
  const world::Tracks& tracks = road->roads.tracks;
  const world::TrackId first =
      is_along ? track(*road, "narrow", "R1", true) : track(*road, "wide", "back", false);
  const world::TrackId next =
      is_along ? track(*road, "wide", "through", true) : track(*road, "narrow", "L1", false);
  const auto place = [&](double metres) {
    const double length = tracks[first].length;
    return metres < length ? Place{first, metres} : Place{next, metres - length};
  };
  Simulation simulation(road->roads, {});
  const Place behind = place(from_m), ahead = place(from_m + apart_m);
  const world::ObjectId follower = simulation.insert(world::ObjectKind::car, behind.track, behind.metres, 20);
  const world::ObjectId leader = simulation.insert(world::ObjectKind::car, ahead.track, ahead.metres, 0);
  const auto why = simulation.explain(follower);
  ASSERT_TRUE(why && why->leader) << name << " from " << from_m;
  EXPECT_EQ(why->leader->number, leader.slot()) << name;
  const double length_m = static_cast<double>(simulation.find(leader)->shape.length_m);
  EXPECT_NEAR(why->leader->gap_m, apart_m - length_m, 0.6) << name << " from " << from_m;
}

TEST(MovingLane, AFollowerSeesItsLeaderPastThePlaceWhereItsLaneMovesAside) {
  for (const auto& [text, name] : {std::pair{island(), "island"}, std::pair{turn_lane(), "turn lane"}}) {
    expect_followed(text, name, true, 340, 120);  // from the way before
    expect_followed(text, name, true, 385, 80);   // on the same way
    expect_followed(text, name, true, 410, 60);   // from the middle of the move
  }
  expect_followed(island_on_the_other_side(), "closing", false, 20, 120);
  expect_followed(island_on_the_other_side(), "closing", false, 20, 90);
  expect_followed(island_on_the_other_side(), "closing", false, 80, 60);
}

// How it is measured: bodies are compared pair by pair after every step, and braking is the difference of two speeds (Observer).
void expect_calm(const std::string& text, const char* name, const char* origin, const char* lane,
                 bool is_along) {
  const auto road = roads_of(text);
  std::uint64_t bodies = 0, hard = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SimulationSettings settings{.seed = seed};
    settings.flows = {{.lanes = {track(*road, origin, lane, is_along)}, .vehicles_per_hour = 600}};
    Simulation simulation(road->roads, settings);
    Observer observer(road->network);
    for (int k = 0; k < 6000; ++k) {
      simulation.step(kStep);
      observer.watch(simulation);
    }
    EXPECT_EQ(observer.seen().overlaps, 0U) << name << ", seed " << seed << ": " << observer.seen().worst;
    EXPECT_EQ(observer.seen().off_network, 0U) << name << ", seed " << seed << ": " << observer.seen().worst;
    EXPECT_GT(simulation.tally().exits, 70U) << name << ", seed " << seed;
    bodies += observer.seen().bodies;
    hard += observer.seen().hard_braking;
  }
  EXPECT_LT(1e6 * static_cast<double>(hard), 100 * static_cast<double>(bodies)) << name;
}

TEST(MovingLane, QueuesFormWithoutHardBrakingWhereAMedianOpens) {
  expect_calm(island(), "island", "narrow", "R1", true);
}
TEST(MovingLane, QueuesFormWithoutHardBrakingWhereATurnLaneOpens) {
  expect_calm(turn_lane(), "turn lane", "narrow", "R1", true);
}
TEST(MovingLane, TrafficStaysCalmWhereAMedianCloses) {
  expect_calm(island_on_the_other_side(), "closing", "east", "L1", false);
}

}  // namespace
}  // namespace backlot::sim::moving_lane_test
