// The commands that play scenes.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::cli::rehearse_test {
namespace {

using nlohmann::json;

class Scenes : public ProgramTest {
 protected:
  Scenes() {
    write("corner.way", harness::test::kSmallRoad);
    write("small.scene", harness::test::kSmallScene);
  }
};
class Rehearse : public Scenes {};
class RunScene : public Scenes {};

json without_time(json answer) {
  for (const char* key : {"wall_s", "cpu_s", "runs_per_s", "jobs", "report"}) answer.erase(key);
  return answer;
}

TEST_F(Rehearse, JsonHasTheKeysOfTheContractAndIsTheSameForAnyNumberOfJobs) {
  const std::vector<std::string> common = {"rehearse", "small.scene", "--seeds", "1..12", "--json", "--jobs"};
  const auto with = [&](const char* jobs) {
    std::vector<std::string> arguments = common;
    arguments.emplace_back(jobs);
    return run(arguments);
  };
  const Answer one = with("1"), two = with("2");
  ASSERT_EQ(one.code, 0) << one.err;
  const json answer = json::parse(one.out);
  EXPECT_EQ(without_time(answer), without_time(json::parse(two.out)));
  EXPECT_EQ(answer["scene"], "lurcher");
  EXPECT_EQ(answer["runs"], 12);
  EXPECT_EQ(answer["staged"], 12);
  EXPECT_EQ(answer["staged_share"], 1.0);
  for (const char* key : {"role", "cast", "recast", "never_cast", "candidates_mean"})
    EXPECT_TRUE(answer["roles"][0].contains(key)) << key;
  for (const char* key : {"event", "happened", "timing_error_s"})
    EXPECT_TRUE(answer["events"][0].contains(key)) << key;
  for (const char* key : {"p50", "p95", "max"})
    EXPECT_TRUE(answer["events"][0]["timing_error_s"][key].is_number()) << key;
  for (const char* key : {"style", "runs", "staged_share", "low", "high"})
    EXPECT_TRUE(answer["styles"][0].contains(key)) << key;
  EXPECT_EQ(answer["limits"], json::array());
}

TEST_F(Rehearse, NamesTheCauseAndGivesAdviceThatWasVerified) {
  const Answer answer =
      run({"rehearse", "small.scene", "--seeds", "1..6", "--param", "side_flow=0 per hour", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;  // a rehearsal is a measurement
  const json found = json::parse(answer.out);
  EXPECT_EQ(found["staged"], 0);
  EXPECT_TRUE(found["events"][0]["timing_error_s"]["p95"].is_null());
  ASSERT_EQ(found["limits"].size(), 1U);
  const json limit = found["limits"][0];
  EXPECT_EQ(limit["role_or_event"], "waiter");
  EXPECT_EQ(limit["runs"], 6);
  EXPECT_NE(limit["why"].get<std::string>().find("no candidate"), std::string::npos);
  EXPECT_NE(limit["advice"].get<std::string>().find("side_flow >= "), std::string::npos) << limit;
  EXPECT_GE(limit["variation"]["verified"]["staged_share"], 0.98) << limit;
  EXPECT_EQ(limit["variation"]["verified"]["runs"], 100);
}

TEST_F(Rehearse, AdviceCanBeLeftOut) {
  const Answer answer =
      run({"rehearse", "small.scene", "--seeds", "1..6", "--param", "side_flow=0 per hour", "--no-advice"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.out.find("lurcher"), std::string::npos);
  EXPECT_NE(answer.out.find("6 runs, 0 % staged (0.0 - 39.0)"), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("6 runs: no candidate for waiter on north"), std::string::npos) << answer.out;
  EXPECT_EQ(answer.out.find("->"), std::string::npos) << answer.out;
}

TEST_F(Rehearse, WritesAPageThatHoldsTheStoryboard) {
  const Answer answer = run({"rehearse", "small.scene", "--seeds", "1..4", "--report", "out/deep", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(json::parse(answer.out)["report"], "out/deep/index.html");
  const std::string page = read("out/deep/index.html");
  EXPECT_NE(page.find("A car on the left lurches as the subject comes"), std::string::npos);
  EXPECT_NE(page.find("Timing of lurch"), std::string::npos);
  EXPECT_NE(page.find("Candidates for waiter"), std::string::npos);
  EXPECT_NE(page.find("the staged run with the median timing error"), std::string::npos);
}

TEST_F(Rehearse, WrongCommandLinesAndFilesAreToldApart) {
  EXPECT_EQ(run({"rehearse", "small.scene"}).code, 2);
  EXPECT_EQ(run({"rehearse", "small.scene", "--seeds", "some"}).code, 2);
  EXPECT_EQ(run({"rehearse", "small.scene", "--seeds", "1..2", "--param", "side_flow"}).code, 2);
  EXPECT_EQ(run({"rehearse", "missing.scene", "--seeds", "1..2"}).code, 3);
  EXPECT_EQ(run({"rehearse", "small.scene", "--seeds", "1..2", "--param", "side_flow=2 m"}).code, 3);
  EXPECT_EQ(run({"rehearse", "small.scene", "--seeds", "1..2", "--subject", "nobody"}).code, 3);
  const Answer nothing = run({"rehearse", "small.scene", "--seeds", "5..4"});
  EXPECT_EQ(nothing.code, 5);
  EXPECT_NE(nothing.err.find("no seed is selected"), std::string::npos) << nothing.err;
}

TEST_F(RunScene, SaysWhatHappenedAndAnswersByExitCode) {
  const Answer staged = run({"run", "small.scene", "--seed", "3"});
  EXPECT_EQ(staged.code, 0) << staged.out << staged.err;
  EXPECT_NE(staged.out.find("lurcher, seed 3"), std::string::npos) << staged.out;
  EXPECT_NE(staged.out.find(": staged"), std::string::npos) << staged.out;
  const Answer empty =
      run({"run", "small.scene", "--seed", "3", "--param", "side_flow=0 per hour", "--not-staged", "fail"});
  EXPECT_EQ(empty.code, 1);
  EXPECT_NE(empty.out.find("not staged: no candidate for waiter"), std::string::npos) << empty.out;
  EXPECT_EQ(
      run({"run", "small.scene", "--seed", "3", "--param", "side_flow=0 per hour", "--not-staged", "skip"})
          .code,
      0);
  EXPECT_EQ(run({"run", "small.scene", "--seeds", "5..4"}).code, 5);
  EXPECT_EQ(run({"run", "small.scene", "--not-staged", "maybe"}).code, 2);
  EXPECT_EQ(run({"run", "small.scene", "--not-staged", "retry:0"}).code, 2);
}

TEST_F(RunScene, TriesAgainWithDerivedSeeds) {
  const Answer answer = run({"run", "small.scene", "--seed", "3", "--param", "side_flow=0 per hour",
                             "--not-staged", "retry:2", "--json"});
  EXPECT_EQ(answer.code, 1);
  const json row = json::parse(answer.out)["runs"][0];
  EXPECT_EQ(row["seed"], 3);
  EXPECT_EQ(row["tries"], 3);
  EXPECT_NE(row["played_seed"], 3);
  EXPECT_EQ(row["verdict"], "not_staged");
  const json staged = json::parse(run({"run", "small.scene", "--seed", "3", "--json"}).out)["runs"][0];
  EXPECT_EQ(staged["tries"], 1);
  EXPECT_EQ(staged["played_seed"], 3);
}

TEST_F(RunScene, AStoryboardHasAPictureForEachBeat) {
  const Answer answer = run({"run", "small.scene", "--seed", "3", "--storyboard", "board"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  for (const char* name : {"board/1_casting.svg", "board/2_lurch.svg", "board/strip.svg"})
    ASSERT_TRUE(exists(name)) << name;
  const std::string panel = read("board/2_lurch.svg");
  EXPECT_NE(panel.find("waiter"), std::string::npos);
  EXPECT_NE(panel.find("Waiter lurches"), std::string::npos);
  EXPECT_EQ(run({"run", "small.scene", "--seeds", "1..2", "--storyboard", "board"}).code, 2);
}

TEST_F(RunScene, TheMachineOfASceneIsDrawnWithItsTriggersInWords) {
  const Answer answer = run({"draw", "--machine", "small.scene", "-o", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.out.find("lurch waits"), std::string::npos);
  EXPECT_NE(answer.out.find("subject 3 s before"), std::string::npos) << answer.out;
  EXPECT_EQ(answer.out.find("its trigger"), std::string::npos);
  EXPECT_EQ(run({"draw", "--machine", "missing.scene", "-o", "x.svg"}).code, 3);
}

// The car lurches on a signal; the subject comes to its line 19 s after its start.
TEST_F(RunScene, RaisesSignalsFromOutside) {
  std::string text = harness::test::kSmallScene;
  const std::string trigger = "when subject 3 s before line {";
  text.replace(text.find(trigger), trigger.size(), "when signal go deadline subject past line {");
  write("signal.scene", text);
  const json heard = json::parse(
      run({"run", "signal.scene", "--seed", "3", "--signal", "go@14.5", "--json"}).out)["runs"][0];
  EXPECT_EQ(heard["staged"], true) << heard;
  ASSERT_EQ(heard["signals"].size(), 1U);
  EXPECT_EQ(heard["signals"][0]["name"], "go");
  EXPECT_NEAR(heard["signals"][0]["time_s"].get<double>() - heard["subject_start_s"].get<double>(), 14.5,
              0.06);
  EXPECT_EQ(run({"run", "signal.scene", "--seed", "3", "--not-staged", "fail"}).code, 1);

  const Answer unknown = run({"run", "signal.scene", "--signal", "stop@3"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("it asks for: go"), std::string::npos) << unknown.err;
  for (const char* wrong : {"go", "@3", "go@", "go@soon", "go@-1", "go@nan"})
    EXPECT_EQ(run({"run", "signal.scene", "--signal", wrong}).code, 2) << wrong;
  EXPECT_EQ(run({"rehearse", "signal.scene", "--seeds", "1..2", "--signal", "go@14", "--no-advice"}).code, 0);
}

}  // namespace
}  // namespace backlot::cli::rehearse_test
