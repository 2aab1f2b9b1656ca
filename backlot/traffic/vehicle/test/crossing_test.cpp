#include "backlot/traffic/vehicle/crossing.h"

#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::crossing_test {
namespace {

using world::EntryFlag;
using world::TestRoads;
using world::TrackId;

constexpr double kFree = std::numeric_limits<double>::infinity();
constexpr double kLine_m = 295, kStart_m = 300;  // of the stop lines, and of the corridors
constexpr double kTown_mps = 50 / 3.6;

const TestRoads& lights() {
  static const TestRoads roads(crossing_text(kLights));
  return roads;
}
const TestRoads& minor_road() {
  static const TestRoads roads(crossing_text(kMinorRoad));
  return roads;
}

// A vehicle that comes from one arm and takes a corridor; its front is so far before its stop line.
Placing coming(const TestRoads& roads, std::string_view from, std::string_view corridor, double before_line_m,
               double speed_mps) {
  const TrackId through = roads.corridor("x." + std::string(corridor));
  return {.track = roads.lane(from, "R1"),
          .front_m = kLine_m - before_line_m,
          .speed_mps = speed_mps,
          .ahead = {through, roads.tracks.onward(roads.track(through)).front()}};
}

TEST(FindCrossing, StopsForRedAtTheLine) {
  for (const double before_m : {5.0, 25.0, 40.0}) {
    PlacedTraffic traffic(lights(), 35);
    const auto own = traffic.place(coming(lights(), "west", "west_to_east", before_m, 10));
    if (before_m == 5) traffic.driver(own).traits.hardest_mps2 = 12;
    const CrossingAdvice advice = traffic.crossing(own);
    EXPECT_NEAR(advice.room_m, before_m, 0.01);
    EXPECT_TRUE(advice.is_stopping);
    EXPECT_FALSE(advice.is_committed);
  }
}

TEST(FindCrossing, GoesAtGreen) {
  PlacedTraffic traffic(lights(), 5);
  const auto own = traffic.place(coming(lights(), "west", "west_to_east", 0.4, 10));
  const CrossingAdvice advice = traffic.crossing(own);
  EXPECT_EQ(advice.room_m, kFree);
  EXPECT_FALSE(advice.is_stopping);
  EXPECT_TRUE(advice.is_committed) << "half a metre before the line";
}

TEST(FindCrossing, StopsAtYellowWhereGentleBrakingSuffices) {
  // 3 m/s2 from 12 m/s take 24 m
  struct Case {
    double before_m;
    bool stops;
  };
  for (const Case& c : {Case{25, true}, Case{23, false}}) {
    PlacedTraffic traffic(lights(), 20.5);
    const auto own = traffic.place(coming(lights(), "west", "west_to_east", c.before_m, 12));
    EXPECT_EQ(traffic.crossing(own).room_m, c.stops ? c.before_m : kFree) << c.before_m;
    EXPECT_EQ(traffic.crossing(own).is_stopping, c.stops) << c.before_m;
  }
}

TEST(FindCrossing, StopsAtYellowWhereItWouldBeRedAtTheLine) {
  // 22 m take 1.8 s at 12 m/s: too long for gentle braking, and the light is red in 1 s
  PlacedTraffic traffic(lights(), 23);
  const auto own = traffic.place(coming(lights(), "west", "west_to_east", 22, 12));
  EXPECT_NEAR(traffic.crossing(own).room_m, 22, 0.01);
}

TEST(FindCrossing, TurnsAcrossOnlyAfterOncomingTraffic) {
  for (const bool has_oncoming : {false, true}) {
    PlacedTraffic traffic(lights(), 5);
    const auto own = traffic.place(coming(lights(), "west", "west_to_north", 3, 5));
    if (has_oncoming) traffic.place(coming(lights(), "east", "east_to_west", 20, kTown_mps));
    const CrossingAdvice advice = traffic.crossing(own);
    if (has_oncoming) {
      // it enters at green and waits inside, before the lane of the oncoming traffic
      EXPECT_GT(advice.room_m, 3 + 5);
      EXPECT_LT(advice.room_m, 3 + 5 + 15);
    } else {
      EXPECT_EQ(advice.room_m, kFree);
    }
  }
}

// A vehicle that stands at the yield line of the minor road and has looked, and one on the priority road whose front is so many seconds
// before the middle of the crossing.
CrossingAdvice at_yield_line(double away_s, std::string_view from, std::string_view corridor) {
  const TestRoads& roads = minor_road();
  PlacedTraffic traffic(roads);
  const auto own = traffic.place(coming(roads, "south", "south_to_north", 0.6, 0));
  if (away_s > 0)
    traffic.place(coming(roads, from, corridor, away_s * kTown_mps - (kStart_m - kLine_m) - 15, kTown_mps));
  traffic.decide(own);  // it notes that it stands at the line
  EXPECT_TRUE(traffic.driver(own).has_stopped());
  return traffic.crossing(own);
}

TEST(FindCrossing, WaitsAtAYieldSignForAVehicleThatIsNear) {
  for (const double away_s : {3.0, 5.0}) {
    const CrossingAdvice left = at_yield_line(away_s, "west", "west_to_east");
    const CrossingAdvice right = at_yield_line(away_s, "east", "east_to_west");
    EXPECT_NEAR(left.room_m, 0.6, 0.01) << away_s;
    EXPECT_NEAR(right.room_m, 0.6, 0.01) << away_s;
    EXPECT_FALSE(left.is_committed || right.is_committed) << away_s;
  }
}

TEST(FindCrossing, GoesAtAYieldSignBeforeAVehicleThatIsFar) {
  EXPECT_EQ(at_yield_line(0, "", "").room_m, kFree) << "no vehicle at all";
  for (const double away_s : {12.0, 15.0}) {
    EXPECT_EQ(at_yield_line(away_s, "west", "west_to_east").room_m, kFree) << away_s;
    EXPECT_TRUE(at_yield_line(away_s, "east", "east_to_west").is_committed) << away_s;
  }
}

TEST(FindCrossing, DoesNotWaitOnThePriorityRoad) {
  const TestRoads& roads = minor_road();
  PlacedTraffic traffic(roads);
  const auto own = traffic.place(coming(roads, "west", "west_to_east", 20, kTown_mps));
  traffic.place(coming(roads, "south", "south_to_north", 10, 5));
  EXPECT_EQ(traffic.crossing(own).room_m, kFree);
}

TEST(FindCrossing, WaitsOnThePriorityRoadForAVehicleThatIsInside) {
  const TestRoads& roads = minor_road();
  PlacedTraffic traffic(roads);
  const auto own = traffic.place(coming(roads, "west", "west_to_east", 20, kTown_mps));
  traffic.place({.track = roads.corridor("x.south_to_north"), .front_m = 14, .speed_mps = 0});
  EXPECT_LT(traffic.crossing(own).room_m, 20 + 5 + 16);
}

// The conflict zone of two cars on two corridors.
world::ConflictStretch zone_of(const TestRoads& roads, const char* own, const char* other) {
  for (const world::Conflict& conflict : roads.roads.conflicts.of(roads.track(roads.corridor(own))))
    if (conflict.other == roads.corridor(other)) return roads.roads.conflicts.stretch(conflict, 1, 1);
  return {};
}

// The other vehicle gains speed by 1 m/s2; the own one comes 0.2 s after it has left.
TEST(FindCrossing, SlowsDownOnThePriorityRoadJustSoMuchThatAVehicleThatMovesOnIsOut) {
  const TestRoads& roads = minor_road();
  const world::ConflictStretch zone = zone_of(roads, "x.west_to_east", "x.south_to_north");
  const double way_m = 3 + 5 + static_cast<double>(zone.from), v = kTown_mps;
  for (const double front_m : {7.0, 8.0}) {
    PlacedTraffic traffic(roads);
    const auto own = traffic.place(coming(roads, "west", "west_to_east", 3, v));
    constexpr double kSpeed_mps = 6;
    traffic.place({.track = roads.corridor("x.south_to_north"), .front_m = front_m, .speed_mps = kSpeed_mps});
    const CrossingAdvice advice = traffic.crossing(own);
    const double out_m = static_cast<double>(zone.other_to) + 4.5 - front_m;
    const double then_s = std::sqrt(kSpeed_mps * kSpeed_mps + 2 * out_m) - kSpeed_mps + 0.2;
    ASSERT_LT(advice.most_mps2, 0) << front_m;
    EXPECT_GT(advice.most_mps2, -2) << front_m;
    EXPECT_NEAR(v * then_s + 0.5 * advice.most_mps2 * then_s * then_s, way_m, 0.1) << front_m;
    EXPECT_EQ(advice.room_m, kFree) << front_m;
  }
}

// From the right at 13 m/s, already inside; the one that yields would be at the zone 0.2 s after the own rear has left, and cannot stop any
// more: it goes on behind.
TEST(FindCrossing, GoesOnBeforeAVehicleThatYieldsAndComesBehind) {
  const TestRoads roads(crossing_text(kToTheRight));
  PlacedTraffic traffic(roads);
  const auto own =
      traffic.place({.track = roads.corridor("x.south_to_north"), .front_m = 1.5, .speed_mps = 13});
  Placing behind = coming(roads, "west", "west_to_east", 1.75, 10.6);
  behind.flags = world::EntryFlag::committed;
  traffic.place(behind);
  EXPECT_EQ(traffic.crossing(own).room_m, kFree);
  EXPECT_EQ(traffic.crossing(own).most_mps2, kFree);
}

TEST(FindCrossing, StopsAtAStopSignEvenOnAFreeRoad) {
  const TestRoads roads(crossing_text(kStopSigns));
  PlacedTraffic traffic(roads);
  const auto coming_up = traffic.place(coming(roads, "south", "south_to_north", 15, 8));
  const CrossingAdvice advice = traffic.crossing(coming_up);
  EXPECT_NEAR(advice.room_m, 15, 0.01);
  EXPECT_FALSE(advice.has_stopped);
  PlacedTraffic later(roads);
  const auto stands = later.place(coming(roads, "south", "south_to_north", 0.6, 0));
  EXPECT_TRUE(later.crossing(stands).has_stopped);
  EXPECT_EQ(later.crossing(stands).room_m, kFree);
}

TEST(FindCrossing, YieldsToTheRightOnly) {
  const TestRoads roads(crossing_text(kToTheRight));
  struct Case {
    const char *from, *corridor;
    bool waits;
  };
  for (const Case& c : {Case{"south", "south_to_north", true}, Case{"north", "north_to_south", false}}) {
    PlacedTraffic traffic(roads);
    const auto own = traffic.place(coming(roads, "west", "west_to_east", 15, 8));
    traffic.place(coming(roads, c.from, c.corridor, 15, 8));
    EXPECT_EQ(traffic.crossing(own).room_m < kFree, c.waits) << c.from;
  }
}

TEST(FindCrossing, StaysAtTheLineWhereThereIsNoRoomBehind) {
  const TestRoads& roads = lights();
  const TrackId exit = roads.lane("east", "L1");
  struct Case {
    double front_m;  // of a standing vehicle on the lane behind the intersection
    bool is_held;
  };
  for (const Case& c : {Case{7, true}, Case{40, false}}) {
    PlacedTraffic traffic(roads, 5);
    const auto own = traffic.place(coming(roads, "west", "west_to_east", 0.6, 0));
    traffic.place({.track = exit, .front_m = c.front_m, .speed_mps = 0});
    const CrossingAdvice advice = traffic.crossing(own);
    EXPECT_EQ(advice.is_held, c.is_held) << c.front_m;
    EXPECT_EQ(advice.room_m < kFree, c.is_held) << c.front_m;
    if (c.is_held) {
      EXPECT_NEAR(advice.room_m, 0.6, 0.01);
    }
  }
}

}  // namespace
}  // namespace backlot::traffic::test::crossing_test
