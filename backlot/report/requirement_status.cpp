#include "backlot/report/requirement_status.h"

#include <algorithm>
#include <array>
#include <map>

#include "backlot/base/assert.h"
#include "backlot/report/outcome.h"

namespace backlot::report {

namespace {

int urgency(const RequirementStatus& status) {
  if (status.state == RequirementState::failed) return 0;
  if (status.state == RequirementState::uncovered) return 1;
  return status.is_suspect ? 2 : 3;
}

}  // namespace

std::string_view to_text(RequirementState state) {
  constexpr std::array<std::string_view, 3> kWords = {"failed", "uncovered", "passed"};
  static_assert(kWords.size() == static_cast<std::size_t>(RequirementState::passed) + 1);
  BACKLOT_ASSERT(static_cast<std::size_t>(state) < std::size(kWords), "a state has a word");
  return kWords[static_cast<std::size_t>(state)];
}

std::vector<RequirementStatus> requirement_states(const CampaignReport& campaign) {
  std::vector<RequirementStatus> list;
  std::map<std::string, std::size_t> by_id;
  for (const Requirement& requirement : campaign.requirements)
    if (by_id.emplace(requirement.id, list.size()).second)
      list.push_back({.id = requirement.id, .text = requirement.text, .is_suspect = requirement.has_changed});
  for (std::size_t k = 0; k < campaign.runs.size(); ++k) {
    const Run& run = campaign.runs[k];
    for (const std::string& id : run.requirements) {
      const auto [found, is_new] = by_id.emplace(id, list.size());
      if (is_new) list.push_back({.id = id, .is_undeclared = true});
      RequirementStatus& status = list[found->second];
      if (!status.runs.empty() && status.runs.back() == k) continue;  // a run that names it twice
      status.runs.push_back(k);
      add(status.counts, run);
      if (std::find(run.suspect.begin(), run.suspect.end(), id) != run.suspect.end())
        status.is_suspect = true;
      const std::string scene = scene_of(run);
      if (std::find(status.scenes.begin(), status.scenes.end(), scene) == status.scenes.end())
        status.scenes.push_back(scene);
    }
  }
  for (RequirementStatus& status : list) {
    if (status.counts.failed() + status.counts.errors() > 0)
      status.state = RequirementState::failed;
    else if (status.counts.passed > 0)
      status.state = RequirementState::passed;
  }
  std::stable_sort(list.begin(), list.end(), [](const RequirementStatus& a, const RequirementStatus& b) {
    return urgency(a) < urgency(b);
  });
  return list;
}

}  // namespace backlot::report
