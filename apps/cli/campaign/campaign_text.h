// What a campaign shows to people: a table, the failures with the commands that replay them, annotations for GitHub.
#pragma once

#include <span>
#include <string>

#include "backlot/campaign/result.h"
#include "backlot/campaign/tally.h"

namespace backlot::cli {

// A row for each case and driver, a column for each verdict that occurs.
std::string verdict_table(const campaign::Tally& tally);
// Each failure and error with its reason and its command; the first fifty of them.
std::string failure_list(std::span<const campaign::CaseResult> results, const campaign::Tally& tally,
                         bool are_unstaged_skipped);
// "25 runs: 24 passed, 1 failed ..."
std::string summary_line(const campaign::Counts& counts, double wall_s);
// `::error file=...,line=...,title=...::message` for the first ten failures and errors.
std::string github_annotations(std::span<const campaign::CaseResult> results, const campaign::Tally& tally,
                               bool are_unstaged_skipped);

}  // namespace backlot::cli
