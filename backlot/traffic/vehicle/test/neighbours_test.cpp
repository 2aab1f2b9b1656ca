#include "backlot/traffic/vehicle/neighbours.h"

#include <limits>

#include <gtest/gtest.h>

#include "backlot/traffic/vehicle/test/placed_traffic.h"
#include "backlot/traffic/vehicle/test/test_streets.h"

namespace backlot::traffic::test::neighbours_test {
namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();
constexpr double kCar_m = 4.5;

const world::TestRoads& street() {
  static const world::TestRoads roads(kStreet);
  return roads;
}

// On the lane R2, with its middle at the offset -5.25 m, as seen from R1.
Neighbours on_kerb_lane(PlacedTraffic& traffic, std::uint32_t own) {
  return traffic.neighbours(own, -6.2, -4.3);
}

TEST(FindNeighbours, TellsBothGapsOnTheLaneBeside) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 10});
  traffic.place({.track = street().lane("first", "R2"), .front_m = 130, .speed_mps = 8});
  traffic.place({.track = street().lane("first", "R2"), .front_m = 80, .speed_mps = 14});
  const Neighbours found = on_kerb_lane(traffic, own);
  EXPECT_NEAR(found.ahead.gap_m, 30 - kCar_m, 0.01);
  EXPECT_EQ(found.ahead.speed_mps, 8);
  EXPECT_NEAR(found.gap_behind_m, 20 - kCar_m, 0.01);
  EXPECT_EQ(found.speed_behind_mps, 14);
  EXPECT_FALSE(found.is_beside);
}

TEST(FindNeighbours, TellsTheNearestOfSeveral) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 10});
  for (const double front : {150.0, 125.0, 70.0, 85.0})
    traffic.place({.track = street().lane("first", "R2"), .front_m = front, .speed_mps = 10});
  const Neighbours found = on_kerb_lane(traffic, own);
  EXPECT_NEAR(found.ahead.gap_m, 25 - kCar_m, 0.01);
  EXPECT_NEAR(found.gap_behind_m, 15 - kCar_m, 0.01);
}

TEST(FindNeighbours, IsBesideWhereBodiesOverlapAlongTheRoad) {
  struct Case {
    double front_m;
    bool is_beside;
  };
  for (const Case& c :
       {Case{100, true}, Case{104, true}, Case{96, true}, Case{104.6, false}, Case{95.4, false}}) {
    PlacedTraffic traffic(street());
    const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 10});
    traffic.place({.track = street().lane("first", "R2"), .front_m = c.front_m, .speed_mps = 10});
    EXPECT_EQ(on_kerb_lane(traffic, own).is_beside, c.is_beside) << c.front_m;
  }
}

TEST(FindNeighbours, LooksOnlyAtTheBandOfOffsets) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 10});
  traffic.place({.track = street().lane("first", "R1"), .front_m = 120, .speed_mps = 10});
  const Neighbours found = on_kerb_lane(traffic, own);
  EXPECT_EQ(found.ahead.gap_m, kFree);
  EXPECT_EQ(found.gap_behind_m, kFree);
}

TEST(FindNeighbours, SeesOncomingTrafficWithANegativeSpeed) {
  PlacedTraffic traffic(street());
  const auto own = traffic.place({.track = street().lane("first", "R1"), .front_m = 100, .speed_mps = 10});
  traffic.place({.track = street().lane("first", "L1"), .front_m = 150, .speed_mps = 9});
  // it comes from the other end: its front is 150 m from there
  const Neighbours found = traffic.neighbours(own, 0.8, 2.7);
  EXPECT_NEAR(found.ahead.gap_m, 300 - 150 - 100, 0.01);
  EXPECT_EQ(found.ahead.speed_mps, -9);
}

}  // namespace
}  // namespace backlot::traffic::test::neighbours_test
