#include "backlot/campaign/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::campaign::comparison_test {
namespace {

StoredResult stored(const std::string& name, std::uint64_t seed, const std::string& driver,
                    const std::string& verdict, double ttc_s) {
  const std::string pair = name + std::to_string(seed);
  return {.key = pair + driver,
          .pair_key = pair,
          .suite = "s",
          .name = name,
          .driver = driver,
          .seed = seed,
          .verdict = verdict,
          .figures = {{"min_ttc_s", ttc_s}}};
}

// Differences 1 ... 5: mean 3, standard error sqrt(2.5 / 5), and 2.776 of Student's distribution with four degrees of freedom.
TEST(Comparison, IntervalOfPairedDifferences) {
  const std::vector<double> differences{1, 2, 3, 4, 5};
  const harness::Interval interval = mean_interval(differences);
  EXPECT_NEAR(interval.low, 3 - 2.776445 * std::sqrt(0.5), 1e-5);
  EXPECT_NEAR(interval.high, 3 + 2.776445 * std::sqrt(0.5), 1e-5);
  const std::vector<double> one{7};
  EXPECT_TRUE(std::isinf(mean_interval(one).low));
  // beyond the table: 101 values 0 and 1 in turn; t(100) is 1.98397
  std::vector<double> many;
  for (int k = 0; k < 101; ++k) many.push_back(k % 2);
  const double mean = 50.0 / 101, error = std::sqrt(101 * mean * (1 - mean) / 100 / 101);
  EXPECT_NEAR(mean_interval(many).high, mean + 1.983972 * error, 1e-6);
}

TEST(Comparison, PairsRunsAndNamesWhatChanged) {
  const std::vector<StoredResult> a{stored("x", 1, "d", "pass", 2), stored("x", 2, "d", "fail", 1),
                                    stored("x", 3, "d", "fail", 1), stored("x", 4, "d", "pass", 3),
                                    stored("y", 1, "d", "pass", 9)};
  const std::vector<StoredResult> b{stored("x", 2, "d", "pass", 2.5), stored("x", 1, "d", "fail", 0.5),
                                    stored("x", 3, "d", "evaded", 1), stored("x", 4, "d", "pass", 3),
                                    stored("z", 1, "d", "pass", 9)};
  const Comparison c = compare(a, b);
  EXPECT_EQ(c.pairs, 4U);
  EXPECT_EQ(c.only_a, 1U);
  EXPECT_EQ(c.only_b, 1U);
  EXPECT_EQ(c.passed_a.hits, 2U);
  EXPECT_EQ(c.passed_b.hits, 2U);
  ASSERT_EQ(c.broke.size(), 1U);
  EXPECT_EQ(c.broke[0].seed, 1U);
  ASSERT_EQ(c.better.size(), 1U);
  EXPECT_EQ(c.better[0].seed, 2U);
  ASSERT_EQ(c.other.size(), 1U);
  EXPECT_EQ(c.other[0].verdict_b, "evaded");
  ASSERT_EQ(c.figures.size(), 1U);
  EXPECT_NEAR(c.figures[0].difference, 0, 1e-12);
  EXPECT_FALSE(c.figures[0].has_moved);
}

TEST(Comparison, FiguresMoveWhereTheIntervalLeavesZero) {
  std::vector<StoredResult> a, b;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    a.push_back(stored("x", seed, "old", "pass", static_cast<double>(seed)));
    b.push_back(stored("x", seed, "new", "pass",
                       static_cast<double>(seed) + 0.5 + 0.01 * static_cast<double>(seed % 3)));
  }
  const Comparison c = compare(a, b);  // two drivers: paired without their names
  EXPECT_EQ(c.pairs, 10U);
  ASSERT_EQ(c.figures.size(), 1U);
  EXPECT_TRUE(c.figures[0].has_moved);
  EXPECT_NEAR(c.figures[0].difference, 0.51, 0.01);
  EXPECT_LT(c.figures[0].interval.high - c.figures[0].interval.low,
            0.02);  // pairing takes the spread over seeds away
}

}  // namespace
}  // namespace backlot::campaign::comparison_test
