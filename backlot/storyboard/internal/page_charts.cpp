// Roles, events, and the charts over all runs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/page/charts.h"
#include "backlot/page/html.h"
#include "backlot/page/order_statistics.h"
#include "backlot/storyboard/internal/page_parts.h"

namespace backlot::storyboard::internal {

using draw::escaped;
using page::BandChart, page::card, page::Cell, page::draw_band_chart, page::draw_histogram, page::Histogram,
    page::inline_svg, page::number_cell, page::number_or_dash, page::percent, page::quantile, page::seconds,
    page::short_number, page::sorted_finite, page::table, page::text_cell;

namespace {

std::string figure(const std::string& title, const draw::Sheet& sheet, const std::string& caption) {
  return fmt::format("<figure>\n<h3>{}</h3>\n{}<figcaption>{}</figcaption>\n</figure>\n", escaped(title),
                     inline_svg(sheet, "fit"), escaped(caption));
}

bool has_tolerance(const EventRow& event) {
  return event.tolerance_s > 0 && std::isfinite(event.tolerance_s);
}

// The median and the quartiles over all runs, step by step.
BandChart band_chart_of(const CandidateCurves& curves) {
  BandChart chart{fmt::format("seconds before {}", curves.event), "candidates", {}};
  if (!(curves.step_s > 0 && curves.step_s <= 1e6)) return chart;
  std::size_t longest = 0;
  for (const std::vector<double>& run : curves.runs) longest = std::max(longest, run.size());
  for (std::size_t k = 0; k < longest; ++k) {
    std::vector<double> values;
    for (const std::vector<double>& run : curves.runs)
      if (k < run.size()) values.push_back(run[k]);
    values = sorted_finite(values);
    if (values.empty()) continue;
    chart.points.push_back({curves.step_s * static_cast<double>(k), quantile(values, 0.25),
                            quantile(values, 0.5), quantile(values, 0.75)});
  }
  return chart;
}

// How many errors are beyond the tolerance.
std::string errors_caption(const EventRow& event, const std::vector<double>& errors) {
  std::string text = fmt::format("{} runs", errors.size());
  if (!has_tolerance(event)) return text + ".";
  const auto outside =
      std::count_if(errors.begin(), errors.end(), [&](double e) { return std::fabs(e) > event.tolerance_s; });
  return text + fmt::format(", {} beyond the tolerance of {:g} s (the band). Late is positive.", outside,
                            event.tolerance_s);
}

std::string errors_figure(const EventRow& event) {
  const std::vector<double> errors = sorted_finite(event.errors_s);
  if (errors.empty()) return "";
  Histogram histogram{.label = "timing error [s]", .values = errors};
  if (has_tolerance(event)) {
    histogram.band_low = -event.tolerance_s;
    histogram.band_high = event.tolerance_s;
  }
  return figure("Timing of " + event.event, draw_histogram(histogram), errors_caption(event, errors));
}

std::string stretch_figure(const LightRow& light) {
  const std::vector<double> factors = sorted_finite(light.factors);
  if (factors.empty()) return "";
  Histogram histogram{.label = "length of the cycle, 1 is normal", .values = factors, .middle = 1};
  if (std::isfinite(light.low) && std::isfinite(light.high) && light.low < light.high) {
    histogram.low = light.low;
    histogram.high = light.high;
  }
  return figure(
      "Light " + light.light, draw_histogram(histogram),
      fmt::format("{} runs, stretched by {:.2f} to {:.2f}; limits {} and {}.", factors.size(),
                  factors.front(), factors.back(), short_number(light.low), short_number(light.high)));
}

}  // namespace

std::string roles_part(const RehearsalPage& page) {
  if (page.roles.empty()) return "";
  std::vector<std::vector<Cell>> rows;
  for (const RoleRow& row : page.roles) {
    rows.push_back({text_cell(row.role), number_cell(percent(row.cast)),
                    number_cell(number_or_dash(row.candidates_mean, 1)), number_cell(percent(row.recast)),
                    number_cell(percent(row.supplied))});
  }
  return card("Roles", table({text_cell("role"), number_cell("cast"), number_cell("candidates, mean"),
                              number_cell("recast"), number_cell("supplied")},
                             rows));
}

std::string events_part(const RehearsalPage& page) {
  if (page.events.empty()) return "";
  std::vector<std::vector<Cell>> rows;
  for (const EventRow& row : page.events) {
    rows.push_back({text_cell(row.event), number_cell(fmt::format("{}", row.happened)),
                    number_cell(seconds(row.p50_s)), number_cell(seconds(row.p95_s)),
                    number_cell(seconds(row.max_s)),
                    number_cell(has_tolerance(row) ? short_number(row.tolerance_s) + " s" : "–")});
  }
  return card("Events", table({text_cell("event"), number_cell("happened, runs"), number_cell("error, p50"),
                               number_cell("p95"), number_cell("largest"), number_cell("tolerance")},
                              rows));
}

std::string charts_part(const RehearsalPage& page) {
  std::string figures;
  for (const EventRow& row : page.events) figures += errors_figure(row);
  for (const CandidateCurves& curves : page.candidates) {
    figures += figure("Candidates for " + curves.role, draw_band_chart(band_chart_of(curves)),
                      fmt::format("Median and quartiles of {} runs.", curves.runs.size()));
  }
  for (const LightRow& row : page.lights) figures += stretch_figure(row);
  return figures.empty() ? "" : card("Over all runs", "<div class=\"grid\">\n" + figures + "</div>\n");
}

}  // namespace backlot::storyboard::internal
