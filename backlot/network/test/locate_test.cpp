#include "backlot/network/locate.h"

#include <cmath>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "backlot/network/path.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::locate_test {
namespace {

// A road under a bridge.
Sketch bridge() {
  Sketch town;
  town.way("under", "v< | v>").from(-50, 0, 0).line(100).open();
  town.way("over", "v< | v>").from(0, -50, 90, 6).line(100).open();
  return town;
}

std::string names(const Network& network, const std::vector<NetworkLocated>& answers) {
  std::string out;
  for (const NetworkLocated& answer : answers)
    out += (out.empty() ? "" : " ") + network.name_of(answer.strip);
  return out;
}

TEST(NetworkLocate, TellsStackedRoadsApartByHeight) {
  const Network network = bridge().build();
  LocateScratch scratch;
  const auto at = [&](double z) { return network.name_of(locate(network, {1, 1, z}, scratch).strip); };
  EXPECT_EQ(at(0), "under");
  EXPECT_EQ(at(2.9), "under");
  EXPECT_EQ(at(6), "over");
  EXPECT_EQ(at(5.2), "over");
}

// Two ways of one lane each end to end, the second one half a metre aside: at the joint a place within the crack of 2 cm lies nearer
// to the middle of the way that does not hold it.
TEST(NetworkLocate, TheWayThatHoldsAPlaceGoesBeforeItsNeighbour) {
  Sketch town;
  town.way("west", "| v>4").from(0, 0, 0).line(50).open_start();
  town.way("east", "| v>4").from(50, 0.5, 0).line(50).open_end();
  CrossingSketch joint = town.crossing("joint");
  joint.arm("a", "west.end").arm("b", "east.start").description().kind = IntersectionKind::zero_length;
  const Network network = town.build();
  LocateScratch scratch;
  const auto at = [&](double x, double y) {
    return network.name_of(locate(network, {x, y, 0}, scratch).strip);
  };
  for (const double y : {-1.6, -2.0, -2.4})
    for (const double aside : {0.001, 0.01, 0.019}) {
      EXPECT_EQ(at(50 - aside, y), "west") << y;
      EXPECT_EQ(at(50 + aside, y), "east") << y;
    }
}

TEST(NetworkLocate, GivesEverySurfaceOfAColumnTheHighestFirst) {
  const Network network = bridge().build();
  LocateScratch scratch;
  std::vector<NetworkLocated> answers;
  locate_column(network, 1, -1, scratch, answers);
  ASSERT_EQ(names(network, answers), "over under");
  EXPECT_EQ(answers[0].point.loft, 0);
  EXPECT_NEAR(answers[0].point.distance, 49, 1e-9);
  EXPECT_NEAR(answers[1].point.distance, 51, 1e-9);
  locate_column(network, 30, 30, scratch, answers);
  EXPECT_TRUE(answers.empty());
}

TEST(NetworkLocate, FindsTheColumnOnASteepAndBankedRoad) {
  Sketch town;
  town.way("ramp", "v> v>")
      .from(0, 0, 20)
      .arc(120, 90)
      .elevation({{0, 0}, {120, 14}})
      .bank_deg({{0, 0}, {60, 6}})
      .open();
  const Network network = town.build();
  LocateScratch scratch;
  std::vector<NetworkLocated> answers;
  const StripId ramp = network.find_strip("ramp");
  for (double d = 1; d < 120; d += 7) {
    const geometry::WorldPoint p = place(network, ramp, {d, -3.1, 0}).position;
    locate_column(network, p.x, p.y, scratch, answers);
    ASSERT_EQ(answers.size(), 1U) << d;
    EXPECT_NEAR(answers[0].point.distance, d, 1e-6);
    EXPECT_NEAR(answers[0].point.offset, -3.1, 1e-6);
  }
}

TEST(NetworkLocate, PrefersTheStripOfTheHint) {
  Sketch town;
  town.four_arms("x", "v< | v>");
  const Network network = town.build();
  LocateScratch scratch;
  // just inside the crossing three corridors from the west lie on each other
  const geometry::WorldPoint p = place(network, network.find_strip("x.west_to_south"), {0.5, 0, 0}).position;
  for (const char* name : {"x.west_to_east", "x.west_to_north", "x.west_to_south"}) {
    NetworkLocated hint;
    hint.on = On::strip;
    hint.strip = network.find_strip(name);
    hint.lane = network.corridor(network.find_corridor(name)).lane;
    EXPECT_EQ(network.name_of(locate(network, p, scratch, &hint).strip), name);
  }
  // and from the lane before, the hint leads onto one of those that follow it
  NetworkLocated before = locate(network, {-13, -1.75, 0}, scratch);
  ASSERT_EQ(network.name_of(before.strip), "west");
  const NetworkLocated after = locate(network, {-11.8, -1.75, 0}, scratch, &before);
  EXPECT_EQ(after.on, On::strip);
  EXPECT_FALSE(after.intersection.is_empty());
}

TEST(NetworkLocate, ForgivesACrackAndSaysHowWideItIs) {
  Sketch town;
  town.way("a", "v< | v>").from(0, 0, 0).line(50).open();
  const Network network = town.build();
  LocateScratch scratch;
  const NetworkLocated in_crack = locate(network, {20, 3.515, 0}, scratch);
  EXPECT_EQ(in_crack.on, On::strip);
  EXPECT_NEAR(in_crack.nudge_m, 0.015, 1e-9);
  EXPECT_EQ(network.name_of(in_crack.lane), "L1");
  const NetworkLocated past_end = locate(network, {50.01, 1, 0}, scratch);
  EXPECT_EQ(past_end.on, On::strip);
  EXPECT_NEAR(past_end.nudge_m, 0.01, 1e-9);
  const NetworkLocated outside = locate(network, {20, 3.55, 0}, scratch);
  EXPECT_EQ(outside.on, On::nothing);
  EXPECT_NEAR(outside.gap_m, 0.05, 1e-9);
}

TEST(NetworkLocate, KnowsTheAreaOfAnIntersectionBetweenItsCorridors) {
  Sketch town;
  town.four_arms("x", "v< | v>", 100, 25);
  const Network network = town.build();
  LocateScratch scratch;
  const NetworkLocated found = locate(network, {-13, 13, 0}, scratch);
  ASSERT_EQ(found.on, On::area);
  EXPECT_EQ(network.name_of(found.intersection), "x");
  EXPECT_GT(found.gap_m, 0);
  EXPECT_TRUE(found.lane.is_empty());
}

TEST(NetworkLocate, FindsTheNearestSurfaceByItsLanesNotByTheWidestPlace) {
  Sketch town;
  // a lane that is 10 m wide at one end and 1 m at the other, beside a narrow road
  town.way("cone", "v>")
      .from(0, 0, 0)
      .line(100)
      .open()
      .width(0, geometry::CubicProfile::through({{0, 10}, {40, 1}, {100, 1}}));
  town.way("thin", "v>1").from(0, -9, 0).line(100).open();
  const Network network = town.build();
  LocateScratch scratch;
  const NetworkLocated found = locate(network, {80, -8, 0}, scratch);
  EXPECT_EQ(found.on, On::nothing);
  EXPECT_EQ(network.name_of(found.strip), "thin");
  EXPECT_NEAR(found.gap_m, 1, 1e-6);
}

TEST(NetworkLocate, AnswersEveryPoint) {
  const Network network = bridge().build();
  LocateScratch scratch;
  EXPECT_EQ(locate(network, {std::nan(""), 0, 0}, scratch).on, On::nowhere);
  EXPECT_EQ(locate(network, {std::numeric_limits<double>::infinity(), 0, 0}, scratch).on, On::nowhere);
  EXPECT_EQ(locate(network, {1e300, 0, 0}, scratch).on, On::nowhere);
  EXPECT_EQ(locate(network, {1e8, -1e8, 5}, scratch).on, On::nothing);
  std::vector<NetworkLocated> answers;
  locate_column(network, std::nan(""), 0, scratch, answers);
  EXPECT_TRUE(answers.empty());
}

TEST(NetworkLocate, MayBeAskedFromTwoThreadsAtOnce) {
  Sketch town;
  town.four_arms("x", "s= v< v< | v> v> s=", 100, 20);
  const Network network = town.build();
  const auto ask = [&](std::uint64_t* sum) {
    LocateScratch scratch;
    std::vector<NetworkLocated> answers;
    SignalState signals;
    for (int i = 0; i < 2000; ++i) {
      const geometry::WorldPoint p = {-110 + 0.11 * i, 3 - 0.003 * i, 0.1};
      locate_all(network, p, scratch, answers);
      for (const NetworkLocated& answer : answers) *sum += answer.strip.index() + 1;
      Path path(network, lane_named(network, "west", "R1"), 0);
      PathCursor cursor;
      path.extend(network, network.onward(path.last().lane)[static_cast<std::size_t>(i) % 2]);
      path.extend(network, network.onward(path.last().lane)[0]);
      *sum += static_cast<std::uint64_t>(1000 + pose_at(network, path, 0.1 * i, 0, cursor).position.x);
      if (const auto ahead = next_corridor(network, path, 5, cursor))
        *sum += network.dependencies(ahead->corridor).size();
      show_programmes(network, base::SimTime::from_nanoseconds(i), signals);
      *sum += network.find_strip("x.west_to_north").raw() % 7;
    }
  };
  std::uint64_t a = 0, b = 0;
  std::thread one(ask, &a), two(ask, &b);
  one.join();
  two.join();
  EXPECT_EQ(a, b);
  EXPECT_GT(a, 0U);
}

}  // namespace
}  // namespace backlot::network::locate_test
