// The verdict from a file against that of the live run, over all shipped scenes.
#include "backlot/replay/judge_recording.h"

#include <memory>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/replay/test/recorded_runs.h"

namespace backlot::replay::judge_recording_test {
namespace {

// 216 runs are in bench/recording_bench.cpp.
TEST(JudgeRecording, SaysOfAllShippedScenesWhatTheLiveRunSaid) {
  const char* drivers[] = {"", "reference", "sleepy"};
  std::size_t runs = 0, findings = 0;
  for (const auto& file : shipped_scenes())
    for (std::uint64_t seed = 1; seed <= std::size(drivers); ++seed) {
      SCOPED_TRACE(file.filename().string() + ", seed " + std::to_string(seed));
      const RecordedRun run = record_shipped(file, seed, {.driver = drivers[seed - 1]});
      const auto judged = judge_bytes(run.bytes);
      ASSERT_TRUE(judged) << to_text(judged.diagnostics());
      EXPECT_EQ(find_difference(run, *judged), "");
      EXPECT_GT(run.figures.at(0).moments, 0U);
      ++runs;
      findings += run.live.findings.size();
    }
  EXPECT_GE(runs, 40U);
  EXPECT_GT(findings, 0U);  // else only passes were compared
}

// The comparison itself: it finds what differs.
TEST(JudgeRecording, AnotherRunIsAnother) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 1);
  harness::RunResult other = run.live;
  EXPECT_EQ(find_difference(run.live, other), "");
  other.expectations.at(0).time_s += 1e-9;
  EXPECT_NE(find_difference(run.live, other), "");
  other = run.live;
  other.findings.emplace_back();
  EXPECT_NE(find_difference(run.live, other), "");
  auto judged = judge_bytes(run.bytes);
  ASSERT_TRUE(judged);
  for (Figure& figure : judged->figures) {
    figure.sum += 1e-9;
    EXPECT_EQ(find_difference(run, *judged), "figure " + figure.name);
    figure.sum = run.figures.at(static_cast<std::size_t>(&figure - judged->figures.data())).sum;
  }
}

TEST(JudgeRecording, FindsWhatDriversDidWrong) {
  std::size_t findings = 0;
  for (const char* driver : {"", "reference", "sleepy"}) {
    SCOPED_TRACE(driver);
    const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 1,
                                           {.driver = driver, .old = "ttc over 1 s", .now = "ttc over 9 s"});
    const auto judged = judge_bytes(run.bytes);
    ASSERT_TRUE(judged) << to_text(judged.diagnostics());
    EXPECT_EQ(find_difference(run, *judged), "");
    findings += judged->result.findings.size();
  }
  EXPECT_GT(findings, 0U);  // else nothing was compared
}

// The reference, which publishes a number that falls by and by.
class Publisher final : public sut::System {
 public:
  std::optional<sut::Trouble> reset(const sut::Mission& mission) override { return inside_->reset(mission); }
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override {
    std::optional<sut::Trouble> trouble = inside_->step(view, command);
    command.signals = {{"planner.confidence", 1 - 0.001 * static_cast<double>(view.cycle)}};
    return trouble;
  }

 private:
  std::unique_ptr<sut::System> inside_ = drivers::find_shipped("reference")->make();
};

TEST(JudgeRecording, KnowsWhatTheSystemPublished) {
  Publisher publisher;
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 1,
                                         {.driver = "publisher",
                                          .old = "ttc over 1 s",
                                          .now = "signal planner.confidence over 0.9",
                                          .system = &publisher});
  ASSERT_EQ(run.live.findings.size(), 1U);
  EXPECT_EQ(run.live.findings[0].validator, "signal");
  const auto judged = judge_bytes(run.bytes);
  ASSERT_TRUE(judged) << to_text(judged.diagnostics());
  EXPECT_EQ(find_difference(run, *judged), "");
}

TEST(JudgeRecording, OfHalfARunSaysWhatWasThere) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 1, {.stop_after = 200});
  const auto judged = judge_bytes(run.bytes);
  ASSERT_TRUE(judged) << to_text(judged.diagnostics());
  EXPECT_EQ(judged.diagnostics()[0].code, "M201");
  EXPECT_FALSE(judged->result.is_staged());
  EXPECT_LT(judged->result.sim_s, run.live.sim_s);
}

}  // namespace
}  // namespace backlot::replay::judge_recording_test
