#include "backlot/replay/replay.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/recording/run_recorder.h"
#include "backlot/replay/record_run.h"
#include "backlot/replay/test/recorded_runs.h"

namespace backlot::replay::replay_test {
namespace {

base::Result<std::unique_ptr<sut::System>> make_shipped(const std::string& driver) {
  if (const drivers::Shipped* shipped = drivers::find_shipped(driver)) return shipped->make();
  base::Diagnostics found;
  found.error("M114", {}, "no such driver");
  return base::Result<std::unique_ptr<sut::System>>::failure(std::move(found));
}

base::Result<ReplayResult> replayed(const std::string& bytes,
                                    const std::function<void(recording::RunHeader&)>& edit = {}) {
  auto recording = recording::read_recording(bytes, "run.mcap");
  if (!recording) return base::Result<ReplayResult>::failure(recording.diagnostics());
  if (edit) edit(recording->header);
  const auto stage = build_stage(recording->header);
  if (!stage) return base::Result<ReplayResult>::failure(stage.diagnostics());
  return replay(bytes, "run.mcap", *recording, *stage, make_shipped);
}

// The same recording with a step changed, and all checksums right.
std::string rewritten(const std::string& bytes,
                      const std::function<void(std::uint64_t, recording::Step&)>& edit) {
  const auto recording = recording::read_recording(bytes, "run.mcap");
  const auto stage = build_stage(recording->header);
  std::string changed;
  recording::RunRecorder recorder(std::make_unique<recording::MemorySink>(changed), recording->header,
                                  nullptr);
  struct Writer final : recording::StepVisitor {
    bool step(recording::Step& step) override {
      (*edit)(number++, step);
      recorder->add({scene, step.frame, step.events, step.state, step.clocks, step.subject});
      return true;
    }
    recording::RunRecorder* recorder;
    const std::function<void(std::uint64_t, recording::Step&)>* edit;
    std::shared_ptr<const scene::Scene> scene;
    std::uint64_t number = 0;
  } writer;
  writer.recorder = &recorder;
  writer.edit = &edit;
  writer.scene = stage->scene;
  EXPECT_TRUE(recording::read_steps(bytes, "run.mcap", writer).is_empty());
  EXPECT_TRUE(recorder.finish(*recording->end));
  return changed;
}

TEST(Replay, RepeatsRunsBitByBit) {
  for (const char* file :
       {"cut_in.scene", "run_red_light.scene", "divided_attention.scene", "yellow_dilemma.scene"}) {
    SCOPED_TRACE(file);
    const RecordedRun run = record_shipped(shipped_scene(file), 4);
    const auto result = replayed(run.bytes);
    ASSERT_TRUE(result) << to_text(result.diagnostics());
    EXPECT_TRUE(result->is_equal()) << result->difference->text;
    EXPECT_EQ(result->result.hash, run.live.hash);
    EXPECT_GT(result->compared_steps, 100U);
    EXPECT_EQ(result->compared_steps, result->recorded_steps);
  }
}

TEST(Replay, RepeatsADriver) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 4, {.driver = "reference"});
  const auto result = replayed(run.bytes);
  ASSERT_TRUE(result) << to_text(result.diagnostics());
  EXPECT_TRUE(result->is_equal()) << result->difference->text;
  // another driver drives otherwise
  const auto other = replayed(run.bytes, [](recording::RunHeader& header) { header.driver = "speeder"; });
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->is_equal());
  const auto none = replayed(run.bytes, [](recording::RunHeader& header) { header.driver = "./mine.so"; });
  ASSERT_FALSE(none);
  EXPECT_EQ(none.diagnostics()[0].code, "M114");
}

// Sensors with errors and losses see the same again.
TEST(Replay, RepeatsADriverWithSensors) {
  const view::Sensing sensing{.sensors = {{.name = "front",
                                           .field_rad = 1.5,
                                           .range_m = 120,
                                           .place_sigma_m = 0.3,
                                           .speed_sigma_mps = 0.2,
                                           .dropout = 0.05}}};
  const RecordedRun run =
      record_shipped(shipped_scene("cut_in.scene"), 4, {.driver = "reference", .sensing = sensing});
  const auto result = replayed(run.bytes);
  ASSERT_TRUE(result) << to_text(result.diagnostics());
  EXPECT_TRUE(result->is_equal()) << result->difference->text;
  // with the truth it drives otherwise: the sensors matter
  const auto truth = replayed(run.bytes, [](recording::RunHeader& header) {
    header.has_sensors = false;
    header.sensing.clear();
  });
  ASSERT_TRUE(truth);
  EXPECT_FALSE(truth->is_equal());
  // recordings of older versions do not hold them
  const auto older = replayed(run.bytes, [](recording::RunHeader& header) { header.sensing.clear(); });
  ASSERT_FALSE(older);
  EXPECT_EQ(older.diagnostics()[0].code, "M115");
  const auto unread =
      replayed(run.bytes, [](recording::RunHeader& header) { header.sensing = "front: range 80 apples"; });
  ASSERT_FALSE(unread);
  EXPECT_EQ(unread.diagnostics()[0].code, "M115");
}

TEST(Replay, FindsAnotherSeedAndAnotherScene) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 4);
  const auto seed = replayed(run.bytes, [](recording::RunHeader& header) { header.played_seed = 5; });
  ASSERT_TRUE(seed);
  ASSERT_FALSE(seed->is_equal());
  EXPECT_EQ(seed->difference->step, 0U);
  const auto text = replayed(run.bytes, [](recording::RunHeader& header) {
    std::string& scene = header.sources.front().text;
    const std::size_t at = scene.find("flow = 500");
    ASSERT_NE(at, std::string::npos);
    scene.replace(at, 10, "flow = 600");
  });
  ASSERT_TRUE(text);
  EXPECT_FALSE(text->is_equal());
}

TEST(Replay, FindsTheOneStepThatWasChanged) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 4);
  EXPECT_TRUE(replayed(rewritten(run.bytes, [](std::uint64_t, recording::Step&) {}))->is_equal());
  // the last bit of one number, its hash untouched
  const auto nudged = replayed(rewritten(run.bytes, [](std::uint64_t number, recording::Step& step) {
    if (number == 321)
      step.frame.objects.at(2).centre.x = std::nextafter(step.frame.objects.at(2).centre.x, 1e9);
  }));
  ASSERT_TRUE(nudged);
  ASSERT_FALSE(nudged->is_equal());
  EXPECT_EQ(nudged->difference->step, 321U);
  EXPECT_NE(nudged->difference->text.find("x_m"), std::string::npos) << nudged->difference->text;
  const auto dropped = replayed(rewritten(run.bytes, [](std::uint64_t, recording::Step& step) {
    if (!step.events.empty()) step.events.pop_back();
  }));
  ASSERT_TRUE(dropped);
  ASSERT_FALSE(dropped->is_equal());
  EXPECT_NE(dropped->difference->text.find("events"), std::string::npos) << dropped->difference->text;
}

TEST(Replay, ComparesWhatHalfARecordingHolds) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 4, {.stop_after = 200});
  const auto result = replayed(run.bytes);
  ASSERT_TRUE(result) << to_text(result.diagnostics());
  EXPECT_TRUE(result->is_equal());
  EXPECT_GE(result->compared_steps, 179U);
  EXPECT_LE(result->compared_steps, 200U);
}

TEST(Replay, ReadsNoFileOfTheDisk) {
  const RecordedRun run = record_shipped(shipped_scene("cut_in.scene"), 4);
  auto recording = recording::read_recording(run.bytes, "run.mcap");
  ASSERT_TRUE(recording);
  ASSERT_GE(recording->header.sources.size(), 2U);
  // the network is on the disk, and not in the header any more
  recording->header.sources.resize(1);
  const auto stage = build_stage(recording->header);
  EXPECT_FALSE(stage);
}

}  // namespace
}  // namespace backlot::replay::replay_test
