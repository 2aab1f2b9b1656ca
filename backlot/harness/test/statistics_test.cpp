#include "backlot/harness/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::harness::statistics_test {
namespace {

// Both ends of Wilson's interval are the rates p from which the seen rate is 1.96 deviations away: (seen - p)^2 = z^2 p (1 - p) / n. Found here by
// halving, without the closed form.
double end_of_interval(double seen, double n, double inside, double outside) {
  constexpr double kZ = 1.959963984540054;
  for (int k = 0; k < 200; ++k) {
    const double p = 0.5 * (inside + outside);
    ((seen - p) * (seen - p) <= kZ * kZ * p * (1 - p) / n ? inside : outside) = p;
  }
  return inside;
}

TEST(Statistics, WilsonIntervalHoldsTheRatesThatTheSeenOneDoesNotRefute) {
  for (const std::size_t n : {1U, 2U, 10U, 97U, 1000U, 20000U})
    for (const double share : {0.0, 0.01, 0.3, 0.5, 0.98, 1.0}) {
      const auto hits = static_cast<std::size_t>(std::llround(share * static_cast<double>(n)));
      const double seen = static_cast<double>(hits) / static_cast<double>(n);
      const Interval interval = wilson_interval(hits, n);
      EXPECT_NEAR(interval.low, end_of_interval(seen, static_cast<double>(n), seen, 0), 1e-9)
          << hits << "/" << n;
      EXPECT_NEAR(interval.high, end_of_interval(seen, static_cast<double>(n), seen, 1), 1e-9)
          << hits << "/" << n;
    }
}

TEST(Statistics, WilsonIntervalsOfATable) {
  struct Row {
    std::size_t hits, trials;
    double low, high;
  };
  // to four digits; the first two in closed form: z^2 / (n + z^2) and its complement
  for (const Row& row : {Row{0, 10, 0.0, 0.2775}, Row{10, 10, 0.7225, 1.0}, Row{1, 10, 0.0179, 0.4042},
                         Row{50, 100, 0.4038, 0.5962}, Row{95, 100, 0.8882, 0.9785}}) {
    const Interval interval = wilson_interval(row.hits, row.trials);
    EXPECT_NEAR(interval.low, row.low, 5e-5) << row.hits << "/" << row.trials;
    EXPECT_NEAR(interval.high, row.high, 5e-5) << row.hits << "/" << row.trials;
  }
}

TEST(Statistics, NothingIsKnownWithoutTrials) {
  EXPECT_EQ(wilson_interval(0, 0).low, 0);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
  EXPECT_EQ(Share{}.value(), 0);
}

TEST(Statistics, PercentileIsTheSmallestValueThatTheShareDoesNotExceed) {
  base::RandomStream random(3, 0, 0);
  for (std::size_t n = 1; n <= 120; ++n) {
    std::vector<double> values;
    for (std::size_t k = 0; k < n; ++k) values.push_back(std::floor(random.uniform(0, 30)));
    std::sort(values.begin(), values.end());
    for (const int per_cent : {1, 5, 25, 50, 75, 95, 99, 100}) {
      // by counting, in whole numbers
      const auto wanted = *std::find_if(values.begin(), values.end(), [&](double v) {
        const auto below = std::count_if(values.begin(), values.end(), [&](double w) { return w <= v; });
        return static_cast<std::size_t>(100 * below) >= static_cast<std::size_t>(per_cent) * n;
      });
      EXPECT_EQ(percentile(values, 0.01 * per_cent), wanted) << n << " values, " << per_cent << " %";
    }
  }
}

}  // namespace
}  // namespace backlot::harness::statistics_test
