// Charts of a page, in colours that the style sheet of the page defines, so that they follow its light or dark scheme.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::page {

// Names of colours in the style sheet.
inline constexpr const char* kChartInk = "var(--ink)";
inline constexpr const char* kChartQuiet = "var(--quiet)";
inline constexpr const char* kChartGrid = "var(--grid)";
inline constexpr const char* kChartBar = "var(--bar)";
inline constexpr const char* kChartOutside = "var(--outside)";
inline constexpr const char* kChartBand = "var(--band)";

struct Histogram {
  std::string label{};           // of the axis, with its unit
  std::vector<double> values{};  // values that are not finite are left out
  // Values inside are good: a band behind the bars. Bars outside of it have another colour.
  std::optional<double> band_low{}, band_high{};
  // Limits of the axis; values beyond them are counted in the bars at its ends. Without limits the values decide.
  std::optional<double> low{}, high{};
  double middle = 0;  // a dashed line: no error, no stretch
};

// How many values a histogram has, and where they lie.
struct HistogramBins {
  double low = 0, width = 1;
  std::vector<std::size_t> counts{};
};
// About 30 bins of a round width, with edges that are multiples of it. No bins where no value is finite.
HistogramBins bins_of(const Histogram& histogram);

draw::Sheet draw_histogram(const Histogram& histogram);

// The median and the quartiles of some numbers.
struct QuartilePoint {
  double x = 0, low = 0, median = 0, high = 0;
};
struct BandChart {
  std::string x_label{}, y_label{};
  std::vector<QuartilePoint>
      points{};  // by x; drawn from the largest x to the smallest: time before an event
};
draw::Sheet draw_band_chart(const BandChart& chart);

// A share with its interval on an axis from `axis_low` to 1.
draw::Sheet draw_interval(double share, double low, double high, double axis_low);

}  // namespace backlot::page
