// Many ribbons at once, against asking each of them.
#include "backlot/geometry/ribbon_index.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::ribbon_index_test {
namespace {

// A town of random roads: some climb, every fourth is a bridge over the others.
class Town {
 public:
  Town(std::uint64_t seed, std::size_t roads, double x = 0, double y = 0) {
    size_ = 70 * std::sqrt(static_cast<double>(roads));
    for (std::size_t i = 0; i < roads; ++i) {
      base::RandomStream random{seed, i, 1};
      RibbonDescription d;
      d.name = "town" + std::to_string(seed) + "_" + std::to_string(i);
      d.edges = {random.uniform(2, 8), -random.uniform(2, 8)};
      PlanSpine spine;
      spine.start = {x + random.uniform(0, size_), y + random.uniform(0, size_), random.uniform(-3, 3)};
      spine.base_z = i % 4 == 0 ? 6 : 0;
      const double bend = random.uniform(-1.0 / 20, 1.0 / 20);
      spine.elements = {{PlanLine{random.uniform(10, 60)}},
                        {PlanSpiral{20, 0, bend}},
                        {PlanArc{random.uniform(5, 50), bend}}};
      if (i % 5 == 0) spine.elevation = CubicProfile::through({{0, 0}, {60, 4}});
      if (i % 7 == 0) spine.bank_rad.records = {{.from = 0, .a = random.uniform(-0.1, 0.1)}};
      d.spine = std::move(spine);
      ribbons_.push_back(test::built(d));
    }
    x_ = x;
    y_ = y;
  }

  const std::vector<Ribbon>& ribbons() const { return ribbons_; }
  RibbonIndex index(const SurfaceWindow& usual = {.tolerance = 0.02}) const {
    std::vector<const Ribbon*> list;
    for (const Ribbon& r : ribbons_) list.push_back(&r);
    return RibbonIndex(std::move(list), usual);
  }

  // On a surface, beside one, somewhere in town, far away, far above; by turns.
  WorldPoint point(std::size_t i, base::RandomStream& random) const {
    const Ribbon& r = ribbons_[random.below(ribbons_.size())];
    const double d = random.uniform(0, r.length());
    switch (i % 6) {
      case 0:
      case 1:
        return place(r, {d, random.uniform(r.edges().right, r.edges().left), random.uniform(-0.9, 2.9)});
      case 2:
        return place(r,
                     {random.uniform(-20, r.length() + 20), random.uniform(-14, 14), random.uniform(-4, 8)});
      case 3:
        return {x_ + random.uniform(-0.2, 1.2) * size_, y_ + random.uniform(-0.2, 1.2) * size_,
                random.uniform(-2, 8)};
      case 4:
        return {x_ + random.uniform(-50, 50) * size_, y_ + random.uniform(-50, 50) * size_,
                random.uniform(-100, 100)};
      default:
        return {x_ + random.uniform(0, 1) * size_, y_ + random.uniform(0, 1) * size_,
                random.uniform(50, 2000)};
    }
  }

 private:
  std::vector<Ribbon> ribbons_;
  double size_ = 0, x_ = 0, y_ = 0;
};

double away(const Ribbon& ribbon, const Located& l, const WorldPoint& p) {
  return distance_between(p, ribbon.frame(l.point.distance).position);
}

Ribbon street(const char* name, double x, double y, double z, double heading, double length,
              SurfaceEdges edges) {
  RibbonDescription d;
  d.name = name;
  d.edges = edges;
  d.spine = PlanSpine{.start = {x, y, heading}, .base_z = z, .elements = {{PlanLine{length}}}};
  return test::built(d);
}

// ---- known answers -------------------------------------------------------------------------------------------

TEST(RibbonIndex, TellsStackedRoadsApartByLoft) {
  const Ribbon under = street("under", 0, 0, 0, 0, 100, {4, -4});
  const Ribbon over = street("over", 50, -50, 6, base::kHalfPi, 100, {4, -4});
  const RibbonIndex index({&under, &over});
  EXPECT_EQ(index.ribbon_count(), 2u);
  std::vector<IndexAnswer> answers;
  const SurfaceWindow tall{.loft_low = -7, .loft_high = 7};
  index.locate_all({51, 1, 0.5}, tall, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].ribbon, 0u);
  EXPECT_NEAR(answers[0].located.point.distance, 51, 1e-9);
  EXPECT_NEAR(answers[0].located.point.offset, 1, 1e-9);
  EXPECT_NEAR(answers[0].located.point.loft, 0.5, 1e-9);
  EXPECT_EQ(answers[1].ribbon, 1u);
  EXPECT_NEAR(answers[1].located.point.distance, 51, 1e-9);
  EXPECT_NEAR(answers[1].located.point.offset, -1, 1e-9);
  EXPECT_NEAR(answers[1].located.point.loft, -5.5, 1e-9);
  EXPECT_EQ(answers[0].gap, 0);
  EXPECT_EQ(answers[1].gap, 0);
  // with the ordinary window each storey has its own car
  index.locate_all({51, 1, 0.5}, {}, answers);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].ribbon, 0u);
  index.locate_all({51, 1, 6.5}, {}, answers);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].ribbon, 1u);
  EXPECT_EQ(index.closest({51, 1, 2}).ribbon, 0u);
  EXPECT_EQ(index.closest({51, 1, 5}).ribbon, 1u);
}

TEST(RibbonIndex, GapIsTheWayToTheEdge) {
  const Ribbon road = street("road", 0, 0, 0, 0, 100, {4, -3});
  const RibbonIndex index({&road});
  EXPECT_EQ(index.locate_nearest({50, 3.9, 0}).gap, 0);
  EXPECT_EQ(index.locate_nearest({50, -3, 2}).gap, 0);
  EXPECT_NEAR(index.locate_nearest({50, 10, 0}).gap, 6, 1e-9);
  EXPECT_NEAR(index.locate_nearest({50, -10, 0}).gap, 7, 1e-9);
  EXPECT_NEAR(index.locate_nearest({50, 0, 5}).gap, 2, 1e-9);
  EXPECT_NEAR(index.locate_nearest({50, 0, -5}).gap, 4, 1e-9);
  EXPECT_NEAR(index.locate_nearest({-2, 0, 0}).gap, 2, 1e-9);
  EXPECT_NEAR(index.locate_nearest({103, 8, 0}).gap, 5, 1e-9);
  EXPECT_NEAR(gap(road, locate(road, {50, 10, 0})), 6, 1e-9);
  EXPECT_NEAR(index.locate_nearest({50, 10, 0}).located.point.distance, 50, 1e-9);
}

TEST(RibbonIndex, ToleranceFindsPointsInACrack) {
  // 2 cm between the left edge of one road and the right edge of the next
  const Ribbon right = street("right", 0, 0, 0, 0, 100, {4, -4});
  const Ribbon left = street("left", 0, 8.02, 0, 0, 100, {4, -4});
  const RibbonIndex index({&right, &left});
  std::vector<IndexAnswer> answers;
  const WorldPoint crack{40, 4.008, 0};
  index.locate_all(crack, {}, answers);
  EXPECT_TRUE(answers.empty());
  index.locate_all(crack, {.tolerance = 0.01}, answers);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].ribbon, 0u);
  EXPECT_NEAR(answers[0].gap, 0.008, 1e-9);
  index.locate_all(crack, {.tolerance = 0.02}, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_NEAR(answers[1].gap, 0.012, 1e-9);
  const IndexAnswer nearest = index.locate_nearest(crack);
  EXPECT_EQ(nearest.ribbon, 0u);
  EXPECT_NEAR(nearest.gap, 0.008, 1e-9);
  // on both where they touch
  const Ribbon touching = street("touching", 0, 8, 0, 0, 100, {4, -4});
  RibbonIndex({&right, &touching}).locate_all({40, 4, 0}, {}, answers);
  EXPECT_EQ(answers.size(), 2u);
}

TEST(RibbonIndex, TiesGoToTheFirstRibbonThenToTheSmallestDistance) {
  const Ribbon a = street("a", 0, 0, 0, 0, 100, {4, -4});
  const Ribbon b = street("b", 0, 10, 0, 0, 100, {4, -4});
  const Ribbon again = street("again", 0, 0, 0, 0, 100, {4, -4});
  EXPECT_EQ(RibbonIndex({&a, &b}).closest({50, 5, 0}).ribbon, 0u);
  EXPECT_EQ(RibbonIndex({&b, &a}).closest({50, 5, 0}).ribbon, 0u);
  EXPECT_EQ(RibbonIndex({&a, &again}).closest({50, 1, 0}).ribbon, 0u);
  const Ribbon ring = test::built(test::arc(20, base::kPi, {4, -4}));
  const RibbonFrame start = ring.frame(0);
  const IndexAnswer centre = RibbonIndex({&ring}).closest(start.position + start.lateral * 20.0);
  EXPECT_NEAR(away(ring, centre.located, start.position + start.lateral * 20.0), 20, 1e-3);
}

TEST(RibbonIndex, FindsARibbonTwiceWhereItCrossesItself) {
  const Ribbon loop = test::built(test::loop());
  const RibbonIndex index({&loop});
  std::vector<IndexAnswer> answers;
  index.locate_all(place(loop, {40, 0, 0}), {}, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_LT(answers[0].located.point.distance, answers[1].located.point.distance);
}

// A point that wanders through town, and now and then jumps: the kept segments change nothing of any answer, whichever window is asked.
TEST(Index, AnswersAlikeWithAVicinity) {
  const Town town(11, 60);
  const RibbonIndex index = town.index();
  base::RandomStream random{7, 0, 3};
  const SurfaceWindow windows[] = {
      {-2, 2, 14}, {-2, 2, 0}, {.loft_low = -20, .loft_high = 20, .tolerance = 25}, {-2, 2, 9}};
  Vicinity vicinity;
  std::vector<IndexAnswer> kept, anew;
  std::size_t found = 0;
  WorldPoint p = town.point(0, random);
  for (std::size_t i = 0; i < 4000; ++i) {
    if (i % 50 == 49)
      p = town.point(0, random);  // on some surface
    else
      p = {p.x + random.uniform(-1.5, 1.5), p.y + random.uniform(-1.5, 1.5), p.z + random.uniform(-0.1, 0.1)};
    const SurfaceWindow& window = windows[(i / 7) % 4];
    index.locate_all(p, window, kept, vicinity);
    index.locate_all(p, window, anew);
    ASSERT_EQ(kept.size(), anew.size()) << i;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      EXPECT_EQ(kept[k].ribbon, anew[k].ribbon) << i;
      EXPECT_EQ(kept[k].located.point, anew[k].located.point) << i;
      EXPECT_EQ(kept[k].located.beyond, anew[k].located.beyond) << i;
      EXPECT_EQ(kept[k].gap, anew[k].gap) << i;
    }
    found += kept.size();
  }
  EXPECT_GT(found, 4000U);
}

// ---- against brute force -------------------------------------------------------------------------------------

void expect_like_brute_force(const Town& town, const RibbonIndex& index, const WorldPoint& p,
                             const std::string& here) {
  const std::vector<Ribbon>& ribbons = town.ribbons();
  // closest: the nearest of all nearest
  double least = 1e300, least_gap = 1e300;
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < ribbons.size(); ++i) {
    const Located l = locate(ribbons[i], p);
    const double d = away(ribbons[i], l, p);
    least_gap = std::min(least_gap, gap(ribbons[i], l));
    if (d < least) {
      least = d;
      first = i;
    }
  }
  const IndexAnswer closest = index.closest(p);
  ASSERT_TRUE(closest) << here;
  const double found = away(ribbons[closest.ribbon], closest.located, p);
  EXPECT_NEAR(found, least, 1e-9) << here;
  if (closest.ribbon != first) {  // a tie but for rounding
    EXPECT_NEAR(away(ribbons[first], locate(ribbons[first], p), p), found, 1e-9) << here;
  }
  EXPECT_EQ(closest.gap, gap(ribbons[closest.ribbon], closest.located)) << here;

  // all: the union of all
  const SurfaceWindow window{.tolerance = 0.02};
  std::vector<IndexAnswer> all;
  index.locate_all(p, window, all);
  std::vector<Located> answers;
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < ribbons.size(); ++i) {
    locate_all(ribbons[i], p, window, answers);
    for (const Located& l : answers) {
      ASSERT_LT(next, all.size()) << here << " missing=" << ribbons[i].name();
      EXPECT_EQ(all[next].ribbon, i) << here;
      EXPECT_NEAR(all[next].located.point.distance, l.point.distance, 1e-9) << here;
      EXPECT_NEAR(all[next].located.point.offset, l.point.offset, 1e-9) << here;
      EXPECT_NEAR(all[next].located.point.loft, l.point.loft, 1e-9) << here;
      EXPECT_EQ(all[next].gap, gap(ribbons[i], all[next].located, window)) << here;
      ++next;
    }
  }
  EXPECT_EQ(next, all.size()) << here;

  // nearest: no surface has a smaller gap, and the gap is a true one: the answer places back to the point
  const IndexAnswer nearest = index.locate_nearest(p);
  ASSERT_TRUE(nearest) << here;
  EXPECT_LE(nearest.gap, least_gap + 1e-9) << here;
  for (const IndexAnswer& a : all) EXPECT_LE(nearest.gap, a.gap + 1e-9) << here;
  EXPECT_EQ(nearest.gap, gap(ribbons[nearest.ribbon], nearest.located)) << here;
  EXPECT_LE(distance_between(place(ribbons[nearest.ribbon], extended(nearest.located)), p),
            1e-6 + 1e-9 * least)
      << here << " nearest=" << ribbons[nearest.ribbon].name();
}

TEST(RibbonIndex, AgreesWithBruteForceInRandomTowns) {
  for (const std::uint64_t seed : {40u, 41u}) {
    const Town town(seed, 200);
    const RibbonIndex index = town.index();
    base::RandomStream random{seed, 0, 2};
    for (std::size_t i = 0, n = test::point_count(4000); i < n; ++i) {
      const WorldPoint p = town.point(i, random);
      expect_like_brute_force(town, index, p, test::reproduction("town" + std::to_string(seed), p));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(RibbonIndex, AgreesWithBruteForceFarFromTheOrigin) {
  const Town town(42, 60, 5.0e5, 5.4e6);
  const RibbonIndex index = town.index();
  base::RandomStream random{42, 0, 2};
  for (std::size_t i = 0, n = test::point_count(2000); i < n; ++i) {
    const WorldPoint p = town.point(i, random);
    expect_like_brute_force(town, index, p, test::reproduction("far_town", p));
    if (HasFatalFailure()) return;
  }
}

TEST(RibbonIndex, AgreesWithBruteForceOnTheCatalogue) {
  // all of them on one heap, with ribbons of very different widths
  std::vector<Ribbon> ribbons;
  for (const auto& [name, description] : test::catalogue()) ribbons.push_back(test::built(description));
  std::vector<const Ribbon*> list;
  list.reserve(ribbons.size());
  for (const Ribbon& r : ribbons) list.push_back(&r);
  const RibbonIndex index(list);
  base::RandomStream random{43, 0, 1};
  for (std::size_t i = 0, n = test::point_count(5000); i < n; ++i) {
    const WorldPoint p{random.uniform(-100, 400), random.uniform(-200, 300), random.uniform(-5, 15)};
    double least = 1e300;
    for (const Ribbon& r : ribbons) least = std::min(least, away(r, locate(r, p), p));
    const IndexAnswer found = index.closest(p);
    ASSERT_NEAR(away(ribbons[found.ribbon], found.located, p), least, 1e-9)
        << test::reproduction("catalogue", p);
  }
}

// ---- cost ----------------------------------------------------------------------------------------------------

TEST(RibbonIndex, EffortDoesNotGrowWithTheTown) {
  const auto mean_effort = [](const Town& town) {
    const RibbonIndex index = town.index();
    base::RandomStream random{44, 0, 2};
    double sum = 0;
    const std::size_t n = 3000;
    for (std::size_t i = 0; i < n; ++i) {
      const Ribbon& r = town.ribbons()[random.below(town.ribbons().size())];
      SearchEffort effort;
      index.closest(
          place(r, {random.uniform(0, r.length()), random.uniform(r.edges().right, r.edges().left), 0}),
          &effort);
      sum += effort.boxes + effort.segments;
    }
    return sum / static_cast<double>(n);
  };
  const double small = mean_effort(Town(45, 100)), large = mean_effort(Town(45, 3000));
  std::printf("boxes and segments touched: %.1f among 100 roads, %.1f among 3000\n", small, large);
  EXPECT_LE(large, 1.5 * small);
}

// For which windows a search is quick is the caller's choice, and does not show in any bit of an answer: one index lists the surfaces
// for all of these windows, one for some of them, one for none.
TEST(RibbonIndex, WhatIsUsualDoesNotShowInTheAnswers) {
  const Town town(43, 200);
  const RibbonIndex all = town.index({.loft_low = -5, .loft_high = 5, .tolerance = 3}), some = town.index(),
                    none = town.index({.loft_low = 0, .loft_high = 0, .tolerance = 0});
  const SurfaceWindow windows[] = {{.tolerance = 0.02},
                                   {.loft_low = -3, .loft_high = 3, .tolerance = 0.02},
                                   {.loft_low = -5, .loft_high = 5},
                                   {.tolerance = 3}};
  base::RandomStream random{43, 0, 2};
  std::vector<IndexAnswer> expected, answers;
  std::size_t found = 0;
  for (std::size_t i = 0, n = test::point_count(40000); i < n; ++i) {
    const WorldPoint p = town.point(i, random);
    const SurfaceWindow& window = windows[i / 6 % 4];
    none.locate_all(p, window, expected);
    found += expected.size();
    for (const RibbonIndex* index : {&all, &some}) {
      index->locate_all(p, window, answers);
      ASSERT_EQ(answers.size(), expected.size()) << test::reproduction("town43", p);
      for (std::size_t k = 0; k < answers.size(); ++k) {
        const IndexAnswer &a = answers[k], &b = expected[k];
        EXPECT_TRUE(a.ribbon == b.ribbon && a.gap == b.gap && a.located.segment == b.located.segment &&
                    a.located.point.distance == b.located.point.distance &&
                    a.located.point.offset == b.located.point.offset &&
                    a.located.point.loft == b.located.point.loft)
            << test::reproduction("town43", p);
      }
    }
  }
  EXPECT_GT(found, test::point_count(40000) / 4);
}

}  // namespace
}  // namespace backlot::geometry::ribbon_index_test
