// What the runs of a campaign say about its requirements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/report/campaign_report.h"

namespace backlot::report {

enum class RequirementState : std::uint8_t {
  failed,     // a run that is linked to it failed, crashed or hung
  uncovered,  // no run that is linked to it was judged
  passed,
};
std::string_view to_text(RequirementState state);

struct RequirementStatus {
  std::string id{}, text{};
  RequirementState state = RequirementState::uncovered;
  bool is_suspect = false;            // its text changed since runs were linked to it
  bool is_undeclared = false;         // runs name it, and the campaign has no text for it
  std::vector<std::size_t> runs{};    // numbers of the rows that are linked to it
  Counts counts{};                    // of these
  std::vector<std::string> scenes{};  // of these, each once
};

// Failed ones first, then uncovered, suspect, and the others; each in the order of the campaign.
std::vector<RequirementStatus> requirement_states(const CampaignReport& campaign);

}  // namespace backlot::report
