#include "backlot/campaign/tally.h"

#include <map>
#include <tuple>

#include "backlot/base/assert.h"

namespace backlot::campaign {

void Counts::add(const CaseResult& result) {
  BACKLOT_ASSERT(static_cast<std::size_t>(result.verdict) < by_verdict.size(),
                 "a verdict is counted by its kind");
  ++runs;
  ++by_verdict[static_cast<std::size_t>(result.verdict)];
  staged += result.is_staged ? 1U : 0U;
  preventable += result.verdict == Verdict::fail && result.is_preventable ? 1U : 0U;
  sim_s += result.sim_s;
}

bool Group::is_evaded_too_often() const {
  const auto evaded = static_cast<double>(counts.of(Verdict::evaded));
  return evaded > 0 && evaded > evaded_at_most * static_cast<double>(counts.runs);
}

Tally tally(std::span<const CaseResult> results) {
  Tally all;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
  for (const CaseResult& result : results) {
    const Case& one = result.one;
    const auto [at, is_new] = known.try_emplace({one.suite, one.name, one.driver}, all.groups.size());
    if (is_new) {
      Group& group = all.groups.emplace_back();
      group.suite = one.suite;
      group.name = one.name;
      group.driver = one.driver;
      group.evaded_at_most = one.evaded_at_most;
    }
    all.all.add(result);
    all.groups[at->second].counts.add(result);
    all.group_of.push_back(at->second);
  }
  return all;
}

Standing standing_of(const CaseResult& result, const Group& group, bool are_unstaged_skipped) {
  switch (result.verdict) {
    case Verdict::pass:
      return Standing::passed;
    case Verdict::fail:
      return Standing::failed;
    case Verdict::evaded:
      return group.is_evaded_too_often() ? Standing::failed : Standing::skipped;
    case Verdict::not_staged:
      return are_unstaged_skipped ? Standing::skipped : Standing::error;
    case Verdict::crashed:
    case Verdict::hung:
      break;
  }
  return Standing::error;
}

}  // namespace backlot::campaign
