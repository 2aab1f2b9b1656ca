// The report of a campaign as a folder of pages: index.html, runs.html with all runs, and a page for each run that did not pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/report/campaign_report.h"

namespace backlot::report {

struct ReportOptions {
  bool has_all_pages = false;     // runs that passed get a page too
  bool has_sample_pages = false;  // so does the first run of each case and driver that passed
  std::size_t most_pages = 500;   // of runs; each group of failures gets one first
  // Adds what the page of a run shows besides its row, just before the page is made, so that not all of it is in memory at once.
  std::function<void(std::size_t number, Run& run)> add_details{};
};

// The runs that get a page, in their order.
struct Pages {
  std::vector<std::size_t> runs{};
  std::size_t left_out = 0;  // runs that should have one, and have none since there are too many
};
Pages find_pages(std::span<const Run> runs, const ReportOptions& options);

// What was written.
struct Written {
  std::size_t pages = 0;
  std::uintmax_t bytes = 0;
};

// Paths from the folder of the report, and the texts of the files. Each page needs no other file, loads nothing, and is light or dark as the
// reader's system is. Parts without data are left out. The same data give the same bytes.
std::vector<std::pair<std::string, std::string>> report_files(const CampaignReport& campaign,
                                                              const ReportOptions& options = {});

// Writes them and the list for `backlot view` (view_list.h), and makes the folder where it is missing; a page of the same name is replaced, other files
// stay. D104 says what could not be written.
base::Result<Written> write_report(const CampaignReport& campaign, const std::string& folder,
                                   const ReportOptions& options = {});

}  // namespace backlot::report
