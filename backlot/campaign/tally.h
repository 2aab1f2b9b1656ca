// What the results of a campaign add up to.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backlot/campaign/result.h"

namespace backlot::campaign {

struct Counts {
  std::array<std::size_t, verdict::kVerdicts> by_verdict{};
  std::size_t runs = 0, staged = 0, preventable = 0;
  double sim_s = 0;

  void add(const CaseResult& result);
  std::size_t of(Verdict verdict) const { return by_verdict[static_cast<std::size_t>(verdict)]; }
};

// All runs of one case with one driver: they differ in their seeds.
struct Group {
  std::string suite, name, driver;
  Counts counts{};
  double evaded_at_most = kEvadedAtMost;

  // More runs were evaded than the suite lets pass: each of these counts as a failure.
  bool is_evaded_too_often() const;
};

struct Tally {
  Counts all{};
  std::vector<Group> groups{};          // in the order of their first results
  std::vector<std::size_t> group_of{};  // by result
};
Tally tally(std::span<const CaseResult> results);

// How a run counts for the exit code and in a report.
enum class Standing : std::uint8_t { passed, failed, skipped, error };
// `are_unstaged_skipped`: runs that were not staged count for nothing.
Standing standing_of(const CaseResult& result, const Group& group, bool are_unstaged_skipped);

}  // namespace backlot::campaign
