// What all pages of a report share: the campaign, and what was computed from it once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "backlot/report/campaign_report.h"
#include "backlot/report/comparison.h"
#include "backlot/report/outcome.h"
#include "backlot/report/requirement_status.h"
#include "backlot/report/signature.h"
#include "backlot/report/write_report.h"

namespace backlot::report::internal {

struct ReportModel {
  const CampaignReport& campaign;
  Counts counts{};
  Judged judged{};
  std::vector<FailureGroup> groups{};
  std::optional<Comparison> comparison{};
  std::vector<RequirementStatus> requirements{};
  std::vector<CoverageItem> coverage{};
  std::vector<std::string>
      pages{};  // of each run, from the folder of the report: "runs/0007_cut_in_seed_3.html"; empty: it has none
  std::size_t left_out = 0;  // runs that should have a page, and have none since there are too many
};

// Which runs get a page is said by `find_pages` (write_report.h).
ReportModel model_of(const CampaignReport& campaign, const ReportOptions& options);

// The seed and the driver of a run as a link to its page, or as plain text where it has none. `up` leads to the folder of the report.
std::string run_link(const ReportModel& model, std::size_t number, const std::string& text,
                     const std::string& up = "");

// A sign in the colour of an outcome, and its words.
std::string outcome_html(Outcome outcome);
// "new", "remaining" ...; empty where there is nothing to say.
std::string change_chip(const ReportModel& model, std::size_t number);

// "1.20 s", "–". The unit is taken from the end of the name of a figure: "min_ttc_s".
std::string figure_unit(const std::string& name);
std::string figure_name(const std::string& name);  // "min ttc"
std::string optional_number(const std::optional<double>& value, int digits = 2);
// The unit of the values of a validator (verdict/validators.h): "m/s"; empty where they have none.
std::string validator_unit(const std::string& validator);
// "-0.42 m/s"; a dash where there is no value.
std::string measured(const std::optional<double>& value, const std::string& validator);
// A figure of any size in a few digits.
std::string some_digits(double value);

}  // namespace backlot::report::internal
