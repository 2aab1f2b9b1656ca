// Curves of a run over time.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/page/html.h"
#include "backlot/page/time_chart.h"
#include "backlot/report/internal/run_page.h"

namespace backlot::report::internal {

using page::TimeCurve;
using page::TimePanel;

namespace {

constexpr double kLongestTtc_s = 10;  // beyond it there is nothing to see

std::vector<double> since_start(const Run& run, const std::vector<double>& times) {
  std::vector<double> shifted;
  for (const double t : times) shifted.push_back(t - run.start_s);
  return shifted;
}

std::string mark_colour(MarkKind kind) {
  switch (kind) {
    case MarkKind::onset:
      return "var(--accent)";
    case MarkKind::finding:
      return "var(--preventable)";
    case MarkKind::commit:
    case MarkKind::other:
      break;
  }
  return "var(--quiet)";
}

// The marks of the run; without any, onsets, commits and findings of its row.
std::vector<page::TimeMark> marks_of(const Run& run) {
  std::vector<page::TimeMark> marks;
  const auto add_mark = [&](double time_s, MarkKind kind, std::string text) {
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    if (std::isfinite(time_s)) marks.push_back({time_s - run.start_s, std::move(text), mark_colour(kind)});
  };
  for (const Mark& mark : run.marks) add_mark(mark.time_s, mark.kind, mark.text);
  if (!marks.empty()) return marks;
  for (const EventRow& event : run.events) {
    add_mark(event.time_s, MarkKind::commit, event.event + " commits");
    if (event.onset_s) add_mark(*event.onset_s, MarkKind::onset, "onset of " + event.event);
  }
  for (const FindingRow& finding : run.findings)
    add_mark(finding.time_s, MarkKind::finding, finding.rule.empty() ? finding.validator : finding.rule);
  return marks;
}

bool has_values(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

// Where no value lies below it.
void start_at_zero(TimePanel& panel) {
  for (const TimeCurve& curve : panel.curves)
    if (std::any_of(curve.values.begin(), curve.values.end(), [](double v) { return v < 0; })) return;
  panel.low = 0;
}

}  // namespace

std::string series_part(const Run& run) {
  if (!run.series) return "";
  const Series& series = *run.series;
  const std::vector<double> times = since_start(run, series.time_s);
  page::TimeChart chart{.title = "Curves of the run over time",
                        .x_label = "time since the start of the subject [s]"};
  const auto add_panel = [&](const char* label, const char* name, const char* unit,
                             const std::vector<double>& values, int colour) {
    if (has_values(values))
      chart.panels.push_back(
          {.label = label,
           .curves = {{.name = name, .unit = unit, .time_s = times, .values = values, .colour = colour}}});
  };
  add_panel("speed of the subject [m/s]", "speed", "m/s", series.speed_mps, 1);
  add_panel("acceleration of the subject [m/s²]", "acceleration", "m/s²", series.acceleration_mps2, 1);
  add_panel("distance to the nearest other object [m]", "distance", "m", series.distance_m, 1);
  add_panel("time to collision, up to 10 s [s]", "TTC", "s", series.ttc_s, 1);
  for (TimePanel& panel : chart.panels)
    if (panel.curves.front().name != "acceleration") start_at_zero(panel);
  if (has_values(series.ttc_s)) {
    chart.panels.back().low = 0;
    chart.panels.back().high = kLongestTtc_s;
    if (has_values(series.ttc_accel_s))
      chart.panels.back().curves.push_back({.name = "TTC at constant acceleration",
                                            .unit = "s",
                                            .time_s = times,
                                            .values = series.ttc_accel_s,
                                            .colour = 2});
  }
  for (const Curve& signal : series.signals)
    if (has_values(signal.values))
      chart.panels.push_back(
          {.label = "signal " + signal.name + (signal.unit.empty() ? "" : " [" + signal.unit + "]"),
           .curves = {{.name = signal.name,
                       .unit = signal.unit,
                       .time_s = times,
                       .values = signal.values,
                       .colour = 4}}});
  chart.marks = marks_of(run);
  const std::string svg = page::draw_time_chart(chart);
  return svg.empty() ? "" : page::card("Over time", svg);
}

std::string forks_part(const Run& run) {
  if (run.forks.empty()) return "";
  TimePanel speed{.label = "speed [m/s]"}, distance{.label = "distance to the other body [m]"};
  int colour = 0;
  std::vector<std::vector<page::Cell>> rows;
  for (const Fork& fork : run.forks) {
    const std::vector<double> times = since_start(run, fork.time_s);
    ++colour;
    speed.curves.push_back(
        {.name = fork.driver, .unit = "m/s", .time_s = times, .values = fork.speed_mps, .colour = colour});
    distance.curves.push_back(
        {.name = fork.driver, .unit = "m", .time_s = times, .values = fork.distance_m, .colour = colour});
    double least = std::numeric_limits<double>::infinity();
    for (const double d : fork.distance_m)
      if (std::isfinite(d)) least = std::min(least, d);
    rows.push_back({page::text_cell(fork.driver),
                    {fork.had_contact ? "<span class=\"chip bad\">contact</span>"
                                      : "<span class=\"chip good\">avoided</span>"},
                    page::number_cell(page::number_or_dash(least, 2))});
  }
  if (run.driven) {
    const std::vector<double> times = since_start(run, run.driven->time_s);
    const auto own = [&](const char* unit, const std::vector<double>& values) {
      return TimeCurve{.name = "this run", .unit = unit, .time_s = times, .values = values};
    };
    speed.curves.insert(speed.curves.begin(), own("m/s", run.driven->speed_mps));
    distance.curves.insert(distance.curves.begin(), own("m", run.driven->distance_m));
  }
  const std::string svg = page::draw_time_chart(
      {.title = "Speed and distance of reference drivers from onset on, beside this run",
       .panels = {speed, distance},
       .x_label = "time since the start of the subject [s]"});
  return page::card(
      "Reference drivers, from onset on",
      "<p class=\"quiet\">The run was forked at onset, and each driver drove the subject from there.</p>\n" +
          page::table({page::text_cell("driver"), page::text_cell("outcome"),
                       page::number_cell("least distance [m]")},
                      rows) +
          svg);
}

}  // namespace backlot::report::internal
