#include "backlot/page/time_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/draw/svg.h"
#include "backlot/draw/ticks.h"
#include "backlot/page/html.h"

namespace backlot::page {

using draw::number_text;

namespace {

constexpr double kChartWidth = 1060, kChartLeft = 58, kChartRight = 1048;
constexpr double kPanelHigh = 118, kPanelGap = 34, kLetter = 6.6;  // kLetter: about the width of one
constexpr double kMarkRow = 15;
constexpr std::size_t kMarkRows = 5, kColumns = 450;  // kColumns: two points in each are enough for the eye

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_empty() const { return !(low <= high); }
};

bool is_shown(const TimePanel& panel, double value) {
  return std::isfinite(value) && (!panel.low || value >= *panel.low) && (!panel.high || value <= *panel.high);
}

std::size_t length_of(const TimeCurve& curve) { return std::min(curve.time_s.size(), curve.values.size()); }

Span times_of(const TimeChart& chart) {
  Span span;
  for (const TimePanel& panel : chart.panels)
    for (const TimeCurve& curve : panel.curves)
      for (std::size_t k = 0; k < length_of(curve); ++k)
        if (std::isfinite(curve.time_s[k])) span.add(curve.time_s[k]);
  return span;
}

Span values_of(const TimePanel& panel) {
  Span span;
  for (const TimeCurve& curve : panel.curves)
    for (std::size_t k = 0; k < length_of(curve); ++k)
      if (is_shown(panel, curve.values[k])) span.add(curve.values[k]);
  if (span.is_empty()) return span;
  if (panel.low) span.low = *panel.low;
  if (panel.high) span.high = std::min(*panel.high, span.high + 0.1 * (span.high - span.low));
  if (!(span.high - span.low > 1e-9 * std::max(1.0, std::fabs(span.high)))) span.low -= 1, span.high += 1;
  const double air = 0.06 * (span.high - span.low);
  if (!panel.low) span.low = span.low >= 0 && span.low < 0.5 * span.high ? 0 : span.low - air;
  if (!panel.high) span.high += air;
  return span;
}

struct Drawn {
  double x = 0, y = 0;
};

// Stretches of a curve on the sheet. In each column of the sheet at most the lowest and the highest point are kept, in their order.
class Stretches {
 public:
  void add(const Drawn& at) {
    const auto column = static_cast<std::size_t>((at.x - kChartLeft) / (kChartRight - kChartLeft) * kColumns);
    if (column != column_) flush();
    column_ = column;
    if (!has_) low_ = high_ = {at, order_};
    if (at.y < low_.at.y) low_ = {at, order_};
    if (at.y > high_.at.y) high_ = {at, order_};
    has_ = true;
    ++order_;
  }
  void end() {
    flush();
    if (points_.size() > 1) {
      text_ += "<polyline points=\"";
      for (std::size_t k = 0; k < points_.size(); ++k)
        text_ +=
            fmt::format("{}{},{}", k > 0 ? " " : "", number_text(points_[k].x), number_text(points_[k].y));
      text_ += "\"/>";
    } else if (points_.size() == 1) {
      text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"1.5\"/>", number_text(points_[0].x),
                           number_text(points_[0].y));
    }
    points_.clear();
  }
  const std::string& text() const { return text_; }

 private:
  struct Kept {
    Drawn at{};
    std::size_t order = 0;
  };
  void flush() {
    if (!has_) return;
    const bool is_low_first = low_.order <= high_.order;
    points_.push_back(is_low_first ? low_.at : high_.at);
    if (low_.order != high_.order) points_.push_back(is_low_first ? high_.at : low_.at);
    has_ = false;
  }

  std::vector<Drawn> points_;
  std::string text_;
  Kept low_, high_;
  std::size_t column_ = 0, order_ = 0;
  bool has_ = false;
};

std::string colour_of(const TimeCurve& curve) {
  return curve.colour == 0 ? "var(--ink)" : fmt::format("var(--s{})", (curve.colour - 1) % 6 + 1);
}

std::string label_at(double x, double y, std::string_view anchor, std::string_view text,
                     std::string_view fill = "var(--quiet)") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", number_text(x),
                     number_text(y), anchor, fill, html_text(text));
}

// One panel between `top` and `top` + kPanelHigh.
std::string panel_text(const TimePanel& panel, const Span& times, double top) {
  const Span values = values_of(panel);
  const auto x = [&](double t) {
    return kChartLeft + (kChartRight - kChartLeft) * (t - times.low) / (times.high - times.low);
  };
  const auto y = [&](double v) { return top + kPanelHigh * (values.high - v) / (values.high - values.low); };
  std::string text =
      fmt::format("<text x=\"{}\" y=\"{}\" class=\"paneltitle\" fill=\"var(--ink)\">{}</text>\n",
                  number_text(kChartLeft), number_text(top - 8), html_text(panel.label));
  for (const draw::Tick& tick : draw::linear_ticks(values.low, values.high, 4)) {
    text += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"var(--grid)\"/>\n",
                        number_text(kChartLeft), number_text(kChartRight), number_text(y(tick.value)),
                        number_text(y(tick.value)));
    text += label_at(kChartLeft - 7, y(tick.value) + 4, "end", tick.label);
  }
  double legend = kChartRight;
  for (const TimeCurve& curve : panel.curves) {
    Stretches stretches;
    for (std::size_t k = 0; k < length_of(curve); ++k) {
      if (std::isfinite(curve.time_s[k]) && is_shown(panel, curve.values[k]))
        stretches.add({x(curve.time_s[k]), y(curve.values[k])});
      else
        stretches.end();
    }
    stretches.end();
    const std::string colour = colour_of(curve);
    text += fmt::format(
        "<g class=\"curve\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{} data-unit=\"{}\" "
        "data-low=\"{}\" "
        "data-high=\"{}\" data-top=\"{}\" data-bottom=\"{}\">{}",
        colour, curve.colour == 0 ? "2" : "1.6", curve.is_dashed ? " stroke-dasharray=\"5 4\"" : "",
        html_text(curve.unit), values.low, values.high, number_text(top), number_text(top + kPanelHigh),
        stretches.text());
    text += fmt::format(
        "<text class=\"legend\" x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\" "
        "stroke=\"none\">{}</text></g>\n",
        number_text(legend), number_text(top - 8), colour,
        panel.curves.size() == 1 ? "" : html_text(curve.name));
    // the value that the script shows needs room behind the name
    legend -= kLetter * (static_cast<double>(curve.name.size()) + 14);
  }
  return text;
}

// Labels of marks in rows, so that none covers another; with more rows than there are, only the line is drawn.
std::string marks_text(const TimeChart& chart, const Span& times, double bottom) {
  std::array<double, kMarkRows> ends;
  ends.fill(-1e9);
  std::vector<TimeMark> marks = chart.marks;
  std::stable_sort(marks.begin(), marks.end(),
                   [](const TimeMark& a, const TimeMark& b) { return a.time_s < b.time_s; });
  std::string text, labels;
  for (const TimeMark& mark : marks) {
    if (!(mark.time_s >= times.low && mark.time_s <= times.high)) continue;
    const double x =
        kChartLeft + (kChartRight - kChartLeft) * (mark.time_s - times.low) / (times.high - times.low);
    const double width = kLetter * static_cast<double>(mark.text.size());
    const bool is_at_end = x + width + 4 > kChartRight;
    const double from = is_at_end ? x - width - 4 : x + 4;
    for (std::size_t row = 0; row < kMarkRows; ++row) {
      if (from < ends[row] + 8) continue;
      ends[row] = from + width;
      labels += label_at(is_at_end ? x - 4 : x + 4, 11 + kMarkRow * static_cast<double>(row),
                         is_at_end ? "end" : "start", mark.text, mark.colour);
      break;
    }
    text += fmt::format(
        "<line x1=\"{0}\" x2=\"{0}\" y1=\"2\" y2=\"{1}\" stroke=\"{2}\" stroke-width=\"1.3\" "
        "stroke-dasharray=\"4 3\"/>\n",
        number_text(x), number_text(bottom), html_text(mark.colour));
  }
  return text + "<g class=\"marklabel\">\n" + labels + "</g>\n";
}

}  // namespace

std::string draw_time_chart(const TimeChart& chart) {
  const Span times = times_of(chart);
  if (times.is_empty() || !(times.high > times.low)) return "";
  std::vector<const TimePanel*> panels;
  for (const TimePanel& panel : chart.panels)
    if (!values_of(panel).is_empty()) panels.push_back(&panel);
  if (panels.empty()) return "";
  const double first = (chart.marks.empty() ? 4 : 8 + kMarkRow * static_cast<double>(kMarkRows)) + 20;
  const double bottom = first + static_cast<double>(panels.size()) * (kPanelHigh + kPanelGap) - kPanelGap;
  std::string svg = fmt::format(
      "<svg class=\"fit time\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" font-size=\"12\" "
      "data-left=\"{}\" "
      "data-right=\"{}\" data-from=\"{}\" data-to=\"{}\">\n",
      number_text(kChartWidth), number_text(bottom + 42), html_text(chart.title), number_text(kChartLeft),
      number_text(kChartRight), times.low, times.high);
  for (std::size_t k = 0; k < panels.size(); ++k)
    svg += panel_text(*panels[k], times, first + static_cast<double>(k) * (kPanelHigh + kPanelGap));
  for (const draw::Tick& tick : draw::linear_ticks(times.low, times.high, 10)) {
    const double x =
        kChartLeft + (kChartRight - kChartLeft) * (tick.value - times.low) / (times.high - times.low);
    svg += label_at(x, bottom + 17, "middle", tick.label);
  }
  svg += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"var(--quiet)\"/>\n",
                     number_text(kChartLeft), number_text(kChartRight), number_text(bottom),
                     number_text(bottom));
  svg += label_at(0.5 * (kChartLeft + kChartRight), bottom + 36, "middle", chart.x_label, "var(--ink)");
  svg += marks_text(chart, times, bottom);
  svg += fmt::format(
      "<g class=\"cursor\" visibility=\"hidden\"><line x1=\"0\" x2=\"0\" y1=\"{}\" y2=\"{}\" "
      "stroke=\"var(--quiet)\"/>"
      "<text x=\"0\" y=\"{}\" text-anchor=\"middle\" fill=\"var(--ink)\"></text></g>\n",
      number_text(first - 4), number_text(bottom), number_text(bottom + 36));
  return svg + "</svg>\n";
}

// No character in it means something in XML, so that the page stays well-formed.
const char* const kTimeChartScript = R"(
document.querySelectorAll('svg.time').forEach(function (svg) {
  var cursor = svg.querySelector('.cursor');
  var curves = Array.from(svg.querySelectorAll('.curve')).map(function (g) {
    var points = [];
    g.querySelectorAll('polyline').forEach(function (line) {
      var last = null;
      line.getAttribute('points').split(' ').forEach(function (text) {
        var xy = text.split(',').map(Number);
        if (last) points.push([last, xy]);
        last = xy;
      });
    });
    var label = g.querySelector('.legend');
    return { data: g.dataset, points: points, label: label, name: label.textContent };
  });
  var d = svg.dataset, left = Number(d.left), right = Number(d.right), from = Number(d.from), to = Number(d.to);
  function leave() {
    cursor.setAttribute('visibility', 'hidden');
    curves.forEach(function (c) { c.label.textContent = c.name; });
  }
  svg.addEventListener('pointerleave', leave);
  svg.addEventListener('pointermove', function (event) {
    var box = svg.getBoundingClientRect();
    var x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    if (left > x) return leave();
    if (x > right) return leave();
    cursor.setAttribute('visibility', 'visible');
    cursor.setAttribute('transform', 'translate(' + x + ' 0)');
    cursor.querySelector('text').textContent = (from + (x - left) / (right - left) * (to - from)).toFixed(2) + ' s';
    curves.forEach(function (c) {
      var pair = c.points.find(function (p) { return p[1][0] >= x ? x >= p[0][0] : false; });
      if (!pair) { c.label.textContent = c.name; return; }
      var wide = pair[1][0] - pair[0][0], share = wide > 0 ? (x - pair[0][0]) / wide : 0;
      var y = pair[0][1] + share * (pair[1][1] - pair[0][1]);
      var low = Number(c.data.low), high = Number(c.data.high), top = Number(c.data.top), bottom = Number(c.data.bottom);
      c.label.textContent = c.name + ' ' + (high - (y - top) / (bottom - top) * (high - low)).toFixed(2) + ' ' + c.data.unit;
    });
  });
});
)";

}  // namespace backlot::page
