#include "backlot/campaign/tally.h"

#include <gtest/gtest.h>

namespace backlot::campaign::tally_test {
namespace {

CaseResult result(const std::string& name, Verdict verdict, double evaded_at_most = kEvadedAtMost) {
  CaseResult one;
  one.one.name = name;
  one.one.evaded_at_most = evaded_at_most;
  one.verdict = verdict;
  return one;
}

std::vector<CaseResult> runs(std::size_t evaded, std::size_t of, double at_most) {
  std::vector<CaseResult> all;
  for (std::size_t k = 0; k < of; ++k)
    all.push_back(result("x", k < evaded ? Verdict::evaded : Verdict::pass, at_most));
  return all;
}

TEST(Tally, EvadedRunsFailBeyondTheirShare) {
  for (const auto& [evaded, of, at_most, is_failed] :
       std::vector<std::tuple<std::size_t, std::size_t, double, bool>>{{0, 5, 0.05, false},
                                                                       {1, 5, 0.05, true},
                                                                       {1, 20, 0.05, false},
                                                                       {2, 20, 0.05, true},
                                                                       {1, 5, 0.2, false},
                                                                       {1, 100, 0, true},
                                                                       {5, 5, 1, false}}) {
    const std::vector<CaseResult> results = runs(evaded, of, at_most);
    const Tally all = tally(results);
    EXPECT_EQ(all.groups[0].is_evaded_too_often(), is_failed) << evaded << " of " << of;
    if (evaded == 0) continue;
    EXPECT_EQ(standing_of(results[0], all.groups[0], false),
              is_failed ? Standing::failed : Standing::skipped);
  }
}

TEST(Tally, CountsByCaseAndDriver) {
  std::vector<CaseResult> results{result("x", Verdict::pass), result("y", Verdict::fail),
                                  result("x", Verdict::hung)};
  results.push_back(result("x", Verdict::pass));
  results.back().one.driver = "other";
  const Tally all = tally(results);
  ASSERT_EQ(all.groups.size(), 3U);
  EXPECT_EQ(all.groups[0].counts.runs, 2U);
  EXPECT_EQ(all.groups[0].counts.of(Verdict::hung), 1U);
  EXPECT_EQ(all.all.runs, 4U);
  EXPECT_EQ(all.group_of, (std::vector<std::size_t>{0, 1, 0, 2}));
}

TEST(Tally, EachVerdictHasItsStanding) {
  const Group group;
  EXPECT_EQ(standing_of(result("x", Verdict::pass), group, false), Standing::passed);
  EXPECT_EQ(standing_of(result("x", Verdict::fail), group, false), Standing::failed);
  EXPECT_EQ(standing_of(result("x", Verdict::not_staged), group, false), Standing::error);
  EXPECT_EQ(standing_of(result("x", Verdict::not_staged), group, true), Standing::skipped);
  EXPECT_EQ(standing_of(result("x", Verdict::crashed), group, true), Standing::error);
  EXPECT_EQ(standing_of(result("x", Verdict::hung), group, true), Standing::error);
}

}  // namespace
}  // namespace backlot::campaign::tally_test
