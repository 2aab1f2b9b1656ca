// The top of the first page: what was tested, the verdict, the counts, the comparison with the baseline.
#include <algorithm>

#include <fmt/format.h>

#include "backlot/harness/statistics.h"
#include "backlot/page/html.h"
#include "backlot/report/internal/index_parts.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

std::string fact(const std::string& name, const std::string& value) {
  return value.empty()
             ? ""
             : fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(name), html_text(value));
}

std::string drivers_text(const ReportModel& model) {
  if (!model.campaign.driver.empty()) return model.campaign.driver;
  std::vector<std::string> names;
  for (const Run& run : model.campaign.runs) {
    const std::string name = driver_of(run);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string text;
  for (std::size_t k = 0; k < names.size() && k < 4; ++k) text += (k > 0 ? ", " : "") + names[k];
  if (names.size() > 4) text += fmt::format(" and {} more", names.size() - 4);
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string tile(Outcome outcome, std::size_t count) {
  return fmt::format("<a class=\"tile o-{0}{1}\" href=\"runs.html#{0}\"><b>{2}</b><span>{3}</span></a>\n",
                     key_of(outcome), count == 0 ? " zero" : "", count, to_text(outcome));
}

}  // namespace

std::string head_part(const ReportModel& model) {
  const CampaignReport& campaign = model.campaign;
  std::string html = fmt::format("<header>\n<h1>{}</h1>\n<dl class=\"facts\">\n",
                                 html_text(campaign.suite.empty() ? "Campaign" : "Suite " + campaign.suite));
  html += fact("driver", drivers_text(model));
  html += fact("revision", campaign.driver_revision);
  html += fact("started", campaign.started);
  html +=
      fact("backlot", campaign.tool_version +
                          (campaign.tool_commit.empty() ? "" : fmt::format(" ({})", campaign.tool_commit)));
  html += fact("simulated", duration_text(model.counts.sim_s));
  if (campaign.wall_s) html += fact("wall time", duration_text(*campaign.wall_s));
  if (campaign.cpu_s) html += fact("processor time", duration_text(*campaign.cpu_s));
  return html + "</dl>\n</header>\n";
}

std::string verdict_part(const ReportModel& model) {
  const Counts& counts = model.counts;
  const bool is_red =
      model.judged.verdict == CampaignVerdict::failed || model.judged.verdict == CampaignVerdict::error;
  const bool is_green = model.judged.verdict == CampaignVerdict::passed;
  std::string html = fmt::format(
      "<section class=\"card verdict{}\" aria-label=\"verdict\">\n<strong>{}</strong>\n<div><p>{}</p>\n",
      is_red     ? " red"
      : is_green ? " green"
                 : "",
      to_text(model.judged.verdict), html_text(model.judged.reason));
  const std::size_t judged = counts.passed + counts.failed();
  if (judged > 0) {
    const harness::Interval interval = harness::wilson_interval(counts.passed, judged);
    html += fmt::format("<p class=\"quiet\">{} of {} judged runs passed: {}, 95 % interval {} to {}.</p>\n",
                        counts.passed, judged,
                        page::percent(static_cast<double>(counts.passed) / static_cast<double>(judged)),
                        page::percent(interval.low), page::percent(interval.high));
  }
  html += "</div>\n</section>\n<div class=\"tiles\">\n";
  for (const Outcome outcome : kOutcomes) {
    const std::size_t number = of(counts, outcome);
    if (outcome != Outcome::unexamined || number > 0) html += tile(outcome, number);
  }
  return html +
         fmt::format(
             "</div>\n<p class=\"legend-row\"><a href=\"runs.html\">All {}</a><span>{} staged</span></p>\n",
             counted(counts.runs, "run"), counts.staged);
}

std::string baseline_part(const ReportModel& model) {
  if (!model.comparison) return "";
  const Comparison& c = *model.comparison;
  const std::size_t pairs = model.campaign.runs.size() - c.unpaired;
  const auto number = [](std::size_t count, const char* word, const char* css, const char* meaning) {
    return fmt::format("<div><dt>{}</dt><dd><span class=\"chip {}\">{}</span> {}</dd></div>\n", meaning,
                       count > 0 ? css : "", count, word);
  };
  std::string html = "<dl class=\"facts\">\n";
  html += number(c.fresh, "new", "bad", "failures that the baseline did not have");
  html += number(c.fixed, "fixed", "good", "failed before, pass now");
  html += number(c.remaining, "remaining", "warn", "fail in both");
  html += number(c.lost, "no longer judged", "warn", "were judged before; evaded or not staged now");
  html += "</dl>\n";
  html += fmt::format(
      "<p class=\"quiet\" style=\"margin-top: 10px\">{} paired by case, parameters, seed{}.{}{}</p>\n",
      counted(pairs, "run"), c.is_across_drivers ? "; the two campaigns have one driver each" : " and driver",
      c.unpaired > 0 ? fmt::format(" {} not in the baseline.", counted(c.unpaired, "run")) : "",
      c.dropped > 0 ? fmt::format(" {} of the baseline not played again.", counted(c.dropped, "run")) : "");
  return page::card("Against the baseline" +
                        (model.campaign.baseline->label.empty() ? "" : ": " + model.campaign.baseline->label),
                    html);
}

std::string foot_part(const ReportModel& model) {
  std::string text = "backlot";
  if (!model.campaign.tool_version.empty()) text += " " + html_text(model.campaign.tool_version);
  if (!model.campaign.tool_commit.empty())
    text += fmt::format(" · commit {}", html_text(model.campaign.tool_commit));
  if (!model.campaign.started.empty()) text += fmt::format(" · {}", html_text(model.campaign.started));
  return "<footer>" + text +
         " · <code>backlot view</code> with the folder of this page opens its runs in the browser</footer>\n";
}

}  // namespace backlot::report::internal
