// What the shipped drivers are convicted of: a table of drivers and validators. The reference passes; each flawed driver fails where its flaw matters.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::driver_table_test {
namespace {

using verdict::Verdict;

// One run, and up to three others where the scene could not be staged, as `backlot run` does it.
RunResult play(const std::string& scene, const std::string& driver, std::uint64_t seed) {
  const std::unique_ptr<sut::System> system = drivers::find_shipped(driver)->make();
  RunResult result;
  for (std::uint64_t n = 0; n < 4; ++n) {
    result = run_scene(shipped_scene(scene), {.seed = n == 0 ? seed : derived_seed(seed, n),
                                              .system = {.system = system.get(), .name = driver}});
    if (result.verdict() != Verdict::not_staged) break;
  }
  return result;
}
std::set<std::string> broken_rules(const RunResult& result) {
  std::set<std::string> names;
  for (const verdict::Finding& finding : result.findings) names.insert(std::string(finding.validator));
  return names;
}

const std::vector<std::string> kScenes{
    "blocked_lane",       "car_following",     "cut_in",      "cut_out",
    "divided_attention",  "four_way_violator", "lead_brakes", "merge_conflict",
    "oncoming_overtaker", "priority_violator", "pull_out",    "queue_tail",
    "run_red_light",      "slow_leader",       "stop_at_red", "subject_turns_left",
    "yellow_dilemma"};

TEST(DriverTable, TheReferencePassesEveryScene) {
  for (const std::string& scene : kScenes)
    for (const std::uint64_t seed : {31U, 32U}) {
      const RunResult result = play(scene, "reference", seed);
      EXPECT_EQ(result.verdict(), Verdict::pass)
          << scene << ", seed " << seed << ": " << result.cause.text
          << (result.findings.empty() ? "" : result.findings[0].message);
    }
}

// Scene and validators; in the other scenes of its row the driver breaks no rule.
struct Row {
  const char* driver;
  std::vector<std::string> scenes;
  std::map<std::string, std::set<std::string>> convicted;
};

TEST(DriverTable, EachFlawedDriverFailsWhereItsFlawMatters) {
  const std::set<std::string> hits{"contact", "ttc"};
  const std::vector<Row> rows{
      {"speeder",
       {"stop_at_red", "slow_leader", "cut_in", "lead_brakes"},
       {{"stop_at_red", {"speed_limit"}},
        {"slow_leader", {"speed_limit"}},
        {"cut_in", {"speed_limit"}},
        {"lead_brakes", {"speed_limit"}}}},
      {"tailgater",
       {"slow_leader", "cut_in", "lead_brakes", "queue_tail", "stop_at_red", "pull_out"},
       {{"slow_leader", {"time_gap"}}}},
      {"red_runner",
       {"stop_at_red", "slow_leader", "cut_in", "lead_brakes", "queue_tail", "pull_out"},
       {{"stop_at_red", {"red_light"}}}},
      {"half_blind",
       {"oncoming_overtaker", "queue_tail", "slow_leader", "cut_in", "lead_brakes", "stop_at_red"},
       {{"oncoming_overtaker", hits}, {"queue_tail", hits}}},
      {"sleepy",
       {"pull_out", "oncoming_overtaker", "merge_conflict", "cut_in", "stop_at_red", "queue_tail"},
       {{"pull_out", hits}, {"oncoming_overtaker", hits}, {"merge_conflict", hits}}},
  };
  for (const Row& row : rows)
    for (const std::string& scene : row.scenes) {
      const RunResult result = play(scene, row.driver, 33);
      const auto wanted = row.convicted.find(scene);
      EXPECT_EQ(broken_rules(result),
                wanted == row.convicted.end() ? std::set<std::string>() : wanted->second)
          << row.driver << " in " << scene;
      EXPECT_EQ(result.verdict() == Verdict::fail, wanted != row.convicted.end())
          << row.driver << " in " << scene;
    }
}

// Straight on, faster and faster.
class FullThrottle final : public sut::System {
 public:
  std::optional<sut::Trouble> reset(const sut::Mission&) override { return std::nullopt; }
  std::optional<sut::Trouble> step(const sut::View&, sut::Command& command) override {
    command.motion = sut::Steering{0, 4};
    return std::nullopt;
  }
};

// Whatever a scene is about, it does not pass or excuse software that cannot drive.
TEST(DriverTable, OneAtFullThrottleFailsInEveryScene) {
  FullThrottle throttle;
  for (const std::string& scene : kScenes) {
    const RunResult result =
        run_scene(shipped_scene(scene), {.seed = 36, .system = {.system = &throttle, .name = "throttle"}});
    EXPECT_EQ(result.verdict(), Verdict::fail) << scene;
    EXPECT_TRUE(broken_rules(result).contains("speed_limit")) << scene;
  }
}

TEST(DriverTable, OneThatStopsBeforeEveryCrossingEvades) {
  for (const char* scene : {"run_red_light", "subject_turns_left", "four_way_violator"})
    EXPECT_EQ(play(scene, "evader", 34).verdict(), Verdict::evaded) << scene;
}

TEST(DriverTable, DriversThatFailAsSoftwareAreReportedSo) {
  const RunResult babbler = play("slow_leader", "babbler", 35);
  EXPECT_EQ(babbler.verdict(), Verdict::crashed);
  ASSERT_TRUE(babbler.trouble);
  EXPECT_EQ(babbler.trouble->failure, sut::Failure::protocol);
  EXPECT_NE(play("slow_leader", "moody", 35).hash, play("slow_leader", "moody", 35).hash);
}

}  // namespace
}  // namespace backlot::harness::driver_table_test
