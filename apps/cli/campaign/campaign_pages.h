// The report of a campaign (--report): from results and details of runs to pages.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/campaign/campaign_store.h"
#include "apps/cli/exit_code.h"
#include "apps/cli/json_output.h"
#include "backlot/campaign/result.h"
#include "backlot/campaign/suite.h"
#include "backlot/report/campaign_report.h"

namespace backlot::cli {

// The results as `run --json` prints them.
Json campaign_document(const std::vector<campaign::CaseResult>& results,
                       const std::vector<campaign::Requirement>& requirements, double wall_s);

// What the first page says besides the results.
struct CampaignFacts {
  std::string suite{}, started{};
  std::vector<campaign::DriverRevision> revisions{};
  std::string baseline{};  // a file of rows to compare with; empty: the baseline of the store, if any
  bool is_not_staged_passed = false;
  CampaignStore* store = nullptr;  // for baseline and trend
};
// ExitCode::bad_input or broken where something cannot be read; then it was said. Null then.
std::optional<report::CampaignReport> make_report(Json document, const CampaignFacts& facts, ExitCode& code);

// The folder in which runs leave what their pages show, below that of the report.
std::string details_folder(const std::string& report_folder);

// Plays these results again, so that they leave their details.
using PlayAgain = std::function<void(const std::vector<std::size_t>& results)>;
// Writes the pages, each with the details of its run. Runs that have none, since they were played by an earlier command, are played again. The folder of details is gone then.
ExitCode write_pages(const report::CampaignReport& campaign, const std::vector<campaign::CaseResult>& results,
                     const std::string& folder, const PlayAgain& play_again);

}  // namespace backlot::cli
