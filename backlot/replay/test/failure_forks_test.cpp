// A recorded failure is driven again by the reference drivers. The forks are compared with those of the live run, which had the driver itself.
#include "backlot/replay/failure_forks.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/replay/recorded_driver.h"
#include "backlot/replay/test/recorded_runs.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::replay::failure_forks_test {
namespace {

const char* const kScene = "divided_attention.scene";

struct Shown {
  double time_s = 0;
  std::uint64_t hash = 0;
};
struct LiveForks {
  std::uint64_t seed = 0;  // 0: none failed
  harness::RunResult result;
  std::map<std::string, std::vector<Shown>> shown;  // by reference driver
};

// The first seed at which the sleepy driver touches something, with the forks of its review as they were driven live.
LiveForks find_failure() {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    LiveForks live;
    const auto scene = scene_files::load_scene(shipped_scene(kScene).string(), seed);
    EXPECT_TRUE(scene.has_value());
    const std::unique_ptr<sut::System> system = drivers::find_shipped("sleepy")->make();
    harness::RunOptions options{.seed = seed, .system = {.system = system.get(), .name = "sleepy"}};
    options.fork_watcher = [&](const std::string& driver, const record::Frame& frame) {
      live.shown[driver].push_back({frame.time.seconds(), frame.hash});
    };
    live.result = harness::run_scene(*scene, options);
    live.seed = seed;
    if (live.result.subject_was_hit && live.result.review) return live;
  }
  return {};
}

base::Result<FailureForks> forks_of(const std::string& bytes) {
  const auto recording = recording::read_recording(bytes, "run.mcap");
  EXPECT_TRUE(recording.has_value());
  const auto stage = build_stage(recording->header);
  EXPECT_TRUE(stage.has_value());
  return drive_failure_forks(bytes, "run.mcap", *recording, *stage);
}

TEST(FailureForks, AreThoseOfTheLiveRun) {
  const LiveForks live = find_failure();
  ASSERT_NE(live.seed, 0U) << "the sleepy driver never fails: the test shows nothing";
  const RecordedRun run = record_shipped(shipped_scene(kScene), live.seed, {.driver = "sleepy"});
  const auto driven = forks_of(run.bytes);
  ASSERT_TRUE(driven) << to_text(driven.diagnostics());
  EXPECT_EQ(driven->review.sentence, live.result.review->sentence);
  EXPECT_EQ(driven->review.preventable_by(), live.result.review->preventable_by());
  ASSERT_EQ(driven->forks.size(), live.result.review->forks.size());
  for (std::size_t k = 0; k < driven->forks.size(); ++k) {
    const ForkFrames& fork = driven->forks[k];
    const harness::ReferenceFork& reviewed = live.result.review->forks[k];
    SCOPED_TRACE(reviewed.driver);
    EXPECT_EQ(fork.driver, reviewed.driver);
    EXPECT_EQ(fork.avoids, reviewed.avoids);
    const std::vector<Shown>& shown = live.shown.at(reviewed.driver);
    ASSERT_EQ(fork.frames.size(), shown.size());
    ASSERT_EQ(fork.frames.size(), reviewed.trace.size());
    for (std::size_t n = 0; n < shown.size(); ++n) {
      const record::Frame& frame = *fork.frames[n];
      EXPECT_EQ(frame.hash, shown[n].hash);
      EXPECT_EQ(frame.time.seconds(), reviewed.trace[n].time_s);
      // the subject of the review is the one whose speed it traced
      bool has_speed = false;
      for (const record::FrameObject& object : frame.objects)
        has_speed = has_speed || object.speed_mps == reviewed.trace[n].speed_mps;
      EXPECT_TRUE(has_speed);
    }
    // between two frames the one before is shown, and the first one before the onset
    const double middle_s = 0.5 * (shown[10].time_s + shown[11].time_s);
    EXPECT_EQ(fork.at(middle_s)->hash, shown[10].hash);
    EXPECT_EQ(fork.at(shown[11].time_s)->hash, shown[11].hash);
    EXPECT_EQ(fork.at(0)->hash, shown.front().hash);
    EXPECT_EQ(fork.at(1e6)->hash, shown.back().hash);
  }
}

// The commands of a driver that is nowhere to be had: only the recording knows them.
TEST(FailureForks, NeedNoDriver) {
  const LiveForks live = find_failure();
  ASSERT_NE(live.seed, 0U);
  const std::unique_ptr<sut::System> system = drivers::find_shipped("sleepy")->make();
  const RecordedRun run =
      record_shipped(shipped_scene(kScene), live.seed, {.driver = "./not_there.so", .system = system.get()});
  const auto driven = forks_of(run.bytes);
  ASSERT_TRUE(driven) << to_text(driven.diagnostics());
  EXPECT_EQ(driven->review.preventable_by(), live.result.review->preventable_by());
}

TEST(FailureForks, AreRefusedWhereNothingFailed) {
  const RecordedRun run = record_shipped(shipped_scene("lead_brakes.scene"), 1, {.driver = "reference"});
  ASSERT_NE(run.live.verdict(), verdict::Verdict::fail);
  const auto driven = forks_of(run.bytes);
  ASSERT_FALSE(driven);
  EXPECT_EQ(driven.diagnostics()[0].code, "M116");
}

TEST(RecordedDriver, SaysWhereTheRecordingEnds) {
  RecordedDriver driver({sut::Command{.motion = sut::Steering{0.1, -2}}});
  sut::Command command;
  for (int run = 0; run < 2; ++run) {
    EXPECT_FALSE(driver.reset({}));
    EXPECT_FALSE(driver.step({}, command));
    EXPECT_EQ(std::get<sut::Steering>(command.motion).steering_rad, 0.1);
    EXPECT_TRUE(driver.step({}, command));
  }
}

}  // namespace
}  // namespace backlot::replay::failure_forks_test
