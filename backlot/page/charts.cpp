#include "backlot/page/charts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/ticks.h"
#include "backlot/page/order_statistics.h"

namespace backlot::page {

using draw::SheetPoint;
using draw::Tick;

namespace {

constexpr double kWidth = 460, kHeight = 230;
constexpr double kLeft = 46, kRight = 446, kTop = 14, kBottom = 182;
constexpr double kBinsWanted = 30, kMostBins = 200;
constexpr double kLargest = 1e9;  // of a number that is drawn

// 1, 2 or 5 times a power of ten, not below.
double round_above(double x) {
  double power = 1e-6;
  while (power * 10 <= x && power < kLargest) power *= 10;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= x * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// The part of the sheet inside the axes.
class Axes {
 public:
  Axes(double x_low, double x_high, double y_high) : x_low_(x_low), x_high_(x_high), y_high_(y_high) {}

  double x(double value) const { return kLeft + (kRight - kLeft) * (value - x_low_) / (x_high_ - x_low_); }
  double y(double value) const { return kBottom - (kBottom - kTop) * value / y_high_; }

  void draw(draw::Sheet& sheet, const std::string& x_label, const std::string& y_label) const {
    for (const Tick& tick : draw::linear_ticks(0, y_high_, 4)) {
      sheet.line({kLeft, y(tick.value)}, {kRight, y(tick.value)}, {.stroke = kChartGrid, .stroke_width = 1});
      sheet.text({kLeft - 6, y(tick.value) + 4}, tick.label,
                 {.size = 11, .fill = kChartQuiet, .anchor = draw::Anchor::end});
    }
    for (const Tick& tick : draw::linear_ticks(std::min(x_low_, x_high_), std::max(x_low_, x_high_), 7)) {
      sheet.line({x(tick.value), kBottom}, {x(tick.value), kBottom + 4},
                 {.stroke = kChartQuiet, .stroke_width = 1});
      sheet.text({x(tick.value), kBottom + 17}, tick.label,
                 {.size = 11, .fill = kChartQuiet, .anchor = draw::Anchor::middle});
    }
    sheet.line({kLeft, kBottom}, {kRight, kBottom}, {.stroke = kChartQuiet, .stroke_width = 1});
    sheet.text({0.5 * (kLeft + kRight), kHeight - 10}, x_label,
               {.size = 12, .fill = kChartInk, .anchor = draw::Anchor::middle});
    sheet.text({13, 0.5 * (kTop + kBottom)}, y_label,
               {.size = 12, .fill = kChartInk, .anchor = draw::Anchor::middle, .turn_deg = -90});
  }

 private:
  double x_low_, x_high_, y_high_;
};

draw::Sheet no_data() {
  draw::Sheet sheet(kWidth, kHeight);
  sheet.text({0.5 * kWidth, 0.5 * kHeight}, "no data",
             {.size = 14, .fill = kChartQuiet, .anchor = draw::Anchor::middle});
  return sheet;
}

bool is_outside(const Histogram& histogram, double middle) {
  return (histogram.band_low && middle < *histogram.band_low) ||
         (histogram.band_high && middle > *histogram.band_high);
}

void draw_band(draw::Sheet& sheet, const Axes& axes, const Histogram& histogram) {
  if (!histogram.band_low || !histogram.band_high) return;
  const double from = std::max(axes.x(*histogram.band_low), kLeft);
  const double to = std::min(axes.x(*histogram.band_high), kRight);
  if (from < to) sheet.rectangle({from, kTop}, to - from, kBottom - kTop, {.fill = kChartBand});
}

void draw_dashed(draw::Sheet& sheet, double x) {
  if (x >= kLeft && x <= kRight)
    sheet.line({x, kTop}, {x, kBottom}, {.stroke = kChartInk, .stroke_width = 1, .dash = "4 3"});
}

}  // namespace

HistogramBins bins_of(const Histogram& histogram) {
  HistogramBins bins;
  const std::vector<double> values = sorted_finite(histogram.values);
  if (values.empty()) return bins;
  double low = histogram.low.value_or(std::max(values.front(), -kLargest));
  double high = histogram.high.value_or(std::min(values.back(), kLargest));
  if (histogram.band_low && !histogram.low) low = std::min(low, *histogram.band_low);
  if (histogram.band_high && !histogram.high) high = std::max(high, *histogram.band_high);
  if (!(high > low)) low -= 0.5, high = low + 1;
  bins.width = round_above((high - low) / kBinsWanted);
  bins.low = bins.width * std::floor(low / bins.width + 1e-9);
  const double count = std::clamp(std::ceil((high - bins.low) / bins.width - 1e-9), 1.0, kMostBins);
  bins.counts.assign(static_cast<std::size_t>(count), 0);
  BACKLOT_ASSERT(bins.width > 0, "bins have a width");
  for (const double v : values)
    ++bins.counts[static_cast<std::size_t>(std::clamp((v - bins.low) / bins.width, 0.0, count - 1))];
  return bins;
}

draw::Sheet draw_histogram(const Histogram& histogram) {
  const HistogramBins bins = bins_of(histogram);
  if (bins.counts.empty()) return no_data();
  draw::Sheet sheet(kWidth, kHeight);
  const double most = static_cast<double>(*std::max_element(bins.counts.begin(), bins.counts.end()));
  const Axes axes(bins.low, bins.low + bins.width * static_cast<double>(bins.counts.size()), 1.08 * most);
  draw_band(sheet, axes, histogram);
  axes.draw(sheet, histogram.label, "runs");
  for (std::size_t k = 0; k < bins.counts.size(); ++k) {
    if (bins.counts[k] == 0) continue;
    const double from = bins.low + bins.width * static_cast<double>(k), to = from + bins.width;
    const double top = axes.y(static_cast<double>(bins.counts[k]));
    const bool is_bad = is_outside(histogram, 0.5 * (from + to));
    sheet.begin_group({}, fmt::format("{:.4g} to {:.4g}: {} runs", from, to, bins.counts[k]));
    sheet.rectangle({axes.x(from) + 0.5, top}, std::max(axes.x(to) - axes.x(from) - 1, 0.5), kBottom - top,
                    {.fill = is_bad ? kChartOutside : kChartBar});
    sheet.end_group();
  }
  draw_dashed(sheet, axes.x(histogram.middle));
  return sheet;
}

draw::Sheet draw_band_chart(const BandChart& chart) {
  double x_low = 0, x_high = 0, y_high = 1;
  for (const QuartilePoint& p : chart.points) {
    x_low = std::min(x_low, p.x);
    x_high = std::max(x_high, p.x);
    y_high = std::max(y_high, p.high);
  }
  if (chart.points.empty() || !(x_high > x_low)) return no_data();
  draw::Sheet sheet(kWidth, kHeight);
  const Axes axes(x_high, x_low, 1.08 * y_high);
  axes.draw(sheet, chart.x_label, chart.y_label);
  std::vector<SheetPoint> band, median;
  for (const QuartilePoint& p : chart.points) band.push_back({axes.x(p.x), axes.y(p.high)});
  for (std::size_t i = chart.points.size(); i-- > 0;)
    band.push_back({axes.x(chart.points[i].x), axes.y(chart.points[i].low)});
  for (const QuartilePoint& p : chart.points) median.push_back({axes.x(p.x), axes.y(p.median)});
  sheet.polygon(band, {.fill = kChartBar, .opacity = 0.3});
  sheet.polyline(median, {.fill = "none", .stroke = kChartBar, .stroke_width = 2.2});
  return sheet;
}

draw::Sheet draw_interval(double share, double low, double high, double axis_low) {
  BACKLOT_ASSERT(axis_low < 1, "the axis of a share ends at 1");
  BACKLOT_ASSERT(!(low > high), "an interval has an order");
  constexpr double kWide = 200, kHigh = 18, kMiddle = 9;
  draw::Sheet sheet(kWide, kHigh);
  const auto x = [&](double value) {
    return 6 + (kWide - 12) * std::clamp((value - axis_low) / (1 - axis_low), 0.0, 1.0);
  };
  sheet.line({x(axis_low), kMiddle}, {x(1), kMiddle}, {.stroke = kChartGrid, .stroke_width = 2});
  sheet.line({x(low), kMiddle}, {x(high), kMiddle}, {.stroke = kChartBar, .stroke_width = 4, .opacity = 0.5});
  sheet.circle({x(share), kMiddle}, 4.5, {.fill = kChartBar});
  return sheet;
}

}  // namespace backlot::page
