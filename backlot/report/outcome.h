// How a run ended, in the words of the report, and what all runs of a campaign say together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "backlot/report/campaign_report.h"

namespace backlot::report {

enum class Outcome : std::uint8_t {
  passed,
  preventable,
  unpreventable,
  unexamined,
  evaded,
  not_staged,
  error
};
inline constexpr std::array kOutcomes = {Outcome::passed,     Outcome::preventable, Outcome::unpreventable,
                                         Outcome::unexamined, Outcome::evaded,      Outcome::not_staged,
                                         Outcome::error};

Outcome outcome_of(const Run& run);
// "failed, preventable".
std::string_view to_text(Outcome outcome);
// One word, for style sheets and addresses: "preventable".
std::string_view key_of(Outcome outcome);
// Failed, crashed or hung.
bool is_failure(const Run& run);

Counts count(std::span<const Run> runs);
void add(Counts& counts, const Run& run);
std::size_t of(const Counts& counts, Outcome outcome);

// The one verdict on a campaign. Of several reasons the first of this list is the verdict.
enum class CampaignVerdict : std::uint8_t {
  nothing,  // there was no run
  error,    // a system under test crashed or hung
  failed,   // a run failed, a case was evaded too often, or a run was not staged
  passed,
};
struct Judged {
  CampaignVerdict verdict = CampaignVerdict::nothing;
  std::string reason{};  // one sentence
};
Judged judge(const CampaignReport& campaign);
// "PASSED", "FAILED", "ERROR", "NOTHING RUN".
std::string_view to_text(CampaignVerdict verdict);

// "1 run", "12 runs".
std::string counted(std::size_t count, std::string_view one);

}  // namespace backlot::report
