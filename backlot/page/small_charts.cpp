#include "backlot/page/small_charts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/svg.h"
#include "backlot/draw/ticks.h"
#include "backlot/page/html.h"

namespace backlot::page {

using draw::number_text;

namespace {

constexpr double kTrendWidth = 1060, kTrendHeight = 250, kTrendLeft = 58, kTrendRight = 1050, kTrendTop = 22,
                 kTrendBottom = 200;

std::string small_text(double x, double y, std::string_view anchor, std::string_view fill,
                       std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", number_text(x),
                     number_text(y), anchor, fill, html_text(text));
}

std::string box(double x, double y, double width, double height, std::string_view fill,
                std::string_view title, double opacity = 1) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}><title>{}</title></rect>\n",
      number_text(x), number_text(y), number_text(width), number_text(height), html_text(fill),
      opacity < 1 ? fmt::format(" fill-opacity=\"{}\"", number_text(opacity)) : "", html_text(title));
}

std::size_t sum_of(const Column& column) {
  std::size_t sum = 0;
  for (const ColumnPart& part : column.parts) sum += part.count;
  return sum;
}

}  // namespace

std::string draw_columns(const std::vector<Column>& columns, const std::string& title,
                         const std::string& y_label) {
  std::size_t most = 0;
  for (const Column& column : columns) most = std::max(most, sum_of(column));
  if (most == 0) return "";
  const double scale = (kTrendBottom - kTrendTop) / static_cast<double>(most);
  std::string svg = fmt::format(
      "<svg class=\"fit\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" font-size=\"12\">\n",
      number_text(kTrendWidth), number_text(kTrendHeight), html_text(title));
  for (const draw::Tick& tick : draw::linear_ticks(0, static_cast<double>(most), 4)) {
    const double y = kTrendBottom - scale * tick.value;
    svg += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"var(--grid)\"/>\n",
                       number_text(kTrendLeft), number_text(kTrendRight), number_text(y), number_text(y));
    svg += small_text(kTrendLeft - 7, y + 4, "end", "var(--quiet)", tick.label);
  }
  const double pitch = (kTrendRight - kTrendLeft) / static_cast<double>(columns.size());
  const double wide = std::min(64.0, 0.62 * pitch);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Column& column = columns[k];
    const double middle = kTrendLeft + pitch * (static_cast<double>(k) + 0.5);
    double y = kTrendBottom;
    for (const ColumnPart& part : column.parts) {
      if (part.count == 0) continue;
      const double high = scale * static_cast<double>(part.count);
      y -= high;
      svg += box(middle - 0.5 * wide, y, wide, high, part.colour,
                 fmt::format("{}: {} {}", column.label, part.count, part.name));
    }
    svg += small_text(middle, y - 6, "middle", "var(--ink)", column.note);
    svg += small_text(middle, kTrendBottom + 17, "middle", "var(--ink)", column.label);
    svg += small_text(middle, kTrendBottom + 33, "middle", "var(--quiet)", column.sublabel);
  }
  svg += fmt::format(
      "<text x=\"14\" y=\"{0}\" transform=\"rotate(-90 14 {0})\" text-anchor=\"middle\" "
      "fill=\"var(--ink)\">{1}</text>\n",
      number_text(0.5 * (kTrendTop + kTrendBottom)), html_text(y_label));
  return svg + "</svg>\n";
}

std::string draw_bins(const std::vector<std::size_t>& counts, const std::string& title) {
  if (counts.empty()) return "";
  constexpr double kBinsWide = 300, kBinsHigh = 20;
  const double wide = kBinsWide / static_cast<double>(counts.size());
  const double most =
      static_cast<double>(std::max<std::size_t>(1, *std::max_element(counts.begin(), counts.end())));
  std::string svg = fmt::format(
      "<svg class=\"small\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "aria-label=\"{2}\">\n",
      number_text(kBinsWide), number_text(kBinsHigh), html_text(title));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double x = wide * static_cast<double>(k), gap = std::min(1.0, 0.1 * wide);
    if (counts[k] == 0) {
      svg += box(x, 0, wide - gap, kBinsHigh, "var(--hole)", "a hole: no run");
      svg += fmt::format("<path d=\"M {0} {1} L {2} 0\" stroke=\"var(--outside)\" stroke-width=\"1.2\"/>\n",
                         number_text(x), number_text(kBinsHigh), number_text(x + wide - gap));
    } else {
      const double share = static_cast<double>(counts[k]) / most;
      svg += box(x, 0, wide - gap, kBinsHigh, "var(--bar)", fmt::format("{} runs", counts[k]),
                 0.3 + 0.65 * share);
    }
  }
  return svg + "</svg>\n";
}

std::string draw_difference(double mean, double low, double high, double reach, const std::string& colour,
                            const std::string& title) {
  BACKLOT_ASSERT(!(low > high), "an interval has an order");
  constexpr double kWide = 180, kHigh = 18, kMiddle = 9;
  const auto x = [&](double value) {
    const double share = reach > 0 && std::isfinite(reach) ? std::clamp(value / reach, -1.0, 1.0) : 0;
    return 0.5 * kWide + (0.5 * kWide - 6) * share;
  };
  std::string svg = fmt::format(
      "<svg class=\"small\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "aria-label=\"{2}\">\n",
      number_text(kWide), number_text(kHigh), html_text(title));
  svg += fmt::format("<path d=\"M 6 {0} H {1}\" stroke=\"var(--grid)\" stroke-width=\"2\"/>\n",
                     number_text(kMiddle), number_text(kWide - 6));
  svg += fmt::format("<path d=\"M {0} 1 V {1}\" stroke=\"var(--quiet)\"/>\n", number_text(0.5 * kWide),
                     number_text(kHigh - 1));
  svg +=
      fmt::format("<path d=\"M {0} {1} H {2}\" stroke=\"{3}\" stroke-width=\"4\" stroke-opacity=\"0.5\"/>\n",
                  number_text(x(low)), number_text(kMiddle), number_text(x(high)), html_text(colour));
  svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", number_text(x(mean)),
                     number_text(kMiddle), html_text(colour));
  return svg + "</svg>\n";
}

}  // namespace backlot::page
