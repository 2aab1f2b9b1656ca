// The summary of a campaign for a step of GitHub Actions, in Markdown: append it to the file that GITHUB_STEP_SUMMARY names.
#pragma once

#include <cstddef>
#include <string>

#include "backlot/report/campaign_report.h"

namespace backlot::report {

inline constexpr std::size_t kStepSummaryLimit = 1024 * 1024;  // bytes; GitHub shows nothing of a longer one

// Verdict, counts, comparison with the baseline, failures by signature with a replay each, requirements that failed. Texts from outside cannot
// become markup. At most `limit` bytes: rows at the end are left out, and their number is said.
std::string step_summary(const CampaignReport& campaign, std::size_t limit = kStepSummaryLimit);

}  // namespace backlot::report
