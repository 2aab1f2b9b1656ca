// Heights over the ribbon's plane: what place and locate make of them.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::surface_test {
namespace {

using geometry::CubicProfile;

// A carriageway between two raised sidewalks, along the x axis; the left one is lowered from 40 m to 41 m.
Sketch street() {
  Sketch town;
  WaySketch way = town.way("street", "s=2 v<3 | v>3 s=2").from(0, 0, 0).line(100).open();
  CubicProfile lowered;
  lowered.records = {{0, 0.12, 0, 0, 0}, {40, 0.12, -0.1, 0, 0}, {41, 0.02, 0, 0, 0}};
  way.way().lanes[0].heights = {constant_profile(0.12), lowered};
  way.way().lanes[3].heights = {constant_profile(0.12), constant_profile(0.12)};
  return town;
}

// The surface falls to both sides, more so from 50 m to 60 m; a bend, a climb and a bank.
Sketch crown() {
  Sketch town;
  WaySketch way = town.way("crown", "s=2 v<3.5 | v>3.5 s=2")
                      .from(10, -20, 30)
                      .arc(120, 90)
                      .elevation({{0, 0}, {120, 8}})
                      .bank_deg({{0, 0}, {60, 7}, {120, -3}})
                      .open();
  const auto roof = [](double fall) {
    CubicProfile profile;
    profile.records = {
        {-3.5, -3.5 * fall, fall, 0, 0}, {0, 0, -fall, 0, 0}, {3.5, -3.5 * fall, -fall, 0.01, 0}};
    return profile;
  };
  way.road().surface = {{0, roof(0.02)}, {50, roof(0.02)}, {60, roof(0.05)}};
  way.way().lanes[0].heights = {constant_profile(0.15), constant_profile(0.1)};
  way.road().is_measured_in_plan = true;
  return town;
}

TEST(Surface, LiesOverThePlaneAsItsLanesSay) {
  const Network network = street().build();
  const auto z = [&](double distance, double offset) {
    return place(network, StripId(0), {distance, offset, 0}).position.z;
  };
  EXPECT_EQ(z(10, 1), 0);
  EXPECT_EQ(z(10, -1), 0);
  EXPECT_NEAR(z(10, 4), 0.12, 1e-12);
  EXPECT_NEAR(z(10, -4), 0.12, 1e-12);
  // the lowered kerb: 0.02 m at its inner edge, and half of the way up in the middle
  EXPECT_NEAR(z(50, 3.0000001), 0.02, 1e-6);
  EXPECT_NEAR(z(50, 4), 0.07, 1e-12);
  EXPECT_NEAR(z(50, 5), 0.12, 1e-12);
  EXPECT_NEAR(z(40.5, 4), 0.5 * (0.12 + 0.07), 1e-12);
  // past the edge as at it
  EXPECT_NEAR(z(50, 9), 0.12, 1e-12);
}

TEST(Surface, IsEvenBetweenTheStationsOfARoad) {
  const Network network = crown().build();
  EXPECT_EQ(network.surface_height(StripId(0), 10, 0), 0);
  EXPECT_NEAR(network.surface_height(StripId(0), 10, -2), -0.04, 1e-12);
  EXPECT_NEAR(network.surface_height(StripId(0), 119, -2), -0.1, 1e-12);
  // distances of the road are counted in plan, which is shorter than the climb
  const auto& stations = network.ribbons()[0].plan_stations();
  EXPECT_NEAR(network.surface_height(StripId(0), geometry::distance_at_plan(stations, 55), -2), -0.07, 1e-9);
  // the rightmost cubic goes on, and the lane on top of it adds its own
  EXPECT_NEAR(network.surface_height(StripId(0), 10, -5), -0.1, 1e-12);
  EXPECT_NEAR(network.surface_height(StripId(0), 10, 4.5), -0.09 + 0.01 + 0.125, 1e-12);
}

TEST(Surface, PlaceAndLocateAreInverse) {
  base::RandomStream random{3, 0, 0};
  for (const Sketch& sketch : {street(), crown()}) {
    const Network network = sketch.build();
    const Strip& strip = network.strip(StripId(0));
    LocateScratch scratch;
    for (int i = 0; i < 5000; ++i) {
      const double distance = random.uniform() * strip.length();
      const LaneEdges edges = network.edges(StripId(0), distance);
      const geometry::RibbonPoint point{distance, edges.right + random.uniform() * edges.width(),
                                        random.uniform() * 3.9 - 0.95};
      const geometry::PlacedPose pose = place(network, StripId(0), point);
      const NetworkLocated located = locate(network, pose.position, scratch);
      ASSERT_EQ(located.on, On::strip);
      EXPECT_NEAR(located.point.distance, point.distance, 1e-6);
      EXPECT_NEAR(located.point.offset, point.offset, 1e-6);
      EXPECT_NEAR(located.point.loft, point.loft, 1e-6);
      const geometry::PlacedPose again = place(network, RibbonId(0), point);
      EXPECT_EQ(geometry::distance_between(again.position, pose.position), 0);
    }
  }
}

TEST(Surface, TheWindowOfLoftsCountsFromIt) {
  Sketch town = street();
  town.description().roads[0].ways[0].lanes[0].heights = {constant_profile(2), constant_profile(2)};
  const Network network = town.build();
  LocateScratch scratch;
  const auto on = [&](double z) { return locate(network, {10, 4, z}, scratch).on; };
  EXPECT_EQ(on(0.9), On::nothing);
  EXPECT_EQ(on(1.1), On::strip);
  EXPECT_EQ(on(4.9), On::strip);
  EXPECT_EQ(on(5.1), On::nothing);
  EXPECT_NEAR(locate(network, {10, 4, 5.1}, scratch).gap_m, 0.1, 1e-9);
  EXPECT_NEAR(locate(network, {10, 4, 2.5}, scratch).point.loft, 0.5, 1e-12);
}

TEST(Surface, AColumnEndsOnIt) {
  base::RandomStream random{4, 0, 0};
  for (const Sketch& sketch : {street(), crown()}) {
    const Network network = sketch.build();
    LocateScratch scratch;
    std::vector<NetworkLocated> answers;
    for (int i = 0; i < 2000; ++i) {
      const double distance = 0.5 + random.uniform() * (network.strip(StripId(0)).length() - 1);
      const geometry::RibbonPoint point{distance, random.uniform() * 9 - 4.5, 0};
      // beside a kerb a column of the banked road may meet its face
      if (std::fabs(std::fabs(point.offset) - 3) < 0.02 || std::fabs(point.offset - 3.5) < 0.02) continue;
      const geometry::WorldPoint p = place(network, StripId(0), point).position;
      locate_column(network, p.x, p.y, scratch, answers);
      ASSERT_EQ(answers.size(), 1U) << distance << " " << point.offset;
      EXPECT_EQ(answers[0].point.loft, 0);
      const geometry::WorldPoint q = place(network, StripId(0), answers[0].point).position;
      EXPECT_NEAR(q.x, p.x, 1e-6);
      EXPECT_NEAR(q.y, p.y, 1e-6);
    }
  }
}

TEST(Surface, AColumnThroughTheFaceOfAKerbHasAnAnswer) {
  Sketch town = street();
  auto& plan = std::get<geometry::PlanSpine>(town.description().roads[0].spine);
  for (const double bank : {0.1, -0.1}) {
    plan.bank_rad = constant_profile(bank);
    const Network network = town.build();
    LocateScratch scratch;
    std::vector<NetworkLocated> answers;
    for (int i = -40; i <= 40; ++i) {
      // across the left kerb, a millimetre each time
      locate_column(network, 20, 3 * std::cos(bank) + 1e-3 * i, scratch, answers);
      ASSERT_FALSE(answers.empty()) << bank << " " << i;
      EXPECT_NEAR(answers[0].point.offset, 3, 0.06);
    }
  }
}

TEST(Surface, OfACorridorIsThatOfItsRoadAndItsOwn) {
  Sketch town;
  town.way("a", "v<3 | v>3").from(-50, 0, 0).line(50).open_start();
  town.way("b", "v<3 | v>3").from(20, 0, 0).line(50).open_end();
  WaySketch link = town.way("link", "v>3").from(0, 0, 0).line(20);
  link.road().ways.clear();
  CubicProfile fall;
  fall.records = {{-10, 0.3, -0.03, 0, 0}};
  link.road().surface = {{0, fall}};
  CrossingSketch x = town.crossing("x").arm("a", "a.end").arm("b", "b.start").only_listed();
  x.corridor("a", "R1", "b", "R1");
  CorridorDescription& corridor = x.description().corridors[0];
  corridor.shape = OnRoad{"link", 0, 20, constant_profile(-1.5), true};
  corridor.width = constant_profile(3);
  corridor.heights.left = constant_profile(0.1);
  town.description().roads[0].ways[0].lanes[0].ends = town.description().roads[1].ways[0].lanes[0].ends =
      true;
  const Network network = town.build();
  const StripId strip = network.corridors()[0].strip;
  EXPECT_NEAR(network.surface_height(strip, 5, -1.5), 0.3 - 0.03 * 8.5 + 0.05, 1e-12);
  EXPECT_NEAR(network.surface_height(strip, 5, 0), 0.1, 1e-12);
  EXPECT_EQ(network.surface_height(StripId(0), 5, 0), 0);
}

TEST(Surface, OutOfAllProportionIsLeftInThePlane) {
  Sketch town = street();
  town.description().roads[0].ways[0].lanes[0].heights.left = constant_profile(1e6);
  EXPECT_EQ(town.codes(), "N205");
  EXPECT_EQ(town.build().surface_height(StripId(0), 10, 4), 0);
  town.description().roads[0].ways[0].lanes[0].heights.left = constant_profile(std::nan(""));
  EXPECT_EQ(town.codes(), "N104");
  town = street();
  town.description().roads[0].surface = {{5, constant_profile(0)}, {5, constant_profile(0)}};
  EXPECT_EQ(town.codes(), "N104");
}

}  // namespace
}  // namespace backlot::network::surface_test
