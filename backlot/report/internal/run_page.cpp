#include "backlot/report/internal/run_page.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/html.h"
#include "backlot/page/time_chart.h"
#include "backlot/report/internal/report_style.h"
#include "backlot/report/replay_command.h"
#include "backlot/report/view_list.h"

namespace backlot::report::internal {

using page::html_text;
using page::number_cell;
using page::text_cell;

namespace {

constexpr std::size_t kLogShown = 16384;  // bytes

std::string list_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

std::string relative(const Run& run, double time_s) { return page::number_or_dash(time_s - run.start_s, 2); }
std::string relative(const Run& run, const std::optional<double>& time_s) {
  return time_s ? relative(run, *time_s) : "–";
}

std::string with_capital(std::string_view words) {
  std::string text(words);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

// A note is due where there should have been something to see.
std::string note_part(const Run& run) {
  return run.note.empty() ? "" : fmt::format("<p class=\"quiet\">{}</p>\n", html_text(run.note));
}

std::string run_head(const ReportModel& model, std::size_t number, const Run& run) {
  const Outcome outcome = outcome_of(run);
  std::string html =
      "<nav aria-label=\"pages\"><a href=\"../index.html\">Report</a><a href=\"../runs.html\">All "
      "runs</a></nav>\n";
  html += fmt::format("<header>\n<h1>{}, seed {}</h1>\n<p class=\"quiet\">{}{}</p>\n</header>\n",
                      html_text(run.name), run.seed, html_text(driver_of(run)),
                      run.subject.empty() ? "" : ", style " + html_text(run.subject));
  const bool is_red = is_failure(run);
  html += fmt::format(
      "<section class=\"card verdict{}\" aria-label=\"verdict\">\n<strong>{}</strong>\n<div><p>{}</p>\n",
      is_red                       ? " red"
      : outcome == Outcome::passed ? " green"
                                   : "",
      html_text(with_capital(to_text(outcome))), html_text(outcome_sentence(run)));
  if (run.responsibility && !run.responsibility->sentence.empty())
    html += fmt::format("<p class=\"quiet\">{}</p>\n", html_text(run.responsibility->sentence));
  html += "</div>" + change_chip(model, number) + "</section>\n";
  std::string commands = fmt::format("<code class=\"line\">{}</code>\n", html_text(run_command(run)));
  if (!run.recording.empty())
    commands +=
        fmt::format("<code class=\"line\">backlot replay {}</code>\n", html_text(shell_word(run.recording)));
  if (!run.recording.empty() || !run.scene_file.empty())
    commands += fmt::format("<code class=\"line\">{}</code>\n", html_text(view_command(viewed_run(run))));
  html += page::card("Play it again, or look at it", commands);
  return html + note_part(run);
}

std::string storyboard_part(const Run& run) {
  std::string figures;
  for (const Panel& panel : run.panels) {
    if (panel.svg.find("<svg") == std::string::npos) continue;
    figures +=
        "<figure><div class=\"picture\">" +
        page::image(panel.svg,
                    "storyboard: " + (panel.caption.empty() ? "a moment of the run" : panel.caption), "fit") +
        "</div>" +
        (panel.caption.empty() ? "" : "<figcaption>" + html_text(panel.caption) + "</figcaption>") +
        "</figure>\n";
  }
  return figures.empty() ? "" : page::card("Storyboard", "<div class=\"story\">\n" + figures + "</div>\n");
}

std::string findings_part(const Run& run) {
  if (run.findings.empty()) return "";
  std::vector<std::vector<page::Cell>> rows;
  for (const FindingRow& finding : run.findings) {
    const std::string role = other_role_of(run, finding);
    std::string other = finding.other ? fmt::format("{}", *finding.other) : "–";
    if (!role.empty()) other = finding.other ? fmt::format("{} ({})", role, *finding.other) : role;
    rows.push_back({text_cell(finding.rule.empty() ? finding.validator : finding.rule),
                    number_cell(relative(run, finding.time_s)), number_cell(relative(run, finding.until_s)),
                    number_cell(measured(finding.value, finding.validator)),
                    number_cell(measured(finding.limit, finding.validator)),
                    number_cell(measured(finding.margin, finding.validator)), text_cell(other),
                    text_cell(finding.corridor.empty() ? "–" : finding.corridor),
                    text_cell(finding.message)});
  }
  return page::card("Findings",
                    "<div class=\"wide\">" +
                        page::table({text_cell("rule"), number_cell("from [s]"), number_cell("to [s]"),
                                     number_cell("value"), number_cell("limit"), number_cell("margin"),
                                     text_cell("other"), text_cell("corridor"), text_cell("what happened")},
                                    rows) +
                        "</div>\n");
}

std::string responsibility_part(const Run& run) {
  if (!run.responsibility) return "";
  const Responsibility& facts = *run.responsibility;
  std::string rules;
  for (const BrokenRule& rule : facts.rules)
    rules += fmt::format("{}{}{}{}", rules.empty() ? "" : "; ", rule.rule,
                         rule.by.empty() ? "" : ", by " + rule.by,
                         rule.time_s ? fmt::format(", at {} s", relative(run, *rule.time_s)) : "");
  std::string html = fmt::format("<p>{}</p>\n<dl>\n", html_text(facts.sentence));
  html += fmt::format("<dt>rules broken</dt><dd>{}</dd>\n", html_text(rules.empty() ? "none" : rules));
  html += fmt::format("<dt>initiator</dt><dd>{}</dd>\n",
                      html_text(facts.initiator.empty() ? "–" : facts.initiator));
  html += fmt::format("<dt>preventable by</dt><dd>{}</dd>\n",
                      html_text(!facts.is_examined             ? "not examined"
                                : facts.preventable_by.empty() ? "none of the reference drivers"
                                                               : list_names(facts.preventable_by)));
  return page::card("Responsibility", html + "</dl>\n");
}

std::string expectations_part(const Run& run) {
  std::vector<std::vector<page::Cell>> rows;
  for (const Expectation& e : run.expectations)
    rows.push_back(
        {{e.is_met ? "<span class=\"chip good\">met</span>" : "<span class=\"chip bad\">unmet</span>"},
         text_cell(e.text),
         number_cell(optional_number(e.value)),
         number_cell(optional_number(e.limit)),
         number_cell(relative(run, e.time_s))});
  std::string html = rows.empty()
                         ? ""
                         : "<div class=\"wide\">" +
                               page::table({text_cell(""), text_cell("expectation"), number_cell("value"),
                                            number_cell("tolerance"), number_cell("at [s]")},
                                           rows) +
                               "</div>\n";
  rows.clear();
  for (const EventRow& event : run.events)
    rows.push_back({text_cell(event.event), number_cell(relative(run, event.time_s)),
                    number_cell(relative(run, event.onset_s)), number_cell(optional_number(event.error_s))});
  if (!rows.empty())
    html += "<h3 style=\"margin-top: 16px\">Events</h3>\n" +
            page::table({text_cell("event"), number_cell("commit [s]"), number_cell("onset [s]"),
                         number_cell("timing error [s]")},
                        rows);
  return html.empty() ? "" : page::card("Staging", html);
}

std::string roles_part(const Run& run) {
  if (run.roles.empty()) return "";
  std::vector<std::vector<page::Cell>> rows;
  for (const RoleRow& role : run.roles) {
    std::string refused;
    for (const auto& [why, count] : role.refused)
      refused += fmt::format("{}{}: {}", refused.empty() ? "" : "; ", why, count);
    rows.push_back(
        {text_cell(role.role), number_cell(role.actor ? fmt::format("{}", *role.actor) : "never cast"),
         number_cell(relative(run, role.since_s)),
         text_cell(role.is_supplied ? "by a source" : "from the traffic"),
         number_cell(fmt::format("{}", role.candidates)), number_cell(fmt::format("{}", role.times_cast)),
         text_cell(refused.empty() ? "–" : refused)});
  }
  return page::card("Roles and casting",
                    "<div class=\"wide\">" +
                        page::table({text_cell("role"), number_cell("actor"), number_cell("since [s]"),
                                     text_cell("supplied"), number_cell("candidates"),
                                     number_cell("times cast"), text_cell("refused, by reason")},
                                    rows) +
                        "</div>\n");
}

std::string facts_part(const Run& run) {
  const auto list = [](const NamedTexts& entries) {
    std::string html = "<dl>\n";
    for (const auto& [name, value] : entries)
      if (!value.empty()) html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
    return html + "</dl>\n";
  };
  NamedTexts facts = {{"scene", run.scene_file.empty() ? scene_of(run) : run.scene_file},
                      {"seed", fmt::format("{}", run.seed)},
                      {"tries", fmt::format("{}", run.tries)}};
  if (run.played_seed != 0 && run.played_seed != run.seed)
    facts.emplace_back("seed of the last try", fmt::format("{}", run.played_seed));
  facts.emplace_back("simulated", fmt::format("{:.2f} s", run.sim_s));
  facts.emplace_back("subject starts at", fmt::format("{:.2f} s", run.start_s));
  facts.emplace_back("hash", run.hash);
  facts.emplace_back("recording", run.recording);
  facts.emplace_back("requirements", list_names(run.requirements));
  facts.emplace_back("tags", list_names(run.tags));
  for (const Figure& figure : run.figures)
    facts.emplace_back(figure_name(figure.name), some_digits(figure.value) + " " + figure_unit(figure.name));
  std::string html = "<div class=\"two\">\n";
  if (!run.parameters.empty()) html += page::card("Parameters", list(run.parameters));
  return html + page::card("The run", list(facts)) + "</div>\n";
}

std::string log_part(const Run& run) {
  if (run.log.empty()) return "";
  const bool is_cut = run.log.size() > kLogShown;
  const std::string_view end = std::string_view(run.log).substr(is_cut ? run.log.size() - kLogShown : 0);
  std::string lines;
  for (std::size_t from = 0; from <= end.size();) {
    const std::size_t to = std::min(end.find('\n', from), end.size());
    lines += html_text(end.substr(from, to - from)) + "\n";
    from = to + 1;
  }
  return page::card(
      "What the system under test wrote",
      (is_cut ? fmt::format("<p class=\"quiet\">The last {} of {} bytes.</p>\n", kLogShown, run.log.size())
              : "") +
          "<pre>" + lines + "</pre>\n");
}

}  // namespace

std::string outcome_sentence(const Run& run) {
  const auto with_cause = [&](std::string text) {
    return text + (run.cause.empty() ? "." : ": " + run.cause + ".");
  };
  switch (run.verdict) {
    case verdict::Verdict::pass:
      return "The scene was staged, and the subject broke no rule.";
    case verdict::Verdict::evaded:
      return with_cause("The subject evaded the scene");
    case verdict::Verdict::not_staged:
      return with_cause("The scene could not be staged");
    case verdict::Verdict::crashed:
      return with_cause("The system under test crashed or broke the protocol");
    case verdict::Verdict::hung:
      return with_cause("The system under test did not answer in time");
    case verdict::Verdict::fail:
      break;
  }
  const FindingRow* finding = leading_finding(run);
  if (!finding) return "A rule was broken; the row does not say which.";
  const std::string role = other_role_of(run, *finding);
  std::string text = fmt::format(
      "The subject broke \"{}\" at {} s{}", finding->rule.empty() ? finding->validator : finding->rule,
      relative(run, finding->time_s), role.empty() ? "" : fmt::format(", with the {}", role));
  if (run.findings.size() > 1) text += fmt::format(", and {} more", counted(run.findings.size() - 1, "rule"));
  if (run.responsibility && run.responsibility->is_examined)
    text += run.responsibility->preventable_by.empty()
                ? "; no reference driver avoided it"
                : fmt::format("; {} avoided it", list_names(run.responsibility->preventable_by));
  return text + (run.is_staged ? "." : ". The scene was not staged.");
}

std::string run_page(const ReportModel& model, std::size_t number, const Run& run) {
  BACKLOT_ASSERT(number < model.campaign.runs.size(), "the campaign has no such run");
  std::string html = page::begin_page(
      fmt::format("{}, seed {}: {}", run.name, run.seed, to_text(outcome_of(run))), kReportStyle);
  html += run_head(model, number, run);
  html += storyboard_part(run);
  const std::string plots = series_part(run), forks = forks_part(run);
  html += plots + findings_part(run) + responsibility_part(run) + forks + expectations_part(run) +
          roles_part(run) + facts_part(run) + log_part(run);
  html += fmt::format("<footer>times are seconds since the start of the subject · backlot {}</footer>\n",
                      html_text(model.campaign.tool_version));
  if (!plots.empty() || !forks.empty()) html += fmt::format("<script>{}</script>\n", page::kTimeChartScript);
  return html + page::end_page();
}

}  // namespace backlot::report::internal
