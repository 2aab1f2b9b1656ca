#include "backlot/report/outcome.h"

#include <gtest/gtest.h>

namespace backlot::report::outcome_test {
namespace {

using verdict::Verdict;

report::Run with(Verdict verdict, const std::string& name = "a") {
  return {.name = name, .is_staged = verdict == Verdict::pass, .verdict = verdict};
}

TEST(Outcome, AFailedRunIsPreventableWhereAReferenceDriverAvoidedIt) {
  report::Run run = with(Verdict::fail);
  EXPECT_EQ(outcome_of(run), Outcome::unexamined);
  run.responsibility = Responsibility{};
  EXPECT_EQ(outcome_of(run), Outcome::unexamined) << "facts, and no fork";
  run.responsibility->is_examined = true;
  EXPECT_EQ(outcome_of(run), Outcome::unpreventable);
  run.responsibility->preventable_by = {"rss"};
  EXPECT_EQ(outcome_of(run), Outcome::preventable);
  EXPECT_EQ(outcome_of(with(Verdict::crashed)), Outcome::error);
  EXPECT_EQ(outcome_of(with(Verdict::hung)), Outcome::error);
}

TEST(Outcome, EveryRunIsCountedOnce) {
  const std::vector<report::Run> runs = {
      with(Verdict::pass),    with(Verdict::fail), with(Verdict::evaded), with(Verdict::not_staged),
      with(Verdict::crashed), with(Verdict::hung), with(Verdict::pass)};
  const Counts counts = count(runs);
  std::size_t sum = 0;
  for (const Outcome outcome : kOutcomes) sum += of(counts, outcome);
  EXPECT_EQ(sum, runs.size());
  EXPECT_EQ(counts.staged, 2U);
  EXPECT_EQ(counts.failed(), 1U);
  EXPECT_EQ(counts.errors(), 2U);
}

TEST(Outcome, TheVerdictFollowsTheWorstThatHappened) {
  CampaignReport campaign;
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::nothing);
  campaign.runs = {with(Verdict::pass), with(Verdict::pass)};
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::passed);
  EXPECT_EQ(judge(campaign).reason, "All 2 runs passed.");
  campaign.runs.push_back(with(Verdict::not_staged));
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::failed);
  EXPECT_EQ(judge(campaign).reason, "1 run could not be staged.");
  campaign.is_not_staged_passed = true;
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::passed);
  campaign.runs.push_back(with(Verdict::fail));
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::failed);
  campaign.runs.push_back(with(Verdict::hung));
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::error);
}

// One of 20 is 5 %, which is allowed; two are not. Cases are judged one by one.
TEST(Outcome, ACaseThatIsEvadedTooOftenIsRed) {
  CampaignReport campaign;
  for (int k = 0; k < 20; ++k) campaign.runs.push_back(with(k == 0 ? Verdict::evaded : Verdict::pass));
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::passed);
  campaign.runs[1].verdict = Verdict::evaded;
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::failed);
  campaign.runs[1].verdict = Verdict::pass;
  campaign.runs[0].name = "b";
  EXPECT_EQ(judge(campaign).verdict, CampaignVerdict::failed) << "the only run of case b";
}

}  // namespace
}  // namespace backlot::report::outcome_test
