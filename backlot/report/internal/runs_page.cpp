#include "backlot/report/internal/runs_page.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/html.h"
#include "backlot/report/internal/report_style.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

std::string filter_part(const ReportModel& model) {
  std::string html =
      "<div class=\"filter\"><label>Search <input type=\"search\" id=\"search\" placeholder=\"scene, driver, "
      "rule\"/></label>\n";
  for (const Outcome outcome : kOutcomes) {
    const std::size_t count = of(model.counts, outcome);
    if (count > 0)
      html +=
          fmt::format("<label><input type=\"checkbox\" value=\"{}\" checked=\"checked\"/> {} ({})</label>\n",
                      key_of(outcome), outcome_html(outcome), count);
  }
  return html + "<span class=\"quiet\" id=\"shown\" role=\"status\"></span></div>\n";
}

std::string run_row(const ReportModel& model, std::size_t number) {
  BACKLOT_ASSERT(number < model.campaign.runs.size(), "the campaign has no such run");
  const Run& run = model.campaign.runs[number];
  const Outcome outcome = outcome_of(run);
  const FindingRow* finding = leading_finding(run);
  const std::string why = finding ? (finding->rule.empty() ? finding->validator : finding->rule) : run.cause;
  std::string html = fmt::format("<tr data-o=\"{}\"><td>{}</td>", key_of(outcome), outcome_html(outcome));
  if (model.comparison) html += "<td>" + change_chip(model, number) + "</td>";
  html += fmt::format(
      "<td>{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{:.1f}</td></tr>\n",
      run_link(model, number, run.name), run.seed, html_text(driver_of(run)), html_text(why),
      finding ? measured(finding->margin, finding->validator) : "", run.sim_s);
  return html;
}

}  // namespace

std::string runs_page(const ReportModel& model) {
  std::string html = page::begin_page(
      "All runs" + (model.campaign.suite.empty() ? "" : " of " + model.campaign.suite), kReportStyle);
  html +=
      "<nav aria-label=\"pages\"><a href=\"index.html\">Report</a></nav>\n<header><h1>All "
      "runs</h1></header>\n<section class=\"card\">\n";
  html += filter_part(model);
  html += "<div class=\"wide\"><table id=\"runs\">\n<thead><tr>";
  const auto head = [&](const char* text, bool is_number) {
    html += fmt::format("<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                        is_number ? " class=\"number\"" : "", text);
  };
  head("outcome", false);
  if (model.comparison) head("baseline", false);
  head("case", false);
  head("seed", true);
  head("driver", false);
  head("first broken rule, or cause", false);
  head("margin", true);
  head("simulated [s]", true);
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < model.campaign.runs.size(); ++k) html += run_row(model, k);
  html += "</tbody></table></div>\n</section>\n";
  html += fmt::format("<script>{}</script>\n", kTableScript);
  return html + page::end_page();
}

}  // namespace backlot::report::internal
