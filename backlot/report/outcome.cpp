#include "backlot/report/outcome.h"

#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::report {

using verdict::Verdict;

namespace {

struct OutcomeWords {
  std::string_view text, key;
};
constexpr std::array<OutcomeWords, kOutcomes.size()> kOutcomeWords = {{
    {"passed", "passed"},
    {"failed, preventable", "preventable"},
    {"failed, unpreventable", "unpreventable"},
    {"failed, not examined", "unexamined"},
    {"evaded", "evaded"},
    {"not staged", "not_staged"},
    {"error", "error"},
}};

std::string crash_text(const Counts& counts) {
  if (counts.hung == 0)
    return fmt::format("the system under test crashed in {}", counted(counts.crashed, "run"));
  if (counts.crashed == 0)
    return fmt::format("the system under test hung in {}", counted(counts.hung, "run"));
  return fmt::format("the system under test crashed in {} and hung in {}", counted(counts.crashed, "run"),
                     counted(counts.hung, "run"));
}

// Cases of which a larger share was evaded than is allowed.
std::size_t cases_evaded_too_often(const CampaignReport& campaign) {
  struct Case {
    std::size_t runs = 0, evaded = 0;
    double evaded_at_most = 0;
  };
  std::map<std::pair<std::string, std::string>, Case> cases;
  for (const Run& run : campaign.runs) {
    Case& one = cases[{run.name, run.driver}];
    ++one.runs;
    one.evaded_at_most = run.evaded_at_most.value_or(campaign.evaded_at_most);
    one.evaded += run.verdict == Verdict::evaded ? 1U : 0U;
  }
  std::size_t count = 0;
  for (const auto& [key, one] : cases)
    count += static_cast<double>(one.evaded) > one.evaded_at_most * static_cast<double>(one.runs) ? 1U : 0U;
  return count;
}

}  // namespace

Outcome outcome_of(const Run& run) {
  switch (run.verdict) {
    case Verdict::pass:
      return Outcome::passed;
    case Verdict::fail:
      if (!run.responsibility || !run.responsibility->is_examined) return Outcome::unexamined;
      return run.responsibility->preventable_by.empty() ? Outcome::unpreventable : Outcome::preventable;
    case Verdict::evaded:
      return Outcome::evaded;
    case Verdict::not_staged:
      return Outcome::not_staged;
    case Verdict::crashed:
    case Verdict::hung:
      break;
  }
  return Outcome::error;
}

std::string_view to_text(Outcome outcome) {
  BACKLOT_ASSERT(static_cast<std::size_t>(outcome) < std::size(kOutcomeWords), "an outcome has words");
  return kOutcomeWords[static_cast<std::size_t>(outcome)].text;
}
std::string_view key_of(Outcome outcome) { return kOutcomeWords[static_cast<std::size_t>(outcome)].key; }

bool is_failure(const Run& run) {
  return run.verdict == Verdict::fail || run.verdict == Verdict::crashed || run.verdict == Verdict::hung;
}

void add(Counts& counts, const Run& run) {
  ++counts.runs;
  counts.staged += run.is_staged ? 1U : 0U;
  counts.sim_s += run.sim_s;
  switch (outcome_of(run)) {
    case Outcome::passed:
      ++counts.passed;
      break;
    case Outcome::preventable:
      ++counts.preventable;
      break;
    case Outcome::unpreventable:
      ++counts.unpreventable;
      break;
    case Outcome::unexamined:
      ++counts.unexamined;
      break;
    case Outcome::evaded:
      ++counts.evaded;
      break;
    case Outcome::not_staged:
      ++counts.not_staged;
      break;
    case Outcome::error:
      ++(run.verdict == Verdict::hung ? counts.hung : counts.crashed);
      break;
  }
}

Counts count(std::span<const Run> runs) {
  Counts counts;
  for (const Run& run : runs) add(counts, run);
  return counts;
}

std::size_t of(const Counts& counts, Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return counts.passed;
    case Outcome::preventable:
      return counts.preventable;
    case Outcome::unpreventable:
      return counts.unpreventable;
    case Outcome::unexamined:
      return counts.unexamined;
    case Outcome::evaded:
      return counts.evaded;
    case Outcome::not_staged:
      return counts.not_staged;
    case Outcome::error:
      break;
  }
  return counts.errors();
}

std::string counted(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

Judged judge(const CampaignReport& campaign) {
  const Counts counts = count(campaign.runs);
  if (counts.runs == 0) return {CampaignVerdict::nothing, "The campaign has no run."};
  std::vector<std::string> reasons;
  if (counts.errors() > 0) reasons.push_back(crash_text(counts));
  if (counts.failed() > 0) {
    std::string text = fmt::format("{} of {} failed", counts.failed(), counted(counts.runs, "run"));
    if (counts.preventable > 0) text += fmt::format(", {} of them preventable", counts.preventable);
    reasons.push_back(std::move(text));
  }
  if (const std::size_t cases = cases_evaded_too_often(campaign); cases > 0)
    reasons.push_back(fmt::format("{} evaded in a larger share of {} runs than the suite allows",
                                  counted(cases, "case"), cases == 1 ? "its" : "their"));
  if (counts.not_staged > 0 && !campaign.is_not_staged_passed)
    reasons.push_back(fmt::format("{} could not be staged", counted(counts.not_staged, "run")));
  if (reasons.empty()) {
    const std::size_t others = counts.runs - counts.passed;
    return {CampaignVerdict::passed,
            others == 0
                ? fmt::format("{} passed.",
                              counts.runs == 1 ? "The run" : fmt::format("All {} runs", counts.runs))
                : fmt::format(
                      "{} of {} passed; the others were evaded or not staged within the limits of the suite.",
                      counts.passed, counted(counts.runs, "run"))};
  }
  std::string sentence;
  for (std::size_t k = 0; k < reasons.size(); ++k)
    sentence += (k == 0 ? "" : k + 1 == reasons.size() ? ", and " : ", ") + reasons[k];
  sentence.front() = sentence.front() == 't' ? 'T' : sentence.front();
  return {counts.errors() > 0 ? CampaignVerdict::error : CampaignVerdict::failed, sentence + "."};
}

std::string_view to_text(CampaignVerdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"NOTHING RUN", "ERROR", "FAILED", "PASSED"};
  static_assert(kWords.size() == static_cast<std::size_t>(CampaignVerdict::passed) + 1);
  BACKLOT_ASSERT(static_cast<std::size_t>(verdict) < std::size(kWords), "a verdict has a word");
  return kWords[static_cast<std::size_t>(verdict)];
}

}  // namespace backlot::report
