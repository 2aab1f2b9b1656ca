#include "backlot/report/signature.h"

#include <algorithm>
#include <limits>
#include <map>

#include "backlot/report/outcome.h"

namespace backlot::report {

namespace {

// How far the run is on the wrong side; 0 where no number says it.
double margin_of(const Run& run) {
  const FindingRow* finding = leading_finding(run);
  return finding && finding->margin ? *finding->margin : 0;
}

// Contacts come first, comfort last.
int rank_of(const FindingRow& finding) {
  if (finding.validator == "contact") return 0;
  return finding.validator == "comfort" ? 2 : 1;
}

}  // namespace

const FindingRow* leading_finding(const Run& run) {
  const FindingRow* best = nullptr;
  const auto is_before = [](const FindingRow& a, const FindingRow& b) {
    const int a_rank = rank_of(a), b_rank = rank_of(b);
    return a_rank != b_rank ? a_rank < b_rank : a.time_s < b.time_s;
  };
  for (const FindingRow& finding : run.findings)
    if (!best || is_before(finding, *best)) best = &finding;
  return best;
}

std::string other_role_of(const Run& run, const FindingRow& finding) {
  if (!finding.other_role.empty() || !finding.other) return finding.other_role;
  for (const RoleRow& role : run.roles)
    if (role.actor == finding.other) return role.role;
  return {};
}

Signature signature_of(const Run& run) {
  Signature signature{.scene = scene_of(run)};
  if (run.verdict == verdict::Verdict::crashed || run.verdict == verdict::Verdict::hung) {
    signature.rule = verdict::to_text(run.verdict);
    return signature;
  }
  if (const FindingRow* finding = leading_finding(run)) {
    signature.rule = finding->rule.empty() ? finding->validator : finding->rule;
    signature.role = other_role_of(run, *finding);
    signature.corridor = finding->corridor;
  }
  return signature;
}

std::vector<FailureGroup> group_failures(std::span<const Run> runs) {
  std::map<Signature, std::vector<std::size_t>> by_signature;
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (is_failure(runs[k])) by_signature[signature_of(runs[k])].push_back(k);
  std::vector<FailureGroup> groups;
  for (auto& [signature, numbers] : by_signature) {
    const auto worst = std::min_element(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
      return margin_of(runs[a]) < margin_of(runs[b]);
    });
    std::rotate(numbers.begin(), worst, worst + 1);
    groups.push_back({signature, std::move(numbers)});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const FailureGroup& a, const FailureGroup& b) {
    return a.runs.size() > b.runs.size();
  });
  return groups;
}

}  // namespace backlot::report
