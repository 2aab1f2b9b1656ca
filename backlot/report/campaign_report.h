// A campaign as its report shows it: plain data that a program, a database or a file of rows fills (campaign_json.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backlot/report/run.h"

namespace backlot::report {

// A requirement that runs are linked to by its id.
struct Requirement {
  std::string id{}, text{};
  bool has_changed = false;  // its text is not the one that the runs were linked to: the link is suspect
};

// What a parameter was when the event began, over all staged runs of a scene. Values that are not finite or outside the range are not counted.
struct CoverageItem {
  std::string scene{}, parameter{}, unit{};
  double low = 0, high = 0;  // the range that is to be covered
  std::size_t bins = 10;
  std::vector<double> values{};  // as achieved, one for each staged run
};

// How many runs ended how. A failed run is preventable where a reference driver avoided the contact, unpreventable where none did, and
// unexamined where the run was not forked.
struct Counts {
  std::size_t runs = 0, staged = 0;
  std::size_t passed = 0, preventable = 0, unpreventable = 0, unexamined = 0, evaded = 0, not_staged = 0;
  std::size_t crashed = 0, hung = 0;
  double sim_s = 0;

  std::size_t failed() const { return preventable + unpreventable + unexamined; }
  std::size_t errors() const { return crashed + hung; }
};

// An earlier campaign of the same suite.
struct Revision {
  std::string revision{}, date{};  // "4f2a91c", "2026-03-14"
  Counts counts{};
};

struct Baseline {
  std::string label{};  // "revision 4f2a91c"
  std::vector<Run> runs{};
};

struct CampaignReport {
  std::string suite{};
  std::string tool_version{}, tool_commit{};
  std::string driver{},
      driver_revision{};  // of the system under test; empty: the rows say which driver drove
  std::string started{};  // "2026-03-14 22:05 UTC", as the caller has it
  std::optional<double> wall_s{}, cpu_s{};
  double evaded_at_most = 0.05;       // a case is red where a larger share of its runs was evaded
  bool is_not_staged_passed = false;  // a run that was not staged does not make the campaign red

  std::vector<Run> runs{};
  std::vector<Requirement> requirements{};
  std::vector<CoverageItem> coverage{};
  std::optional<Baseline> baseline{};
  std::vector<Revision> history{};  // oldest first; the campaign itself may be its last entry
};

}  // namespace backlot::report
