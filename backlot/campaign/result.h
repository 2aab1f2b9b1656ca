// What came of one case, as reports, history and comparisons need it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backlot/campaign/case.h"
#include "backlot/verdict/verdict.h"

namespace backlot::campaign {

using verdict::Verdict;

// A rule that was broken.
struct Violation {
  std::string validator{}, rule{}, message{};
  double time_s = 0, x_m = 0, y_m = 0;  // when and where the subject was
  double value = 0, limit = 0;

  friend bool operator==(const Violation&, const Violation&) = default;
};

struct CaseResult {
  Case one{};
  Verdict verdict = Verdict::pass;
  bool is_staged = false;
  bool is_preventable = false;    // a failure that a reference driver avoids
  bool is_unpreventable = false;  // a failure that was examined, and that no reference driver avoids
  bool is_fault_of_machine =
      false;                    // the run says nothing about the driver: its worker was killed from outside
  bool answers_differ = false;  // the driver gave other answers when the run was repeated
  std::string cause{};  // why it was not staged, or how the driver failed; empty: there is nothing to explain
  std::vector<Violation> violations{};
  std::vector<std::pair<std::string, double>> figures{};  // measured values by name: "min_ttc_s"
  std::uint64_t played_seed = 0;                          // of the last try
  std::string hash{};
  double sim_s = 0, wall_s = 0;
  std::string replay{};     // the command that plays it again
  std::string recording{};  // a file; empty: none was written
  std::string row{};        // all of it, as JSON

  friend bool operator==(const CaseResult&, const CaseResult&) = default;
};

// "ttc over 1 s: broken at 12.35 s at (103.2, -4.1): measured 0.4, limit 1"; of a run that broke no rule its cause.
std::string reason_of(const CaseResult& result);

}  // namespace backlot::campaign
