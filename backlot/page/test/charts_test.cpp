#include "backlot/page/charts.h"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "backlot/draw/test/xml_check.h"
#include "backlot/page/order_statistics.h"

namespace backlot::page::charts_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Charts, QuantilesLieBetweenTheNumbers) {
  EXPECT_EQ(sorted_finite({3, kNan, 1, kInf, 2}), (std::vector<double>{1, 2, 3}));
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
  EXPECT_DOUBLE_EQ(quantile({1, 5}, 1), 5);
}

// From -0.5 to 1 in bins of 0.05: 30 of them.
TEST(Charts, BinsHaveRoundEdgesAndHoldAllValues) {
  Histogram histogram{.values = {-0.47, 0.01, 0.02, 0.98, kNan}, .band_low = -0.5, .band_high = 0.5};
  const HistogramBins bins = bins_of(histogram);
  EXPECT_DOUBLE_EQ(bins.width, 0.05);
  EXPECT_DOUBLE_EQ(bins.low, -0.5);
  ASSERT_EQ(bins.counts.size(), 30U);
  EXPECT_EQ(bins.counts[0], 1U);
  EXPECT_EQ(bins.counts[10], 2U) << "0 to 0.05";
  EXPECT_EQ(bins.counts[29], 1U);
  EXPECT_EQ(std::accumulate(bins.counts.begin(), bins.counts.end(), std::size_t{0}), 4U);
}

TEST(Charts, ValuesBeyondTheLimitsAreAtTheEnds) {
  const HistogramBins bins = bins_of({.values = {-9, 0.6, 99}, .low = 0.5, .high = 2});
  EXPECT_EQ(bins.counts.front(), 1U);
  EXPECT_EQ(bins.counts.back(), 1U);
}

TEST(Charts, AnyNumbersGiveAChart) {
  for (const std::vector<double>& values :
       {std::vector<double>{}, {kNan}, {0}, {5, 5, 5}, {-1e308, 1e308}, {1e-300, 2e-300}}) {
    const std::string svg = draw_histogram({.values = values}).to_svg();
    EXPECT_EQ(draw::test::xml_fault(svg), "");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
  }
  EXPECT_NE(draw_band_chart({}).to_svg().find("no data"), std::string::npos);
  EXPECT_NE(draw_band_chart({"x", "y", {{0, 1, 2, 3}}}).to_svg().find("no data"), std::string::npos);
  EXPECT_EQ(draw::test::xml_fault(draw_interval(0.5, 0.4, kNan, 0).to_svg()), "");
}

}  // namespace
}  // namespace backlot::page::charts_test
