#include "backlot/recording/recording_index.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/recording/run_recorder.h"

namespace backlot::recording::recording_index_test {
namespace {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::string read(std::uint64_t offset, std::uint64_t count) override {
    return offset < bytes_.size() ? bytes_.substr(offset, count) : std::string();
  }

 private:
  std::string bytes_;
};

// Vehicles that go round in circles, each in its own.
record::Frame frame_at(int tick, double step_s, std::uint32_t vehicles) {
  record::Frame frame;
  frame.tick = static_cast<std::uint64_t>(tick);
  frame.time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * step_s * tick));
  frame.hash = 1000003ULL * frame.tick + 17;
  for (std::uint32_t k = 0; k < vehicles; ++k) {
    record::FrameObject object;
    object.id = world::ObjectId(k, k);
    const base::SinCos turn = base::sin_cos(0.01 * tick + k);
    object.centre = {30.0 * k + 20 * turn.cos, 20 * turn.sin, 0};
    object.heading_x = -turn.sin;
    object.heading_y = turn.cos;
    object.speed_mps = 4 + turn.sin;
    frame.objects.push_back(object);
    frame.by_place.push_back(k);
  }
  return frame;
}

std::string recorded(int steps, double step_s, std::uint32_t vehicles) {
  std::string bytes;
  RunHeader header;
  header.scene = "circles";
  header.sources = {{"circles.scene", "scene circles"}};
  RunRecorder recorder(std::make_unique<MemorySink>(bytes), header, nullptr);
  const scene::PlayState play;
  const traffic::SignalClocks clocks;
  for (int k = 0; k < steps; ++k) {
    const record::Frame frame = frame_at(k, step_s, vehicles);
    recorder.add({nullptr, frame, {}, play, clocks, world::ObjectId(0, 0)});
  }
  EXPECT_TRUE(recorder.finish({.hash = 7, .verdict = "pass"}));
  return bytes;
}

struct Collector final : StepVisitor {
  bool step(Step& step) override {
    times_s.push_back(step.frame.time.seconds());
    hashes.push_back(step.frame.hash);
    x.push_back(step.frame.objects.front().centre.x);
    return true;
  }
  std::vector<double> times_s, x;
  std::vector<std::uint64_t> hashes;
};

TEST(RecordingIndex, EveryPartByItselfGivesTheStepsOfTheWholeFile) {
  const std::string bytes = recorded(200, 0.05, 5);
  Collector whole;
  ASSERT_FALSE(read_steps(bytes, "run.mcap", whole).has_errors());
  auto index = RecordingIndex::open(std::make_unique<TextSource>(bytes), "run.mcap");
  ASSERT_TRUE(index.has_value()) << to_text(index.diagnostics());
  EXPECT_EQ(index->recording().header.scene, "circles");
  ASSERT_TRUE(index->recording().end.has_value());
  EXPECT_EQ(index->recording().end->verdict, "pass");
  Collector parts;
  for (std::size_t k = 0; k < index->parts(); ++k) EXPECT_FALSE(index->read_part(k, parts).has_errors());
  EXPECT_EQ(parts.hashes, whole.hashes);
  EXPECT_EQ(parts.x, whole.x);
  // and the last one without those before it
  Collector last;
  EXPECT_FALSE(index->read_part(index->part_at(1e9), last).has_errors());
  EXPECT_EQ(last.hashes.back(), whole.hashes.back());
}

TEST(RecordingIndex, APartHoldsTheTimesThatItIsAskedFor) {
  auto index = RecordingIndex::open(std::make_unique<TextSource>(recorded(200, 0.05, 2)), "run.mcap");
  ASSERT_TRUE(index.has_value());
  for (const double time_s : {0.0, 0.5, 3.3, 7.95, 9.95}) {
    Collector part;
    ASSERT_FALSE(index->read_part(index->part_at(time_s), part).has_errors());
    ASSERT_FALSE(part.times_s.empty());
    EXPECT_LE(part.times_s.front(), time_s + 1e-9);
    EXPECT_GE(part.times_s.back() + 0.05, time_s);
  }
  EXPECT_EQ(index->part_at(-5), 0U);
}

// The bounds of the contract.
TEST(RecordingIndex, AnHourIsOpenedByLessThan5PercentOfTheFileAndAMomentByLessThan2Megabytes) {
  const std::string bytes = recorded(36'000, 0.1, 40);
  auto index = RecordingIndex::open(std::make_unique<TextSource>(bytes), "run.mcap");
  ASSERT_TRUE(index.has_value());
  EXPECT_GT(index->last_s(), 3599);
  EXPECT_LT(static_cast<double>(index->bytes_read()), 0.05 * static_cast<double>(bytes.size()));
  RecordProperty("opened_percent", std::to_string(100.0 * static_cast<double>(index->bytes_read()) /
                                                  static_cast<double>(bytes.size())));
  const std::uint64_t before = index->bytes_read();
  Collector part;
  ASSERT_FALSE(index->read_part(index->part_at(1800), part).has_errors());
  EXPECT_LT(index->bytes_read() - before, 2'000'000U);
}

TEST(RecordingIndex, AFileWithoutItsEndIsReadUpToItsLastWholeChunk) {
  const std::string bytes = recorded(200, 0.05, 5);
  auto index =
      RecordingIndex::open(std::make_unique<TextSource>(bytes.substr(0, 2 * bytes.size() / 3)), "run.mcap");
  ASSERT_TRUE(index.has_value()) << to_text(index.diagnostics());
  EXPECT_EQ(index.diagnostics().begin()->code, "M201");
  EXPECT_FALSE(index->recording().is_whole);
  Collector parts;
  for (std::size_t k = 0; k < index->parts(); ++k) EXPECT_FALSE(index->read_part(k, parts).has_errors());
  EXPECT_GT(parts.hashes.size(), 20U);
  EXPECT_LT(parts.hashes.size(), 200U);
}

TEST(RecordingIndex, DamagedFilesAreRefusedOrHaveFaults) {
  EXPECT_FALSE(RecordingIndex::open(std::make_unique<TextSource>(""), "x").has_value());
  EXPECT_FALSE(RecordingIndex::open(
                   std::make_unique<TextSource>("no recording at all, but long enough to look like one"), "x")
                   .has_value());
  const std::string bytes = recorded(100, 0.05, 3);
  for (std::size_t at = 0; at < bytes.size(); at += 131) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
    auto index = RecordingIndex::open(std::make_unique<TextSource>(damaged), "x");
    if (!index) continue;
    Collector parts;  // it says what is wrong, or reads what is there; it never crashes
    for (std::size_t k = 0; k < index->parts(); ++k) (void)index->read_part(k, parts);
  }
}

}  // namespace
}  // namespace backlot::recording::recording_index_test
