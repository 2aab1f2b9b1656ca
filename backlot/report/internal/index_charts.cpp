// Figures against the baseline, coverage of parameters, and the trend over revisions.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/page/html.h"
#include "backlot/page/small_charts.h"
#include "backlot/report/coverage.h"
#include "backlot/report/internal/index_parts.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

constexpr std::size_t kFiguresShown = 20, kRevisionsShown = 24;

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() || number == "–" ? number : number + " " + unit;
}

std::string signed_digits(double value) { return (value > 0 ? "+" : "") + some_digits(value); }

// A quarter of the axis is left beside the widest interval of the figure.
double reach_of(const std::vector<FigureChange>& changes, const std::string& figure) {
  double reach = 0;
  for (const FigureChange& change : changes) {
    if (change.figure != figure) continue;
    for (const double end : {change.difference.low, change.difference.high, change.difference.mean})
      if (std::isfinite(end)) reach = std::max(reach, std::fabs(end));
  }
  return 1.1 * reach;
}

std::vector<page::Cell> figure_row(const FigureChange& change, const std::vector<FigureChange>& all) {
  const PairedDifference& d = change.difference;
  const std::string unit = figure_unit(change.figure);
  const bool has_interval = std::isfinite(d.low) && std::isfinite(d.high);
  const std::string interval =
      has_interval ? fmt::format("{} to {}", signed_digits(d.low), signed_digits(d.high)) : "one pair";
  const char* colour = change.is_worse()    ? "var(--preventable)"
                       : change.is_better() ? "var(--passed)"
                                            : "var(--quiet)";
  const char* chip = change.is_worse()    ? "<span class=\"chip bad\">worse</span>"
                     : change.is_better() ? "<span class=\"chip good\">better</span>"
                     : change.has_moved() ? "<span class=\"chip\">moved</span>"
                                          : "<span class=\"quiet\">no clear change</span>";
  return {page::text_cell(change.scene),
          page::text_cell(change.driver),
          {"<span class=\"nowrap\">" +
           html_text(figure_name(change.figure) + (unit.empty() ? "" : " [" + unit + "]")) + "</span>"},
          page::number_cell(fmt::format("{}", d.pairs)),
          page::number_cell(some_digits(d.before)),
          page::number_cell(some_digits(d.now)),
          page::number_cell(signed_digits(d.mean)),
          page::number_cell(interval),
          {has_interval ? page::draw_difference(
                              d.mean, d.low, d.high, reach_of(all, change.figure), colour,
                              fmt::format("difference {}, interval {}", signed_digits(d.mean), interval))
                        : ""},
          {chip}};
}

std::string holes_text(const CoverageItem& item, const Covered& covered) {
  if (covered.counts.empty()) return "the range is empty";
  std::string text;
  constexpr std::size_t kHolesShown = 6;
  for (std::size_t k = 0; k < covered.holes.size() && k < kHolesShown; ++k)
    text +=
        fmt::format("{}{:.4g} to {:.4g}", k > 0 ? ", " : "", covered.holes[k].first, covered.holes[k].second);
  if (covered.holes.size() > kHolesShown)
    text += fmt::format(" and {} more", covered.holes.size() - kHolesShown);
  if (text.empty()) return "none";
  return with_unit(text, item.unit);
}

std::vector<page::ColumnPart> parts_of(const Counts& counts) {
  std::vector<page::ColumnPart> parts;
  for (const Outcome outcome : kOutcomes)
    parts.push_back(
        {std::string(to_text(outcome)), fmt::format("var(--{})", key_of(outcome)), of(counts, outcome)});
  return parts;
}

}  // namespace

std::string figures_part(const ReportModel& model) {
  if (!model.comparison || model.comparison->figures.empty()) return "";
  const std::vector<FigureChange>& changes = model.comparison->figures;
  std::vector<page::Cell> head = {page::text_cell("scene"),
                                  page::text_cell("driver"),
                                  page::text_cell("figure"),
                                  page::number_cell("pairs"),
                                  page::number_cell("before"),
                                  page::number_cell("now"),
                                  page::number_cell("difference"),
                                  page::number_cell("95 % interval"),
                                  page::text_cell("difference and its interval"),
                                  page::text_cell("")};
  // a single driver needs no column, and leaves the room to the others
  constexpr std::ptrdiff_t kDriver = 1;
  const bool has_one_driver = std::all_of(changes.begin(), changes.end(), [&](const FigureChange& c) {
    return c.driver == changes.front().driver;
  });
  if (has_one_driver) head.erase(head.begin() + kDriver);
  const auto rows_between = [&](std::size_t from, std::size_t to) {
    std::vector<std::vector<page::Cell>> rows;
    for (std::size_t k = from; k < to; ++k) {
      rows.push_back(figure_row(changes[k], changes));
      if (has_one_driver) rows.back().erase(rows.back().begin() + kDriver);
    }
    return "<div class=\"wide\">" + page::table(head, rows) + "</div>\n";
  };
  // figures that moved; without any, a few of the others
  const auto moved = static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [](const FigureChange& c) { return c.has_moved(); }));
  const std::size_t shown = std::min({kFiguresShown, changes.size(), std::max<std::size_t>(moved, 4)});
  std::string html =
      "<p class=\"quiet\">Means over runs that both campaigns have, paired by seed. An interval that does "
      "not hold zero is "
      "a change.</p>\n" +
      rows_between(0, shown);
  if (shown < changes.size())
    html += fmt::format("<details><summary>{} more</summary>{}</details>\n", changes.size() - shown,
                        rows_between(shown, changes.size()));
  return page::card("Margins against the baseline", html);
}

std::string coverage_part(const ReportModel& model) {
  if (model.coverage.empty()) return "";
  std::vector<std::vector<page::Cell>> rows;
  for (const CoverageItem& item : model.coverage) {
    const Covered covered = cover(item);
    const std::string share = fmt::format("{} / {}", covered.reached, covered.counts.size());
    rows.push_back(
        {page::text_cell(item.scene),
         page::text_cell(item.parameter),
         page::number_cell(fmt::format("{} to {} {}", page::short_number(item.low),
                                       page::short_number(item.high), item.unit)),
         {page::draw_bins(covered.counts, fmt::format("{}: {} bins reached", item.parameter, share))},
         page::number_cell(share),
         page::text_cell(holes_text(item, covered)),
         page::number_cell(fmt::format("{}", covered.outside))});
  }
  return page::card(
      "Coverage of parameters, as achieved",
      "<p class=\"quiet\">What each parameter was at the onset of the event in staged runs. A hatched box is "
      "a "
      "part of the range that no run reached.</p>\n<div class=\"wide\">" +
          page::table({page::text_cell("scene"), page::text_cell("parameter"), page::number_cell("range"),
                       page::text_cell("runs over the range"), page::number_cell("reached"),
                       page::text_cell("holes"), page::number_cell("outside")},
                      rows) +
          "</div>\n");
}

std::string trend_part(const ReportModel& model) {
  const std::vector<Revision>& history = model.campaign.history;
  if (history.size() < 2) return "";
  std::vector<page::Column> columns;
  const std::size_t first = history.size() > kRevisionsShown ? history.size() - kRevisionsShown : 0;
  const std::size_t letters = history.size() - first > 12 ? 7 : 12;
  for (std::size_t k = first; k < history.size(); ++k) {
    const Counts& counts = history[k].counts;
    const std::size_t red = counts.failed() + counts.errors();
    columns.push_back({history[k].revision.substr(0, letters), history[k].date, parts_of(counts),
                       red > 0 ? fmt::format("{} failed", red) : ""});
  }
  const std::string svg = page::draw_columns(columns, "Runs by outcome for each revision", "runs");
  if (svg.empty()) return "";
  std::string legend = "<p class=\"legend-row\">";
  for (const Outcome outcome : kOutcomes)
    if (std::any_of(history.begin(), history.end(),
                    [&](const Revision& r) { return of(r.counts, outcome) > 0; }))
      legend += "<span>" + outcome_html(outcome) + "</span>";
  return page::card("Trend over revisions", svg + legend + "</p>\n");
}

}  // namespace backlot::report::internal
