#include "backlot/report/internal/report_model.h"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/html.h"
#include "backlot/report/coverage.h"

namespace backlot::report::internal {

using page::html_text;

namespace {

struct UnitEnd {
  std::string_view end, unit;
};
constexpr std::array<UnitEnd, 8> kUnitEnds = {{{"_mps3", "m/s³"},
                                               {"_mps2", "m/s²"},
                                               {"_mps", "m/s"},
                                               {"_rad", "rad"},
                                               {"_km", "km"},
                                               {"_ms", "ms"},
                                               {"_m", "m"},
                                               {"_s", "s"}}};

struct ValidatorUnit {
  std::string_view validator, unit;
};
constexpr std::array<ValidatorUnit, 17> kValidatorUnits = {{{"contact", "m/s"},
                                                            {"right_of_way", "m/s"},
                                                            {"speed_limit", "m/s"},
                                                            {"stop_line", "m/s"},
                                                            {"wrong_way", "m/s"},
                                                            {"progress", "m/s"},
                                                            {"comfort", "m/s²"},
                                                            {"drac", "m/s²"},
                                                            {"ttc", "s"},
                                                            {"ttc_accel", "s"},
                                                            {"pet", "s"},
                                                            {"time_gap", "s"},
                                                            {"time_budget", "s"},
                                                            {"distance", "m"},
                                                            {"lane", "m"},
                                                            {"off_road", "m"},
                                                            {"mission", "m"}}};

const UnitEnd* find_unit(const std::string& name) {
  for (const UnitEnd& unit : kUnitEnds)
    if (name.size() > unit.end.size() && name.ends_with(unit.end)) return &unit;
  return nullptr;
}

// Letters, digits and lines, at most 60 of them.
std::string file_word(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (is_plain)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
    if (out.size() == 60) break;
  }
  return out;
}

std::string page_name(const Run& run, std::size_t number) {
  return fmt::format("runs/{:04}_{}_seed_{}.html", number + 1, file_word(run.name), run.seed);
}

}  // namespace

ReportModel model_of(const CampaignReport& campaign, const ReportOptions& options) {
  ReportModel model{.campaign = campaign};
  model.counts = count(campaign.runs);
  model.judged = judge(campaign);
  model.groups = group_failures(campaign.runs);
  if (campaign.baseline) model.comparison = compare(campaign.runs, campaign.baseline->runs);
  model.requirements = requirement_states(campaign);
  model.coverage = campaign.coverage.empty() ? coverage_of(campaign.runs) : campaign.coverage;
  model.pages.resize(campaign.runs.size());
  const Pages pages = find_pages(campaign.runs, options);
  for (const std::size_t k : pages.runs) model.pages[k] = page_name(campaign.runs[k], k);
  model.left_out = pages.left_out;
  return model;
}

std::string run_link(const ReportModel& model, std::size_t number, const std::string& text,
                     const std::string& up) {
  BACKLOT_ASSERT(number < model.pages.size(), "the report has no page of this number");
  const std::string& page = model.pages[number];
  return page.empty() ? html_text(text)
                      : fmt::format("<a href=\"{}{}\">{}</a>", up, html_text(page), html_text(text));
}

std::string outcome_html(Outcome outcome) {
  return fmt::format("<span class=\"nowrap\"><span class=\"mark o-{}\"></span>{}</span>", key_of(outcome),
                     to_text(outcome));
}

std::string change_chip(const ReportModel& model, std::size_t number) {
  BACKLOT_ASSERT(number < model.campaign.runs.size(), "the campaign has no such run");
  if (!model.comparison) return "";
  BACKLOT_ASSERT(model.comparison->changes.size() == model.campaign.runs.size(),
                 "a change is told of each run");
  switch (model.comparison->changes[number]) {
    case Change::fresh:
      return "<span class=\"chip bad\">new</span>";
    case Change::fixed:
      return "<span class=\"chip good\">fixed</span>";
    case Change::remaining:
      return "<span class=\"chip\">remaining</span>";
    case Change::lost:
      return "<span class=\"chip warn\">no longer judged</span>";
    case Change::unpaired:
      return "<span class=\"chip\">not in baseline</span>";
    case Change::none:
      break;
  }
  return "";
}

std::string figure_unit(const std::string& name) {
  const UnitEnd* unit = find_unit(name);
  return unit ? std::string(unit->unit) : "";
}

std::string figure_name(const std::string& name) {
  const UnitEnd* unit = find_unit(name);
  std::string text = unit ? name.substr(0, name.size() - unit->end.size()) : name;
  for (char& c : text) c = c == '_' ? ' ' : c;
  return text;
}

std::string optional_number(const std::optional<double>& value, int digits) {
  return value ? page::number_or_dash(*value, digits) : "–";
}

std::string validator_unit(const std::string& validator) {
  for (const ValidatorUnit& one : kValidatorUnits)
    if (validator == one.validator) return std::string(one.unit);
  return "";
}

std::string measured(const std::optional<double>& value, const std::string& validator) {
  if (!value || !std::isfinite(*value)) return "–";
  const std::string unit = validator_unit(validator);
  return some_digits(*value) + (unit.empty() ? "" : " " + unit);
}

std::string some_digits(double value) {
  if (!std::isfinite(value)) return "–";
  const double size = std::fabs(value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

}  // namespace backlot::report::internal
