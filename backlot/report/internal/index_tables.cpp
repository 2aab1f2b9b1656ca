// Requirements, and the matrix of scenes and drivers.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "backlot/page/html.h"
#include "backlot/report/internal/index_parts.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

std::vector<std::string> all_drivers(const ReportModel& model) {
  std::vector<std::string> names;
  for (const Run& run : model.campaign.runs) {
    const std::string name = driver_of(run);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// "4 / 5", and what the others were.
std::string matrix_cell(const Counts& counts) {
  if (counts.runs == 0) return "<td class=\"none\">–</td>";
  std::string others;
  const auto add_word = [&](std::size_t count, const char* word) {
    if (count > 0) others += fmt::format("{}{} {}", others.empty() ? "" : ", ", count, word);
  };
  add_word(counts.errors(), "error");
  add_word(counts.failed(), "failed");
  add_word(counts.evaded, "evaded");
  add_word(counts.not_staged, "not staged");
  const char* css = counts.failed() + counts.errors() > 0 ? "bad"
                    : counts.evaded > 0                   ? "odd"
                    : counts.not_staged > 0               ? "mute"
                                                          : "good";
  return fmt::format("<td class=\"{}\">{} / {}{}</td>", css, counts.passed, counts.runs,
                     others.empty() ? "" : "<small>" + others + "</small>");
}

std::string matrix_head(const std::string& first, const std::vector<std::string>& drivers) {
  std::string html = fmt::format("<thead><tr><th scope=\"col\">{}</th>", first);
  for (const std::string& driver : drivers)
    html += fmt::format("<th scope=\"col\">{}</th>", html_text(driver));
  return html + "</tr></thead>\n<tbody>\n";
}

std::string state_html(const RequirementStatus& status) {
  const char* css = status.state == RequirementState::failed      ? "bad"
                    : status.state == RequirementState::uncovered ? "warn"
                                                                  : "good";
  std::string html = fmt::format("<span class=\"chip {}\">{}</span>", css, to_text(status.state));
  if (status.is_suspect) html += " <span class=\"chip warn\">suspect</span>";
  return html;
}

std::string scene_list(const RequirementStatus& status) {
  std::string text;
  for (const std::string& scene : status.scenes) text += (text.empty() ? "" : ", ") + scene;
  return text.empty() ? "<span class=\"quiet\">no run</span>" : html_text(text);
}

std::string requirement_row(const ReportModel& model, const RequirementStatus& status,
                            const std::vector<std::string>& drivers) {
  std::map<std::string, Counts> by_driver;
  for (const std::size_t k : status.runs)
    add(by_driver[driver_of(model.campaign.runs[k])], model.campaign.runs[k]);
  std::string html =
      fmt::format("<tr><th scope=\"row\"><b>{}</b> {}<br/>{}<br/><span class=\"quiet\">{}</span></th>",
                  html_text(status.id), state_html(status),
                  status.is_undeclared ? "<span class=\"quiet\">The campaign has no text for it.</span>"
                                       : html_text(status.text),
                  scene_list(status));
  for (const std::string& driver : drivers) html += matrix_cell(by_driver[driver]);
  return html + "</tr>\n";
}

}  // namespace

std::string requirements_part(const ReportModel& model) {
  if (model.requirements.empty()) return "";
  std::size_t failed = 0, uncovered = 0, suspect = 0;
  for (const RequirementStatus& status : model.requirements) {
    failed += status.state == RequirementState::failed ? 1U : 0U;
    uncovered += status.state == RequirementState::uncovered ? 1U : 0U;
    suspect += status.is_suspect ? 1U : 0U;
  }
  const std::vector<std::string> drivers = all_drivers(model);
  std::string html = fmt::format(
      "<p>{}: {} failed, {} uncovered, {} suspect. <span class=\"quiet\">A requirement is suspect where its "
      "text changed "
      "since runs were linked to it. Cells: runs that passed, of all runs.</span></p>\n",
      counted(model.requirements.size(), "requirement"), failed, uncovered, suspect);
  html += "<div class=\"wide\"><table class=\"matrix\">\n" + matrix_head("requirement", drivers);
  for (const RequirementStatus& status : model.requirements) html += requirement_row(model, status, drivers);
  return page::card("Requirements", html + "</tbody></table></div>\n");
}

std::string matrix_part(const ReportModel& model) {
  if (model.campaign.runs.empty()) return "";
  const std::vector<std::string> drivers = all_drivers(model);
  std::vector<std::string> scenes;
  std::map<std::string, std::map<std::string, Counts>> cells;
  for (const Run& run : model.campaign.runs) {
    const std::string scene = scene_of(run);
    const auto [found, is_new] = cells.try_emplace(scene);
    if (is_new) scenes.push_back(scene);
    add(found->second[driver_of(run)], run);
  }
  std::string html = "<p class=\"quiet\">Runs that passed, of all runs of the scene with the driver.</p>\n";
  html += "<div class=\"wide\"><table class=\"matrix\">\n" + matrix_head("scene", drivers);
  for (const std::string& scene : scenes) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(scene));
    for (const std::string& driver : drivers) html += matrix_cell(cells[scene][driver]);
    html += "</tr>\n";
  }
  return page::card("Scenes and drivers", html + "</tbody></table></div>\n");
}

}  // namespace backlot::report::internal
