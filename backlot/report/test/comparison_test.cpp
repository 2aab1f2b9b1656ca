#include "backlot/report/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::report::comparison_test {
namespace {

using verdict::Verdict;

report::Run with(std::uint64_t seed, Verdict verdict, const std::string& driver = "d") {
  return {.name = "a", .seed = seed, .driver = driver, .verdict = verdict};
}

TEST(Comparison, SaysWhatIsNewFixedRemainingAndLost) {
  const std::vector<report::Run> before = {
      with(1, Verdict::pass),   with(2, Verdict::fail), with(3, Verdict::fail), with(4, Verdict::pass),
      with(5, Verdict::evaded), with(6, Verdict::fail), with(9, Verdict::pass)};
  const std::vector<report::Run> now = {with(1, Verdict::crashed), with(2, Verdict::pass),
                                        with(3, Verdict::hung),    with(4, Verdict::not_staged),
                                        with(5, Verdict::fail),    with(6, Verdict::not_staged),
                                        with(7, Verdict::fail)};
  const Comparison c = compare(now, before);
  using enum Change;
  EXPECT_EQ(c.changes, (std::vector<Change>{fresh, fixed, remaining, lost, fresh, lost, unpaired}));
  EXPECT_EQ(c.fresh, 2U);
  EXPECT_EQ(c.fixed, 1U);
  EXPECT_EQ(c.remaining, 1U);
  EXPECT_EQ(c.lost, 2U);
  EXPECT_EQ(c.unpaired, 1U);
  EXPECT_EQ(c.dropped, 1U);
}

TEST(Comparison, PairsByNameParametersSeedAndDriver) {
  std::vector<report::Run> before = {with(1, Verdict::pass), with(1, Verdict::pass, "e")}, now = before;
  now[0].parameters = {{"lead", "1 s"}};
  EXPECT_EQ(compare(now, before).unpaired, 1U);
  before[0].parameters = {{"flow", "2"}, {"lead", "1 s"}};
  now[0].parameters = {{"lead", "1 s"}, {"flow", "2"}};
  EXPECT_EQ(compare(now, before).unpaired, 0U) << "in any order";
}

TEST(Comparison, TwoCampaignsWithADriverEachCompareTheDrivers) {
  const std::vector<report::Run> before = {with(1, Verdict::pass, "old")},
                                 now = {with(1, Verdict::fail, "new")};
  const Comparison c = compare(now, before);
  EXPECT_TRUE(c.is_across_drivers);
  EXPECT_EQ(c.fresh, 1U);
}

// Tables of Student's t distribution, two sides, 5 %.
TEST(Comparison, QuantilesAreThoseOfTheTables) {
  for (const auto& [degrees, value] : {std::pair<std::size_t, double>{1, 12.706},
                                       {4, 2.776},
                                       {10, 2.228},
                                       {11, 2.201},
                                       {15, 2.131},
                                       {20, 2.086},
                                       {30, 2.042},
                                       {60, 2.000},
                                       {120, 1.980},
                                       {100000, 1.960}})
    EXPECT_NEAR(t_quantile(degrees), value, 6e-4) << degrees;
}

// Differences 1, 2, 3: mean 2, deviation 1, so 2 +- 4.3027 / sqrt(3).
TEST(Comparison, IntervalOfPairedDifferences) {
  const std::vector<double> before = {10, 20, 30}, now = {11, 22, 33};
  const PairedDifference d = paired_difference(before, now);
  EXPECT_EQ(d.pairs, 3U);
  EXPECT_DOUBLE_EQ(d.before, 20);
  EXPECT_DOUBLE_EQ(d.now, 22);
  EXPECT_DOUBLE_EQ(d.mean, 2);
  EXPECT_NEAR(d.low, 2 - 4.3027 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(d.high, 2 + 4.3027 / std::sqrt(3.0), 1e-9);
  const std::vector<double> one = {1}, two = {2};
  EXPECT_TRUE(std::isinf(paired_difference(one, two).high));
}

TEST(Comparison, FiguresMoveInADirectionThatIsWorseOrBetter) {
  std::vector<report::Run> before, now;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const double noise = 0.01 * static_cast<double>(seed % 3);
    before.push_back(with(seed, Verdict::pass));
    before.back().figures = {{"min_ttc_s", 2, Better::larger},
                             {"max_jerk", 3, Better::smaller},
                             {"speed", 1, Better::unknown},
                             {"same", 1, Better::larger}};
    now.push_back(with(seed, Verdict::pass));
    now.back().figures = {{"min_ttc_s", 1.5 + noise, Better::larger},
                          {"max_jerk", 2 + noise, Better::smaller},
                          {"speed", 2 + noise, Better::unknown},
                          {"same", seed % 2 == 0 ? 0.9 : 1.1, Better::larger}};
  }
  const Comparison c = compare(now, before);
  ASSERT_EQ(c.figures.size(), 4U);
  EXPECT_EQ(c.figures[0].figure, "min_ttc_s");
  EXPECT_TRUE(c.figures[0].is_worse());
  EXPECT_EQ(c.figures[1].figure, "max_jerk");
  EXPECT_TRUE(c.figures[1].is_better());
  EXPECT_EQ(c.figures[2].figure, "speed");
  EXPECT_TRUE(c.figures[2].has_moved() && !c.figures[2].is_worse() && !c.figures[2].is_better());
  EXPECT_FALSE(c.figures[3].has_moved());
}

}  // namespace
}  // namespace backlot::report::comparison_test
