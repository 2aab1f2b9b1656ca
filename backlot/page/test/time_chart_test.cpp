#include "backlot/page/time_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/draw/test/xml_check.h"
#include "backlot/page/small_charts.h"

namespace backlot::page::time_chart_test {
namespace {

using draw::test::count_of;
using draw::test::xml_fault;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The points of the lines of a chart, x and y.
std::vector<std::pair<double, double>> points_of(std::string_view svg) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t at = svg.find("points=\""); at != std::string_view::npos;
       at = svg.find("points=\"", at + 1)) {
    const std::string list(svg.substr(at + 8, svg.find('"', at + 8) - at - 8));
    for (const char* c = list.c_str(); *c != 0;) {
      char* end = nullptr;
      const double x = std::strtod(c, &end);
      const double y = std::strtod(end + 1, &end);
      points.emplace_back(x, y);
      c = end + (*end == ' ' ? 1 : 0);
    }
  }
  return points;
}

TEST(TimeChart, DrawsEveryPointInItsPlace) {
  const std::string svg =
      draw_time_chart({.panels = {{.label = "v",
                                   .curves = {{.name = "v", .time_s = {0, 1, 2}, .values = {0, 10, 5}}},
                                   .low = 0,
                                   .high = 10}}});
  EXPECT_EQ(xml_fault(svg), "");
  const auto points = points_of(svg);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(points[1].first, 0.5 * (points[0].first + points[2].first), 0.02) << "halfway in time";
  EXPECT_NEAR(points[2].second, 0.5 * (points[0].second + points[1].second), 0.02) << "halfway in value";
  EXPECT_LT(points[1].second, points[0].second) << "up is more";
}

TEST(TimeChart, ValuesThatAreNotFiniteAreGaps) {
  const std::string svg = draw_time_chart(
      {.panels = {
           {.label = "v",
            .curves = {{.name = "v", .time_s = {0, 1, 2, 3, 4, 5, 6}, .values = {1, 2, kNan, 3, 1e9, 4, 5}}},
            .high = 10}}});
  EXPECT_EQ(count_of(svg, "<polyline"), 2U);
  EXPECT_EQ(count_of(svg, "<circle"), 1U) << "the one between";
  EXPECT_EQ(draw_time_chart({}), "");
  EXPECT_EQ(
      draw_time_chart(
          {.panels = {{.label = "v", .curves = {{.name = "v", .time_s = {kNan, 1}, .values = {1, kNan}}}}}}),
      "");
}

// A spike of one sample in a hundred thousand is still there.
TEST(TimeChart, LongCurvesKeepTheirExtremes) {
  TimeCurve curve{.name = "v"};
  for (int k = 0; k < 100000; ++k) {
    curve.time_s.push_back(0.01 * k);
    curve.values.push_back(k == 54321 ? 9 : std::sin(0.01 * k));
  }
  const std::string svg =
      draw_time_chart({.panels = {{.label = "v", .curves = {curve}, .low = -1, .high = 9}}});
  EXPECT_LT(svg.size(), 30000U);
  const auto points = points_of(svg);
  const auto top = std::min_element(points.begin(), points.end(),
                                    [](const auto& a, const auto& b) { return a.second < b.second; });
  const double share = (top->first - points.front().first) / (points.back().first - points.front().first);
  EXPECT_NEAR(share, 0.54321, 1e-3);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }));
}

TEST(TimeChart, MarksOutsideTheCurvesAreLeftOut) {
  const std::string svg = draw_time_chart(
      {.panels = {{.label = "v", .curves = {{.name = "v", .time_s = {0, 1}, .values = {1, 2}}}}},
       .marks = {{0.5, "inside <", "var(--accent)"},
                 {7, "outside", "var(--accent)"},
                 {kNan, "nowhere", "var(--accent)"}}});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(svg, "inside &lt;"), 1U);
  EXPECT_EQ(count_of(svg, "outside"), 0U);
  EXPECT_EQ(count_of(svg, "nowhere"), 0U);
}

TEST(SmallCharts, ColumnsAreAsHighAsTheirParts) {
  const std::string svg =
      draw_columns({{"a", "", {{"good", "var(--bar)", 30}, {"bad", "var(--outside)", 10}}, ""},
                    {"b", "", {{"good", "var(--bar)", 20}}, ""}},
                   "t", "runs");
  EXPECT_EQ(xml_fault(svg), "");
  std::vector<double> heights;
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
    heights.push_back(std::strtod(svg.c_str() + svg.find("height=\"", at) + 8, nullptr));
  ASSERT_EQ(heights.size(), 3U);
  EXPECT_NEAR(heights[0] / heights[1], 3, 0.01);
  EXPECT_NEAR(heights[0] / heights[2], 1.5, 0.01);
  EXPECT_EQ(draw_columns({}, "t", "runs"), "");
}

TEST(SmallCharts, HolesAndIntervalsAreDrawn) {
  const std::string bins = draw_bins({3, 0, 1}, "t");
  EXPECT_EQ(xml_fault(bins), "");
  EXPECT_EQ(count_of(bins, "a hole"), 1U);
  EXPECT_EQ(draw_bins({}, "t"), "");
  EXPECT_EQ(xml_fault(draw_difference(1, 0.5, kNan, 2, "var(--bar)", "<")), "");
  EXPECT_EQ(count_of(draw_difference(0, 0, 0, 0, "var(--bar)", "t"), "nan"), 0U);
}

}  // namespace
}  // namespace backlot::page::time_chart_test
