#include "backlot/subject/style.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::subject::style_test {
namespace {

TEST(Style, KeepsTheShareOfTheLimitOfItsKind) {
  struct Case {
    StyleKind kind;
    double low, high;
  };
  for (const Case& c : {Case{StyleKind::calm, 0.85, 0.97},
                        {StyleKind::brisk, 0.98, 1.1},
                        {StyleKind::slow, 0.62, 0.75},
                        {StyleKind::distracted, 0.8, 1.0},
                        {StyleKind::any, 0.6, 1.1}}) {
    double low = 9, high = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Style style = draw_style(c.kind, seed);
      low = std::min(low, style.share_of_limit);
      high = std::max(high, style.share_of_limit);
      EXPECT_GE(style.hardest_mps2, 6);
      EXPECT_LE(style.hardest_mps2, 8);
      EXPECT_GE(style.reaction_median_s, 1.2);
      EXPECT_LE(style.reaction_median_s, 1.5);
      EXPECT_LE(style.longest_glance_s, 2);
    }
    EXPECT_GE(low, c.low) << to_text(c.kind);
    EXPECT_LE(high, c.high) << to_text(c.kind);
    EXPECT_GT(high - low, 0.8 * (c.high - c.low)) << to_text(c.kind);
  }
}

TEST(Style, IsTheSameForTheSameSeedAndDiffersBetweenSeeds) {
  std::set<double> shares;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Style style = draw_style(StyleKind::any, seed);
    EXPECT_EQ(style.share_of_limit, draw_style(StyleKind::any, seed).share_of_limit);
    shares.insert(style.share_of_limit);
  }
  EXPECT_EQ(shares.size(), 50U);
}

TEST(Style, DriftIsSlowAndAFewKilometresAnHour) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Style style = draw_style(StyleKind::any, seed);
    double low = 0, high = 0;
    for (int second = 0; second < 300; ++second) {
      const auto at = base::SimTime::from_nanoseconds(second * 1'000'000'000LL);
      const double drift = drift_mps(style, at),
                   later = drift_mps(style, at + base::Duration::from_milliseconds(1000));
      EXPECT_LT(std::fabs(later - drift), 0.2);
      low = std::min(low, drift);
      high = std::max(high, drift);
    }
    EXPECT_GT(high - low, 0.3) << seed;
    EXPECT_LT(std::max(high, -low), 1.25) << seed;
  }
}

TEST(Style, ReactionsAreLogNormal) {
  const Style style = steady_style(1);
  std::vector<double> logs;
  for (std::uint64_t n = 0; n < 4000; ++n) logs.push_back(std::log(reaction_s(style, 7, n)));
  std::ranges::sort(logs);
  double mean = 0, square = 0;
  for (const double log : logs) mean += log / 4000;
  for (const double log : logs) square += (log - mean) * (log - mean) / 4000;
  EXPECT_NEAR(std::exp(logs[2000]), 1.35, 0.02);
  EXPECT_NEAR(std::sqrt(square), 0.25, 0.01);
  // the quantiles of a normal distribution at one standard deviation
  EXPECT_NEAR(logs[635] - mean, -0.25, 0.02);
  EXPECT_NEAR(logs[3365] - mean, 0.25, 0.02);
}

}  // namespace
}  // namespace backlot::subject::style_test
