#include "backlot/network/uniqueness.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/network/test/sketch.h"

namespace backlot::network::uniqueness_test {
namespace {

using Kind = geometry::UniquenessBreach::Kind;

// Straight, then a quarter turn to the left of radius 5 m, then straight. The left lane is `left` m wide.
Sketch bend(const std::string& left) {
  Sketch town;
  town.way("bend", "v<" + left + " | v>3").from(0, 0, 0).line(30).arc(7.85, 5).line(30).open();
  return town;
}

// Beside a fold the edge is nearer to another stretch of the same bend, too.
std::vector<geometry::UniquenessBreach> local_breaches(const Network& network, const char* way) {
  std::vector<geometry::UniquenessBreach> found = find_breaches(network, network.find_strip(way));
  std::erase_if(found, [](const geometry::UniquenessBreach& breach) { return breach.kind != Kind::local; });
  return found;
}

TEST(WidthOfWays, FitsAnOrdinaryBend) {
  const Sketch town = bend("4.9");
  EXPECT_EQ(town.codes(), "");
  const Network network = town.build();
  EXPECT_TRUE(find_breaches(network, network.find_strip("bend")).empty());
}

// The centre of the curve lies 5 m to the left of the spine. An edge at 6.5 m is 1.5 m beyond it.
TEST(WidthOfWays, IsWarnedOfWhereTheEdgePassesTheCentreOfTheCurve) {
  const Sketch town = bend("6.5");
  EXPECT_EQ(town.codes(), "N207");
  const Network network = town.build();
  const auto breaches = local_breaches(network, "bend");
  ASSERT_EQ(breaches.size(), 1U);
  EXPECT_TRUE(breaches[0].left);
  EXPECT_NEAR(breaches[0].from, 30, 0.5);
  EXPECT_NEAR(breaches[0].to, 37.85, 0.5);
  EXPECT_NEAR(breaches[0].offset, 6.5, 1e-9);
  EXPECT_NEAR(breaches[0].size_m(), 1.5, 0.05);
}

// The same curve, the wide lane at its outside.
TEST(WidthOfWays, MayBeAnyAtTheOutsideOfABend) {
  Sketch town;
  town.way("bend", "v<3 | v>9").from(0, 0, 0).line(30).arc(7.85, 5).line(30).open();
  EXPECT_EQ(town.codes(), "");
}

// The lane is as wide only along the straight stretch before the bend.
TEST(WidthOfWays, CountsWhereItIs) {
  Sketch town;
  town.way("bend", "v<6.5 | v>3")
      .from(0, 0, 0)
      .line(30)
      .arc(7.85, 5)
      .line(30)
      .open()
      .width(0, geometry::CubicProfile::through({{0, 6.5}, {25, 6.5}, {29, 4.5}, {70, 4.5}}));
  EXPECT_EQ(town.codes(), "");
}

// Two ways of one road: only the one on the bend is too wide, and distances count from its own start.
TEST(WidthOfWays, IsOfEachWayByItself) {
  Sketch town;
  WaySketch first =
      town.way("first", "v<6.5 | v>3").from(0, 0, 0).line(30).arc(7.85, 5).line(30).open_start();
  first.way().to = 20;
  first.section("second", 20, "v<6.5 | v>3").open_end();
  CrossingSketch joint = town.crossing("joint");
  joint.arm("a", "first.end").arm("b", "second.start").description().kind = IntersectionKind::zero_length;
  EXPECT_EQ(town.codes(), "N207");
  const Network network = town.build();
  EXPECT_TRUE(find_breaches(network, network.find_strip("first")).empty());
  const auto breaches = local_breaches(network, "second");
  ASSERT_EQ(breaches.size(), 1U);
  EXPECT_NEAR(breaches[0].from, 10, 0.5);
}

// The legs of a hairpin lie 16 m apart, with surfaces of 9 m at its inside: each edge is 7 m from the other spine.
TEST(WidthOfWays, OverlapsAreFoundOnRequest) {
  Sketch town;
  town.way("hairpin", "v<9 | v>3").from(0, 0, 0).line(60).arc(8 * 3.14159265358979, 8).line(60).open();
  EXPECT_EQ(town.codes(), "N207") << "the edge passes the centre of the bend";
  const Network network = town.build();
  double worst = 0;
  for (const auto& breach : find_breaches(network, network.find_strip("hairpin")))
    if (breach.kind == Kind::global) worst = std::fmax(worst, breach.size_m());
  EXPECT_NEAR(worst, 9 - 7, 0.1);
}

}  // namespace
}  // namespace backlot::network::uniqueness_test
