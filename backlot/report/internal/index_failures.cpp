// Failures by signature, and the causes of runs that were not judged.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/html.h"
#include "backlot/report/internal/index_parts.h"
#include "backlot/report/replay_command.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

constexpr std::size_t kLinksShown = 8, kGroupsShown = 40, kLinksMost = 200;

std::string or_dash(const std::string& text) {
  return text.empty() ? "<span class=\"quiet\">–</span>" : html_text(text);
}

// The seeds of some runs, each with a link to its page; those beyond the first few unfold.
std::string seed_links(const ReportModel& model, const std::vector<std::size_t>& runs) {
  const auto list = [&](std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t k = from; k < to; ++k)
      text += (k > from ? " " : "") +
              run_link(model, runs[k], fmt::format("{}", model.campaign.runs[runs[k]].seed));
    return text;
  };
  const std::size_t shown = std::min(kLinksShown, runs.size()), most = std::min(kLinksMost, runs.size());
  std::string html = list(0, shown);
  if (shown < runs.size())
    html += fmt::format("<details><summary>{} more</summary>{}{}</details>", runs.size() - shown,
                        list(shown, most), most < runs.size() ? " ..." : "");
  return html;
}

// Outcomes of a group, "3 preventable, 1 unpreventable", and how many are new.
std::string outcomes_text(const ReportModel& model, const FailureGroup& group) {
  std::map<Outcome, std::size_t> counts;
  std::size_t fresh = 0;
  for (const std::size_t k : group.runs) {
    BACKLOT_ASSERT(k < model.campaign.runs.size(), "the campaign has no such run");
    ++counts[outcome_of(model.campaign.runs[k])];
    fresh += model.comparison && model.comparison->changes[k] == Change::fresh ? 1U : 0U;
  }
  std::string html;
  for (const auto& [outcome, count] : counts)
    html += fmt::format("<div class=\"nowrap\"><span class=\"mark o-{}\"></span>{} {}</div>", key_of(outcome),
                        count, outcome == Outcome::unexamined ? "not examined" : key_of(outcome));
  if (fresh > 0) html += fmt::format("<span class=\"chip bad\">{} new</span>", fresh);
  return html;
}

std::string drivers_of_group(const ReportModel& model, const FailureGroup& group) {
  std::map<std::string, std::size_t> counts;
  for (const std::size_t k : group.runs) ++counts[driver_of(model.campaign.runs[k])];
  std::string text;
  for (const auto& [driver, count] : counts) text += fmt::format("{}{}", text.empty() ? "" : ", ", driver);
  return html_text(text);
}

std::string worst_text(const Run& run) {
  const FindingRow* finding = leading_finding(run);
  return finding ? measured(finding->margin, finding->validator) : "–";
}

std::string group_rows(const ReportModel& model, const FailureGroup& group) {
  BACKLOT_ASSERT(!group.runs.empty(), "a group of failures has a run");
  const Run& first = model.campaign.runs[group.runs.front()];
  const Signature& s = group.signature;
  std::string html = fmt::format(
      "<tr class=\"first\"><td class=\"number\">{}</td><td>{}</td><th "
      "scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td>"
      "<td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
      group.runs.size(), outcomes_text(model, group), html_text(s.scene), html_text(s.rule), or_dash(s.role),
      or_dash(s.corridor), drivers_of_group(model, group), worst_text(first), seed_links(model, group.runs));
  html += fmt::format("<tr><td></td><td class=\"command\" colspan=\"8\"><code>{}</code></td></tr>\n",
                      html_text(replay_command(first)));
  return html;
}

}  // namespace

std::string failures_part(const ReportModel& model) {
  if (model.groups.empty()) return "";
  constexpr const char* kHead =
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\" class=\"number\">runs</th><th "
      "scope=\"col\">outcome</th><th "
      "scope=\"col\">scene</th><th scope=\"col\">broken rule</th><th scope=\"col\">other's role</th><th "
      "scope=\"col\">corridor</th><th scope=\"col\">driver</th><th scope=\"col\" class=\"number\">worst "
      "margin</th><th "
      "scope=\"col\">seeds</th></tr></thead>\n<tbody>\n";
  std::string html = kHead;
  const std::size_t shown = std::min(kGroupsShown, model.groups.size());
  for (std::size_t k = 0; k < shown; ++k) html += group_rows(model, model.groups[k]);
  html += "</tbody></table></div>\n";
  if (shown < model.groups.size()) {
    html += fmt::format("<details><summary>{} more groups</summary>", model.groups.size() - shown);
    html += kHead;
    for (std::size_t k = shown; k < model.groups.size(); ++k) html += group_rows(model, model.groups[k]);
    html += "</tbody></table></div></details>\n";
  }
  if (model.left_out > 0)
    html += fmt::format(
        "<p class=\"quiet\">{} without a page of their own: there are too many. Each group has at least "
        "one.</p>\n",
        counted(model.left_out, "run"));
  return page::card("Failures, by what they have in common", html);
}

std::string causes_part(const ReportModel& model) {
  struct Key {
    std::string scene, driver, cause;
    Outcome outcome = Outcome::evaded;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::vector<std::size_t>> by_cause;
  for (std::size_t k = 0; k < model.campaign.runs.size(); ++k) {
    const Run& run = model.campaign.runs[k];
    const Outcome outcome = outcome_of(run);
    if (outcome == Outcome::evaded || outcome == Outcome::not_staged)
      by_cause[{scene_of(run), driver_of(run), run.cause, outcome}].push_back(k);
  }
  if (by_cause.empty()) return "";
  std::vector<const std::pair<const Key, std::vector<std::size_t>>*> order;
  for (const auto& entry : by_cause) order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->second.size() > b->second.size(); });
  std::vector<std::vector<page::Cell>> rows;
  for (const auto* entry : order)
    rows.push_back({page::number_cell(fmt::format("{}", entry->second.size())),
                    {outcome_html(entry->first.outcome)},
                    page::text_cell(entry->first.scene),
                    page::text_cell(entry->first.driver),
                    {or_dash(entry->first.cause)},
                    {seed_links(model, entry->second)}});
  return page::card(
      "Runs without a judgement",
      "<div class=\"wide\">" +
          page::table({page::number_cell("runs"), page::text_cell("outcome"), page::text_cell("scene"),
                       page::text_cell("driver"), page::text_cell("cause"), page::text_cell("seeds")},
                      rows) +
          "</div>\n");
}

}  // namespace backlot::report::internal
