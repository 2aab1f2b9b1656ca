#include "backlot/traffic/vehicle/outlook.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::outlook_test {
namespace {

using world::EntryFlag;
using world::TestRoads;
using world::TrackId;

constexpr double kFree = std::numeric_limits<double>::infinity();
constexpr double kCar_m = 4.5, kHalfCar_m = 0.9;

const TestRoads& street() {
  static const TestRoads roads(kStreet);
  return roads;
}

TEST(FindAhead, TellsTheGapFromBumperToBumper) {
  const TrackId lane = street().lane("first", "R1");
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 12});
  traffic.place({.track = lane, .front_m = 80, .speed_mps = 7});
  const Ahead seen = traffic.ahead(own);
  EXPECT_NEAR(seen.lead.gap_m, 30 - kCar_m, 0.01);
  EXPECT_EQ(seen.lead.speed_mps, 7);
  EXPECT_EQ(seen.crossing_m, kFree);
  EXPECT_EQ(seen.oncoming.gap_m, kFree);
  EXPECT_EQ(seen.merging.gap_m, kFree);
  EXPECT_LT(seen.external_mps2, 0);
}

TEST(FindAhead, TellsTheSameGapToTrafficAgainstTheDistance) {
  const TrackId lane = street().lane("first", "L1");
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 12});
  traffic.place({.track = lane, .front_m = 80, .speed_mps = 7});
  EXPECT_NEAR(traffic.ahead(own).lead.gap_m, 30 - kCar_m, 0.01);
  EXPECT_EQ(traffic.ahead(own).lead.speed_mps, 7);
}

TEST(FindAhead, SeesTheLeadBeyondAJoint) {
  const TrackId first = street().lane("first", "R1"), second = street().lane("second", "R1");
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = first, .front_m = 280, .speed_mps = 12, .ahead = {second}});
  traffic.place({.track = second, .front_m = 20, .speed_mps = 7});
  EXPECT_NEAR(traffic.ahead(own).lead.gap_m, 20 + 20 - kCar_m, 0.01);
}

TEST(FindAhead, SeesTheNearerOfTwo) {
  const TrackId lane = street().lane("first", "R1");
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 12});
  traffic.place({.track = lane, .front_m = 90, .speed_mps = 3});
  traffic.place({.track = lane, .front_m = 70, .speed_mps = 8});
  const Ahead seen = traffic.ahead(own);
  EXPECT_NEAR(seen.lead.gap_m, 20 - kCar_m, 0.01);
  EXPECT_EQ(seen.lead.speed_mps, 8);
  EXPECT_EQ(seen.beyond.gap_m, kFree) << "only where one of the two changes lanes";
}

TEST(FindAhead, DoesNotSeeOtherLanesNorWhatIsBehind) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 12});
  traffic.place({.track = street().lane("first", "R1"), .front_m = 90, .speed_mps = 12});
  traffic.place({.track = street().lane("first", "R2"), .front_m = 120, .speed_mps = 12});
  traffic.place({.track = street().lane("first", "L1"), .front_m = 170, .speed_mps = 12});
  EXPECT_EQ(traffic.ahead(own).lead.gap_m, kFree);
}

TEST(FindAhead, LooksAsFarAsItsSight) {
  const TrackId lane = street().lane("first", "R1");
  const double sight = 25 + 10 * (2.5 + 0.22 * 10);
  EXPECT_EQ(sight_m(10), sight);
  for (const double gap : {sight - 1, sight + 1}) {
    PlacedTraffic traffic(street());
    const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 10});
    traffic.place({.track = lane, .front_m = 50 + gap + kCar_m, .speed_mps = 10});
    EXPECT_EQ(traffic.ahead(own).lead.gap_m < kFree, gap < sight) << gap;
  }
}

TEST(FindAhead, SeesAVehicleThatMustComeOverToItsLane) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 50, .speed_mps = 10});
  const TrackId beside = street().lane("first", "R2");
  traffic.place(
      {.track = beside, .front_m = 70, .speed_mps = 6, .flags = EntryFlag::must | EntryFlag::wants_left});
  const Ahead seen = traffic.ahead(own);
  EXPECT_EQ(seen.lead.gap_m, kFree);
  EXPECT_NEAR(seen.merging.gap_m, 20 - kCar_m, 0.01);
  EXPECT_EQ(seen.merging.speed_mps, 6);
}

// What a vehicle 10 m before the crossing sees of one from the right whose middle is in the own lane, at y = -1.75.
Ahead seen_across(const TestRoads& roads, double speed_mps) {
  PlacedTraffic traffic(roads);
  const auto own = traffic.place({.track = roads.lane("west", "R1"),
                                  .front_m = 290,
                                  .speed_mps = 8,
                                  .ahead = {roads.corridor("x.west_to_east")}});
  traffic.place(
      {.track = roads.corridor("x.south_to_north"), .front_m = 13.25 + 0.5 * kCar_m, .speed_mps = speed_mps});
  return traffic.ahead(own);
}

TEST(FindAhead, TellsAVehicleThatCrossesFromALead) {
  const TestRoads roads(crossing_text(kToTheRight));
  for (const double speed : {0.0, 1.0}) {
    const Ahead seen = seen_across(roads, speed);
    EXPECT_EQ(seen.lead.gap_m, kFree) << speed;
    EXPECT_NEAR(seen.crossing_m, 10 + 15 + 1.75 - kHalfCar_m, 0.05) << speed;
    EXPECT_FALSE(seen.is_crossing_fast) << speed;
  }
}

TEST(FindAhead, LeavesAVehicleThatMovesOnThroughTheIntersectionToTheRulesThere) {
  const TestRoads roads(crossing_text(kToTheRight));
  EXPECT_EQ(seen_across(roads, 3).crossing_m, kFree);
  EXPECT_EQ(seen_across(roads, 3).lead.gap_m, kFree);
}

TEST(FindAhead, ExpectsCrossingVehiclesToClearAPriorityRoad) {
  const TestRoads roads(crossing_text(kMinorRoad));
  EXPECT_LT(seen_across(roads, 0).crossing_m, kFree) << "it stands";
  EXPECT_EQ(seen_across(roads, 3).crossing_m, kFree)
      << "it is out of the lane in 1.3 s; the own front needs 3.2 s";
}

TEST(FindAhead, BrakesForAnExternalObjectOnlyWhereComfortComesTooLate) {
  const TrackId lane = street().lane("first", "R1");
  const world::Track& track = street().track(lane);
  for (const double gap : {60.0, 10.0}) {
    PlacedTraffic traffic(street());
    const auto own = traffic.place({.track = lane, .front_m = 50, .speed_mps = 10});
    world::Entry parked;
    parked.from = 50 + gap;
    parked.to = parked.from + kCar_m;
    parked.right = parked.claim_right = static_cast<float>(track.centre - kHalfCar_m);
    parked.left = parked.claim_left = static_cast<float>(track.centre + kHalfCar_m);
    parked.middle = static_cast<float>(track.centre);
    parked.id = 99;
    parked.length_dm = 45;
    parked.flags = EntryFlag::external | EntryFlag::own | EntryFlag::travels;
    traffic.place_entry(track.strip, parked);
    const Ahead seen = traffic.ahead(own);
    EXPECT_NEAR(seen.lead.gap_m, gap, 0.01);
    EXPECT_EQ(seen.lead.speed_mps, 0);
    if (gap > 50) {
      EXPECT_LT(seen.external_mps2, 0) << "following does it";
    } else {
      EXPECT_NEAR(seen.external_mps2, 10.0 * 10.0 / (2 * (gap - 0.4)), 1e-9) << "to stand 0.4 m before it";
    }
  }
}

}  // namespace
}  // namespace backlot::traffic::test::outlook_test
