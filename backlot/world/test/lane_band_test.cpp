#include "backlot/world/lane_band.h"

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::world::lane_band_test {
namespace {

// A median opens at the spine on the first 60 m: the lane beside it moves 3.5 m to the right.
//
//     ______ L1 __________________
//     ______ spine _______________
//            \_____ median _______
//     ______ R2
//            \_____ R2 ___________
constexpr const char* kIsland = R"(
way street {
  lanes {
    vehicle backward 3.5 m
    spine
    median { width { at 0 m: 0 m; at 60 m: 3.5 m } }
    vehicle forward 3.5 m
  }
  begin at (0 m, 0 m) heading 0 deg
  line 200 m
  start open
  end open
}
)";

Entry entry_between(double from, double to) {
  Entry e;
  e.from = from;
  e.to = to;
  return e;
}

void expect_edges(const LaneBand& band, double from, double to, double right, double left) {
  const LaneBand::Edges edges = band.at(entry_between(from, to));
  EXPECT_NEAR(edges.right, right, 1e-9) << from << " to " << to;
  EXPECT_NEAR(edges.left, left, 1e-9) << from << " to " << to;
}

TEST(LaneBand, FollowsTheCentreOfTheLaneToTheMiddleOfTheOtherBody) {
  const TestRoads road(kIsland);
  const Track& lane = road.track(road.lane("street", "R2"));
  const LaneBand band = LaneBand::around(road.tracks, lane, 0.25, 1);
  expect_edges(band, -1, 1, -1.75 + 0.25 - 1, -1.75 + 0.25 + 1);
  expect_edges(band, 28, 32, -3.5 + 0.25 - 1, -3.5 + 0.25 + 1);  // half of the median is there
  expect_edges(band, 100, 104, -5.25 + 0.25 - 1, -5.25 + 0.25 + 1);
}

TEST(LaneBand, KeepsItsPlaceInTheLaneFromAnyPlaceOnTheLane) {
  const TestRoads road(kIsland);
  const Track& lane = road.track(road.lane("street", "R2"));
  // a body at 30 m, 0.5 m to the left of the lane's centre
  const LaneBand band(road.tracks, lane, road.tracks.centre_at(lane, 30),
                      {-3.5 + 0.5 - 0.9, -3.5 + 0.5 + 0.9});
  expect_edges(band, -1, 1, -1.75 + 0.5 - 0.9, -1.75 + 0.5 + 0.9);
  expect_edges(band, 28, 32, -3.5 + 0.5 - 0.9, -3.5 + 0.5 + 0.9);
  expect_edges(band, 100, 104, -5.25 + 0.5 - 0.9, -5.25 + 0.5 + 0.9);
}

TEST(LaneBand, LiesBeyondTheEndsOfTheStripAsAtTheEnds) {
  const TestRoads road(kIsland);
  const LaneBand band = LaneBand::around(road.tracks, road.track(road.lane("street", "R2")), 0, 1);
  expect_edges(band, -30, -20, -2.75, -0.75);
  expect_edges(band, 220, 240, -6.25, -4.25);
}

TEST(LaneBand, OfALaneWithAFixedCentreIsTheSameEverywhere) {
  const TestRoads road(kIsland);
  const LaneBand band = LaneBand::around(road.tracks, road.track(road.lane("street", "L1")), -0.25, 1);
  for (const double from : {-10.0, 0.0, 28.0, 100.0}) expect_edges(band, from, from + 4, 0.5, 2.5);
}

TEST(LaneBand, TellsTheClaimOfABodyFromTheBody) {
  Entry e = entry_between(0, 4);
  e.right = 1;
  e.left = 2;
  e.claim_right = -2;
  e.claim_left = 2;
  EXPECT_TRUE(is_claim_between(e, {-1, 0}));
  EXPECT_FALSE(is_body_between(e, {-1, 0}));
  EXPECT_TRUE(is_body_between(e, {-1, 1.5}));
  EXPECT_FALSE(is_claim_between(e, {2, 3})) << "edges that only touch";
}

}  // namespace
}  // namespace backlot::world::lane_band_test
