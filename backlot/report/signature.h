// Failures that look alike: the same scene, broken rule, role of the other object and corridor.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backlot/report/run.h"

namespace backlot::report {

struct Signature {
  std::string scene{};
  std::string rule{};  // of the leading finding; "crashed" or "hung" where the system under test did so
  std::string role{};  // of the other object; empty: it has none
  std::string corridor{};

  friend auto operator<=>(const Signature&, const Signature&) = default;
};

// The finding that a run is known by: the first contact, else the first finding; one about comfort only where there is no other. Null where there is none.
const FindingRow* leading_finding(const Run& run);
// The role of the other object of a finding: as the row says it, else by its number. Empty where it plays none.
std::string other_role_of(const Run& run, const FindingRow& finding);
Signature signature_of(const Run& run);

struct FailureGroup {
  Signature signature{};
  std::vector<std::size_t> runs{};  // numbers of rows; the first one is the one to look at: the worst margin
};

// The failed runs in groups, largest group first, then by signature.
std::vector<FailureGroup> group_failures(std::span<const Run> runs);

}  // namespace backlot::report
