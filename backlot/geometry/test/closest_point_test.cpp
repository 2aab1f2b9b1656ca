#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/geometry/test/closest_campaign.h"

namespace backlot::geometry::closest_point_test {
namespace {

TEST(ClosestPoint, LiesAcrossALine) {
  const Ribbon ribbon = test::built(test::line(100));
  const Located l = locate(ribbon, place(ribbon, {40, 3, 1}));
  EXPECT_NEAR(l.point.distance, 40, 1e-12);
  EXPECT_NEAR(l.point.offset, 3, 1e-12);
  EXPECT_NEAR(l.point.loft, 1, 1e-12);
  EXPECT_EQ(l.found, Found::cold);
  EXPECT_EQ(l.at_end, AtEnd::no);
}

TEST(ClosestPoint, SaysHowFarPastAnEndAPointIs) {
  const Ribbon ribbon = test::built(test::line(100));
  const Located past = locate(ribbon, place(ribbon, {107, 2, 0}));
  EXPECT_EQ(past.at_end, AtEnd::end);
  EXPECT_DOUBLE_EQ(past.point.distance, 100);
  EXPECT_NEAR(past.beyond, 7, 1e-12);
  const Located before = locate(ribbon, place(ribbon, {-4, -2, 0}));
  EXPECT_EQ(before.at_end, AtEnd::start);
  EXPECT_NEAR(before.beyond, -4, 1e-12);
}

TEST(ClosestPoint, KeepsTheHintedStretchOfARoadThatCrossesItself) {
  // at the crossing the loop has two places for one point; the hint says which is meant
  const Ribbon ribbon = test::built(test::loop());
  const double crossing = ribbon.length() - 40;
  const WorldPoint p = place(ribbon, {crossing, 0, 0});
  std::vector<Located> all;
  locate_all(ribbon, p, {}, all);
  ASSERT_EQ(all.size(), 2u);
  for (const Located& one : all) {
    const Located kept = locate(ribbon, p, hint_at(ribbon, one.point.distance + 0.7));
    EXPECT_EQ(kept.found, Found::hinted);
    EXPECT_NEAR(kept.point.distance, one.point.distance, 1e-9);
  }
}

TEST(ClosestPoint, FallsBackToTheGlobalMinimumWhereTheHintLeadsOffTheSurface) {
  const Ribbon ribbon = test::built(test::hairpin());
  const WorldPoint p = place(ribbon, {10, 1, 0});
  const Located l = locate(ribbon, p, hint_at(ribbon, ribbon.length() - 10));
  EXPECT_EQ(l.found, Found::fallback);
  EXPECT_NEAR(l.point.distance, 10, 1e-9);
}

TEST(ClosestPoint, SeparatesTheStoreysOfAHelix) {
  const Ribbon ribbon = test::built(test::helix());
  const double turn = ribbon.length() / 3;
  for (int storey = 0; storey < 3; ++storey) {
    const double d = (storey + 0.4) * turn;
    EXPECT_NEAR(locate(ribbon, place(ribbon, {d, 1, 0.5})).point.distance, d, 1e-9) << storey;
  }
}

TEST(BracketedMinimum, NeedsNoMoreThanItsBound) {
  // the quintic of a segment that turns by 0.4 rad, seen from around its centre of curvature
  const Ribbon ribbon = test::built(test::arc(6, 2.5, {3, -3}));
  const internal::Segment& s = ribbon.data().segments[2];
  for (int i = -50; i <= 50; ++i) {
    const WorldPoint p = place(ribbon, {s.start + 0.4 * s.length, 6 + 1e-3 * i, 1e-9 * i});
    const internal::Foot foot = internal::closest_on_segment(s, p - ribbon.data().origin, 0.3);
    EXPECT_LT(foot.iterations, internal::kIterationBound);
    EXPECT_GE(foot.u, 0);
    EXPECT_LE(foot.u, s.length);
  }
}

// Every ribbon of the catalogue against the exhaustive reference: zero failures.
TEST(ClosestPointSlow, IsTheReferencesMinimumAtEveryPointThatHurts) {
  const auto catalogue = test::catalogue();
  const std::uint64_t each = test::point_count(10000000) / catalogue.size() + 1;
  // two threads, each ribbon by one of them: the points and the sum do not depend on which is faster
  std::vector<test::CampaignResult> results(catalogue.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < catalogue.size(); i = next++) {
      results[i] =
          test::run_campaign(catalogue[i].name, test::built(catalogue[i].description), 100 + i, 0, each);
    }
  };
  std::thread helper(work);
  work();
  helper.join();
  test::CampaignResult sum;
  for (const test::CampaignResult& result : results) sum.add(result);
  std::cout << test::to_text(sum);
  EXPECT_EQ(sum.failures, 0u);
}

}  // namespace
}  // namespace backlot::geometry::closest_point_test
