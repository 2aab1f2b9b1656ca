#include "backlot/report/signature.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/report/coverage.h"
#include "backlot/report/replay_command.h"
#include "backlot/report/requirement_status.h"

namespace backlot::report::signature_test {
namespace {

using verdict::Verdict;

report::Run failed(const std::string& name, std::uint64_t seed, const std::string& rule, double margin) {
  report::Run run{.name = name, .seed = seed, .verdict = Verdict::fail};
  run.findings.push_back({.validator = "ttc", .rule = rule, .time_s = 5, .margin = margin, .other = 9});
  run.roles.push_back({.role = "intruder", .actor = 9});
  return run;
}

TEST(Signature, AContactLeadsElseTheFirstFinding) {
  report::Run run = failed("cut_in, gap 3 m", 1, "ttc over 1 s", -0.2);
  run.findings.push_back({.validator = "comfort", .rule = "comfort", .time_s = 3});
  EXPECT_EQ(signature_of(run).rule, "ttc over 1 s") << "safety before comfort";
  run.findings.push_back({.validator = "speed_limit", .rule = "speed limit", .time_s = 4});
  EXPECT_EQ(signature_of(run), (Signature{"cut_in", "speed limit", "", ""}));
  run.findings.push_back({.validator = "contact", .time_s = 8, .other = 9, .corridor = "north"});
  EXPECT_EQ(signature_of(run), (Signature{"cut_in", "contact", "intruder", "north"}));
  run.findings.back().other_role = "bus";
  EXPECT_EQ(signature_of(run).role, "bus") << "as the row says it";
  run.verdict = Verdict::hung;
  EXPECT_EQ(signature_of(run), (Signature{"cut_in", "hung", "", ""}));
}

TEST(Signature, GroupsBeginWithTheWorstRunAndTheLargestGroup) {
  const std::vector<report::Run> runs = {failed("b", 1, "x", -0.1),
                                         failed("a", 1, "y", -0.1),
                                         failed("a", 2, "y", -0.7),
                                         failed("a", 3, "y", -0.3),
                                         {.name = "a", .seed = 4, .verdict = Verdict::pass},
                                         {.name = "a", .seed = 5, .verdict = Verdict::evaded}};
  const std::vector<FailureGroup> groups = group_failures(runs);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].runs, (std::vector<std::size_t>{2, 1, 3}));
  EXPECT_EQ(groups[1].runs, (std::vector<std::size_t>{0}));
}

TEST(ReplayCommand, IsWhatAShellReads) {
  report::Run run{.name = "cut_in, gap 3 m", .seed = 7};
  EXPECT_EQ(replay_command(run), "backlot run cut_in.scene --seed 7");
  run.scene_file = "my scenes/cut_in.scene";
  run.driver = "python3 mine.py";
  run.given = {{"lead", "1.5 s"}};
  EXPECT_EQ(replay_command(run),
            "backlot run 'my scenes/cut_in.scene' --seed 7 --driver 'python3 mine.py' --param 'lead=1.5 s'");
  run.recording = "out/it's.mcap";
  EXPECT_EQ(replay_command(run), "backlot replay 'out/it'\\''s.mcap'");
  EXPECT_EQ(shell_word("$(rm -r x);\n`y`"), "'$(rm -r x); `y`'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(RequirementStatus, FailedUncoveredSuspectPassed) {
  CampaignReport campaign;
  campaign.requirements = {{"R1", "one"}, {"R2", "two"}, {"R3", "three", true}, {"R4", "four"}};
  campaign.runs = {{.name = "a", .requirements = {"R1", "R2"}, .verdict = Verdict::pass},
                   {.name = "b", .requirements = {"R2", "R2"}, .verdict = Verdict::crashed},
                   {.name = "b", .requirements = {"R4"}, .verdict = Verdict::not_staged},
                   {.name = "c", .requirements = {"R3", "R9"}, .verdict = Verdict::pass}};
  const std::vector<RequirementStatus> states = requirement_states(campaign);
  ASSERT_EQ(states.size(), 5U);
  EXPECT_EQ(states[0].id, "R2");
  EXPECT_EQ(states[0].state, RequirementState::failed);
  EXPECT_EQ(states[0].runs.size(), 2U) << "a run that names it twice counts once";
  EXPECT_EQ(states[1].id, "R4");
  EXPECT_EQ(states[1].state, RequirementState::uncovered) << "a run that was not staged covers nothing";
  EXPECT_EQ(states[2].id, "R3");
  EXPECT_TRUE(states[2].is_suspect);
  EXPECT_EQ(states[3].id, "R1");
  EXPECT_EQ(states[3].state, RequirementState::passed);
  EXPECT_TRUE(states[4].is_undeclared);
}

TEST(Coverage, NeighbouringEmptyBinsAreOneHole) {
  const Covered covered =
      cover({.low = 0, .high = 10, .bins = 5, .values = {0, 0.5, 10, 10.5, -1, std::nan(""), 5}});
  EXPECT_EQ(covered.counts, (std::vector<std::size_t>{2, 0, 1, 0, 1}));
  EXPECT_EQ(covered.values, 4U);
  EXPECT_EQ(covered.outside, 3U);
  EXPECT_EQ(covered.reached, 3U);
  EXPECT_EQ(covered.holes, (std::vector<std::pair<double, double>>{{2, 4}, {6, 8}}));
  EXPECT_EQ(cover({.low = 0, .high = 10, .bins = 5, .values = {1}}).holes,
            (std::vector<std::pair<double, double>>{{2, 10}}));
  EXPECT_TRUE(cover({.low = 3, .high = 3, .values = {3}}).counts.empty());
}

Run covering(const char* scene, std::optional<double> value, bool is_staged = true) {
  Run run{.name = scene};
  run.is_staged = is_staged;
  run.cover.push_back({.measure = "ttc at cutting", .unit = "s", .bin = 0.5, .value = value});
  return run;
}

TEST(Coverage, IsWhatStagedRunsReached) {
  const std::vector<report::Run> runs = {covering("a", 1.2), covering("a", 3.1), covering("a", std::nullopt),
                                         covering("a", 9.0, false), covering("b", 2.0)};
  const std::vector<CoverageItem> items = coverage_of(runs);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].values, (std::vector<double>{1.2, 3.1}));
  EXPECT_EQ(items[0].low, 1.0);  // whole bins around what was reached
  EXPECT_EQ(items[0].high, 3.5);
  EXPECT_EQ(items[0].bins, 5U);
  const Covered covered = cover(items[0]);
  EXPECT_EQ(covered.reached, 2U);
  EXPECT_EQ(covered.holes, (std::vector<std::pair<double, double>>{{1.5, 3.0}}));
  EXPECT_EQ(items[1].bins, 1U);  // a single value is in a bin as well
}

TEST(Coverage, OfARangeCountsTheWholeRange) {
  report::Run run = covering("a", 2.2);
  run.cover[0].low = 1;
  run.cover[0].high = 4;
  const Covered covered = cover(coverage_of(std::vector<report::Run>{run, covering("a", 7.0)})[0]);
  EXPECT_EQ(covered.counts.size(), 6U);
  EXPECT_EQ(covered.outside, 1U);
  EXPECT_EQ(covered.holes, (std::vector<std::pair<double, double>>{{1, 2}, {2.5, 4}}));
}

}  // namespace
}  // namespace backlot::report::signature_test
