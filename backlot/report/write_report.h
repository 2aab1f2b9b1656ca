// The report of a campaign as a folder of pages: index.html, runs.html with all runs, and a page for each run that did not pass.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/report/campaign_report.h"

namespace backlot::report {

struct ReportOptions {
  bool has_all_pages = false;    // runs that passed get a page too
  std::size_t most_pages = 500;  // of runs; each group of failures gets one first
};

// Paths from the folder of the report, and the texts of the files. Each page needs no other file, loads nothing, and is light or dark as the
// reader's system is. Parts without data are left out. The same data give the same bytes.
std::vector<std::pair<std::string, std::string>> report_files(const CampaignReport& campaign,
                                                              const ReportOptions& options = {});

// Writes them, and makes the folder where it is missing; a page of the same name is replaced, other files stay. D104 says what could not be
// written.
base::Diagnostics write_report(const CampaignReport& campaign, const std::string& folder,
                               const ReportOptions& options = {});

}  // namespace backlot::report
