// From the JSON of `backlot run --json`, and of databases of campaigns, to the data of a report. docs/reports.md lists the keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/report/campaign_report.h"

namespace backlot::report {

// A whole document: {"summary", "runs", "campaign", "requirements", "coverage", "baseline", "history"}, of which only "runs" has to be there; or
// the list of rows alone. E101: the text is not JSON. E102: a value is missing or of the wrong type; the message names its place. All are found.
base::Result<CampaignReport> read_campaign_text(std::string_view text, const std::string& file);
base::Result<CampaignReport> read_campaign(const nlohmann::ordered_json& document, const std::string& file);

// What the page of a run shows besides its row: the keys series, marks, storyboard, forks, driven, log and note. Values of a wrong type are left out.
void add_details(const nlohmann::ordered_json& details, Run& run);

// Rows alone, for a baseline.
base::Result<std::vector<Run>> read_runs(const nlohmann::ordered_json& rows, const std::string& file);

}  // namespace backlot::report
