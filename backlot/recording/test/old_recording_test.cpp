// A recording from before there were forecasts, in which every frame holds its values: it is still read, bit by bit.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "backlot/recording/digest.h"
#include "backlot/recording/recording_reader.h"

namespace backlot::recording::old_recording_test {
namespace {

// Three objects that come, drive, stop and go; each number is simple arithmetic.
record::Frame frame_at(std::uint64_t step) {
  record::Frame frame;
  frame.tick = step;
  frame.time = base::SimTime{} + base::Duration::from_milliseconds(50 * static_cast<std::int64_t>(step));
  frame.hash = 1000 + step;
  frame.events_hash = 7;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (k == 1 && step < 5) continue;
    record::FrameObject o;
    o.id = world::ObjectId(k, 10 + k);
    o.speed_mps = k == 2 ? 0 : 8 + 0.1 * static_cast<double>(step);
    o.accel_mps2 = k == 2 ? 0 : 2;
    o.centre = {5.0 * k + 0.4 * static_cast<double>(k == 2 ? 0 : step), 0.25 * k, 0};
    o.heading_x = 0.8;
    o.heading_y = -0.6;
    o.length_m = 4.5F;
    o.width_m = 1.8F;
    o.height_m = 1.5F;
    o.strip = network::StripId(step < 20 ? 0 : 1);
    o.lane = network::LaneId(0);
    o.distance = o.centre.x;
    o.offset = -1.75;
    o.brakes = step % 7 == 0;
    frame.by_place.push_back(static_cast<std::uint32_t>(frame.objects.size()));
    frame.objects.push_back(o);
  }
  return frame;
}

class Comparison final : public StepVisitor {
 public:
  bool step(Step& step) override {
    EXPECT_EQ(find_difference(step.frame, frame_at(steps_)), "") << "step " << steps_;
    ++steps_;
    return true;
  }
  std::uint64_t steps() const { return steps_; }

 private:
  std::uint64_t steps_ = 0;
};

TEST(OldRecording, IsStillRead) {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "old" / "plain_columns.mcap";
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto recording = read_recording(bytes, "old.mcap");
  ASSERT_TRUE(recording) << to_text(recording.diagnostics());
  EXPECT_EQ(recording->header.version, "of 2026-11-17");
  EXPECT_TRUE(recording->is_whole);
  Comparison comparison;
  EXPECT_EQ(to_text(read_steps(bytes, "old.mcap", comparison)), "");
  EXPECT_EQ(comparison.steps(), 45U);
}

}  // namespace
}  // namespace backlot::recording::old_recording_test
