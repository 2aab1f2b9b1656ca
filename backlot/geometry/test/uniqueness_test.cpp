#include "backlot/geometry/uniqueness.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::uniqueness_test {
namespace {

using Kind = UniquenessBreach::Kind;

std::vector<UniquenessBreach> of_kind(const Ribbon& ribbon, Kind kind) {
  std::vector<UniquenessBreach> found = find_uniqueness_breaches(ribbon);
  std::erase_if(found, [kind](const UniquenessBreach& b) { return b.kind != kind; });
  return found;
}

TEST(Uniqueness, HoldsOnOrdinaryRoads) {
  for (const RibbonDescription& d : {test::line(100), test::s_curve(), test::country_road(),
                                     test::mountain_road(), test::helix(), test::hairpin()}) {
    EXPECT_TRUE(find_uniqueness_breaches(test::built(d)).empty()) << d.name;
  }
}

TEST(Uniqueness, BreaksLocallyWhereTheEdgeIsBeyondTheCentreOfCurvature) {
  // 30 m straight, then a left turn of radius 5 m under an edge at 8 m: 1 - 8/5 = -0.6
  RibbonDescription d = test::line(30);
  std::get<PlanSpine>(d.spine).elements.push_back({PlanArc{5, 0.2}});
  std::get<PlanSpine>(d.spine).elements.push_back({PlanLine{30}});
  const auto breaches = of_kind(test::built(d), Kind::local);
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_TRUE(breaches[0].left);
  EXPECT_NEAR(breaches[0].from, 30, 0.5);
  EXPECT_NEAR(breaches[0].to, 35, 0.5);
  EXPECT_NEAR(breaches[0].worst, -0.6, 0.02);
}

TEST(Uniqueness, BreaksOnTheRightEdgeOfARightTurn) {
  const auto breaches = of_kind(test::built(test::arc(6, -2, {5, -7})), Kind::local);
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_FALSE(breaches[0].left);
}

TEST(Uniqueness, BreaksGloballyWhereTheRoadCrossesItself) {
  // the loop crosses its own first straight: there the edge of one is nearer to the spine of the other
  const Ribbon ribbon = test::built(test::loop());
  const auto breaches = of_kind(ribbon, Kind::global);
  ASSERT_FALSE(breaches.empty());
  for (const UniquenessBreach& b : breaches) {
    EXPECT_GT(std::abs(b.other_distance - 0.5 * (b.from + b.to)), 100) << b.from;
    EXPECT_GT(b.worst, 0);
    EXPECT_LE(b.worst, 8);
  }
}

TEST(Uniqueness, HoldsWhereTheRoadCrossesItselfOnABridge) {
  EXPECT_TRUE(of_kind(test::built(test::figure_eight()), Kind::global).empty());
}

TEST(Uniqueness, BreaksGloballyWhereTwoArmsOfAHairpinOverlap) {
  // arms 12 m apart under edges at 8 m
  RibbonDescription d = test::line(60);
  d.edges = {8, -8};
  auto& elements = std::get<PlanSpine>(d.spine).elements;
  elements.push_back({PlanArc{6 * 3.14159265358979, 1.0 / 6}});
  elements.push_back({PlanLine{60}});
  const auto breaches = of_kind(test::built(d), Kind::global);
  ASSERT_FALSE(breaches.empty());
  EXPECT_TRUE(breaches.front().left);
  const auto worst = std::max_element(breaches.begin(), breaches.end(),
                                      [](const auto& a, const auto& b) { return a.worst < b.worst; });
  EXPECT_NEAR(worst->worst, 4, 0.1);  // the edge at 8 m is 4 m from the other spine
}

}  // namespace
}  // namespace backlot::geometry::uniqueness_test
