// Frames of any content, recorded and read: equal bit by bit. The comparison here is written out by hand.
#include "backlot/recording/run_recorder.h"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/recording/digest.h"
#include "backlot/recording/mcap_writer.h"
#include "backlot/recording/recording_reader.h"

namespace backlot::recording::run_recorder_test {
namespace {

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

bool same(const record::FrameObject& a, const record::FrameObject& b) {
  return a.id == b.id && a.kind == b.kind && a.behaviour == b.behaviour && a.role == b.role &&
         a.brakes == b.brakes && a.indicates_left == b.indicates_left &&
         a.indicates_right == b.indicates_right && a.signal == b.signal && same(a.centre.x, b.centre.x) &&
         same(a.centre.y, b.centre.y) && same(a.centre.z, b.centre.z) && same(a.heading_x, b.heading_x) &&
         same(a.heading_y, b.heading_y) && same(a.length_m, b.length_m) && same(a.width_m, b.width_m) &&
         same(a.height_m, b.height_m) && same(a.speed_mps, b.speed_mps) && same(a.accel_mps2, b.accel_mps2) &&
         a.strip == b.strip && a.lane == b.lane && a.corridor == b.corridor && same(a.distance, b.distance) &&
         same(a.offset, b.offset);
}

bool same(const record::Frame& a, const record::Frame& b) {
  if (a.tick != b.tick || a.time != b.time || a.hash != b.hash || a.events_hash != b.events_hash ||
      a.by_place != b.by_place || a.role_names != b.role_names || a.signals != b.signals ||
      a.objects.size() != b.objects.size())
    return false;
  for (std::size_t k = 0; k < a.objects.size(); ++k)
    if (!same(a.objects[k], b.objects[k])) return false;
  return true;
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed, 0, 7) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.next_u64() % n); }
  bool likely(double share) { return random_.uniform() < share; }
  // Any number that a computer has, but for NaN.
  double any() {
    switch (below(6)) {
      case 0:
        return -0.0;
      case 1:
        return 0.0;
      case 2:
        return std::numeric_limits<double>::denorm_min();
      case 3:
        return -std::numeric_limits<double>::max();
      default:
        return random_.uniform(-1e4, 1e4);
    }
  }
  template <class Id>
  Id id() {
    return likely(0.2) ? Id() : Id(below(1000));
  }

 private:
  base::RandomStream random_;
};

record::FrameObject any_object(std::uint32_t slot, Chance& chance) {
  record::FrameObject o;
  o.id = world::ObjectId(slot, chance.below(100000));
  o.kind = static_cast<world::ObjectKind>(chance.below(world::kVehicleKinds));
  o.behaviour = static_cast<record::Behaviour>(chance.below(record::kBehaviours));
  o.role = chance.id<record::RoleId>();
  o.brakes = chance.likely(0.5);
  o.indicates_left = chance.likely(0.5);
  o.indicates_right = chance.likely(0.5);
  o.signal = static_cast<network::Aspect>(chance.below(8));
  o.centre = {chance.any(), chance.any(), chance.any()};
  o.heading_x = chance.any();
  o.heading_y = chance.any();
  o.length_m = static_cast<float>(chance.below(100)) * 0.1F;
  o.width_m = -0.0F;
  o.height_m = 1.5F;
  o.speed_mps = chance.any();
  o.accel_mps2 = chance.any();
  o.strip = chance.id<network::StripId>();
  o.lane = chance.id<network::LaneId>();
  o.corridor = chance.id<network::CorridorId>();
  o.distance = chance.any();
  o.offset = chance.any();
  return o;
}

// The next frame: some objects move, some come and go, sometimes none is there.
void change(record::Frame& frame, Chance& chance) {
  ++frame.tick;
  frame.time += base::Duration::from_milliseconds(50);
  frame.hash = frame.hash * 6364136223846793005U + 1;
  frame.events_hash ^= frame.hash;
  if (chance.likely(0.03)) frame.objects.clear();
  if (chance.likely(0.3)) frame.objects.push_back(any_object(static_cast<std::uint32_t>(frame.tick), chance));
  if (chance.likely(0.1) && !frame.objects.empty()) frame.objects.erase(frame.objects.begin());
  for (record::FrameObject& o : frame.objects) {
    if (chance.likely(0.5)) continue;
    if (chance.likely(0.3))
      o.speed_mps = chance.any();
    else
      o = any_object(o.id.slot(), chance);
  }
  frame.by_place.clear();
  for (std::uint32_t k = 0; k < frame.objects.size(); ++k)
    frame.by_place.push_back(static_cast<std::uint32_t>(frame.objects.size()) - 1 - k);
  if (chance.likely(0.05)) frame.role_names.push_back("role " + std::to_string(frame.tick));
  if (chance.likely(0.05)) frame.role_names.clear();
  if (chance.likely(0.1))
    frame.signals.assign(chance.below(4), static_cast<network::Aspect>(chance.below(8)));
}

struct Driven {
  record::Frame frame;
  std::vector<record::Event> events;
  scene::PlayState state;
};

std::vector<Driven> drive(std::size_t steps, std::uint64_t seed) {
  Chance chance(seed);
  std::vector<Driven> driven;
  Driven now;
  now.state.beats.resize(2);
  now.state.roles.resize(1);
  for (std::size_t k = 0; k < steps; ++k) {
    change(now.frame, chance);
    now.events.assign(chance.likely(0.2) ? chance.below(4) : 0, {});
    for (record::Event& event : now.events) {
      event.time = now.frame.time;
      event.kind = static_cast<record::EventKind>(chance.below(record::kEventKinds));
      event.object = world::ObjectId(chance.below(9), chance.below(9));
      event.from = chance.id<network::LaneId>();
      event.relative_speed_mps = -0.0F;
      event.directive = ~0ULL;
      event.reason = 255;
    }
    now.state.beats[0].began_s = chance.any();
    if (chance.likely(0.1)) now.state.notes.push_back({chance.any(), "a note"});
    now.state.roles[0].looks += chance.below(3);
    driven.push_back(now);
  }
  return driven;
}

RunHeader some_header() {
  RunHeader header;
  header.version = "backlot test";
  header.scene = "nothing";
  header.sources = {{"a.scene", "scene nothing\n"}, {"b.way", std::string(200'000, 'x')}};
  header.network_hash = 0x8000000000000001U;
  header.given = {{"lead", "1.5 s"}, {"flow", "3 per hour"}, {"a", ""}};
  header.seed = ~0ULL;
  header.played_seed = 12;
  header.subject = "fast.csv";
  header.subject_files = {{"fast.csv", "time_s,speed_mps\n"}};
  header.not_staged = "retry:3";
  header.has_supply = false;
  header.signals = {{"go", 0.1}, {"go", 40}};
  header.lost_share = 0.1;
  header.latency = base::Duration::from_milliseconds(7);
  return header;
}

// A recording needs the scene for the names of beats and roles alone: without one there are none.
std::string record(const std::vector<Driven>& driven, bool is_finished, const RecorderOptions& options = {}) {
  static const std::shared_ptr<const scene::Scene> kNoScene;
  std::string bytes;
  RunRecorder recorder(std::make_unique<MemorySink>(bytes), some_header(), nullptr, options);
  const traffic::SignalClocks clocks;
  for (const Driven& one : driven)
    recorder.add({kNoScene, one.frame, one.events, one.state, clocks, world::ObjectId(3, 4)});
  verdict::Ghost ghost;
  ghost.add(1.5, -0.0);
  ghost.add(2.5, 10);
  recorder.add_ghost(1, ghost);
  if (is_finished) {
    EXPECT_TRUE(
        recorder.finish({.hash = 77, .sim_s = 0.1, .verdict = "pass", .style = "calm", .result_json = "{}"}));
  }
  return bytes;
}

struct Steps final : StepVisitor {
  bool step(Step& step) override {
    steps.push_back(step);
    return true;
  }
  bool ghost(std::uint32_t beat, verdict::Ghost ghost) override {
    EXPECT_EQ(beat, 1U);
    ghosts += ghost.places().size();
    return true;
  }
  std::vector<Step> steps;
  std::size_t ghosts = 0;
};

TEST(RunRecorder, FramesAndEventsAreReadBitByBit) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::vector<Driven> driven = drive(400, seed);
    const std::string bytes = record(driven, true);
    Steps read;
    const base::Diagnostics found = read_steps(bytes, "run.mcap", read);
    ASSERT_TRUE(found.is_empty()) << to_text(found);
    ASSERT_EQ(read.steps.size(), driven.size());
    EXPECT_EQ(read.ghosts, 2U);
    for (std::size_t k = 0; k < driven.size(); ++k) {
      ASSERT_TRUE(same(driven[k].frame, read.steps[k].frame))
          << k << ": " << find_difference(driven[k].frame, read.steps[k].frame);
      ASSERT_EQ(driven[k].events, read.steps[k].events) << k;
      ASSERT_TRUE(same(driven[k].state.beats[0].began_s, read.steps[k].state.beats[0].began_s)) << k;
      ASSERT_EQ(driven[k].state.notes.size(), read.steps[k].state.notes.size()) << k;
      ASSERT_EQ(driven[k].state.roles[0].looks, read.steps[k].state.roles[0].looks) << k;
      ASSERT_EQ(read.steps[k].subject, world::ObjectId(3, 4));
    }
  }
}

TEST(RunRecorder, HeaderAndEndAreReadAsTheyWere) {
  const std::string bytes = record(drive(3, 1), true);
  const base::Result<Recording> recording = read_recording(bytes, "run.mcap");
  ASSERT_TRUE(recording) << to_text(recording.diagnostics());
  EXPECT_EQ(recording->header, some_header());
  EXPECT_TRUE(recording->is_whole);
  ASSERT_TRUE(recording->end);
  EXPECT_EQ(recording->end->hash, 77U);
  EXPECT_EQ(recording->end->sim_s, 0.1);
  EXPECT_EQ(recording->end->verdict, "pass");
  EXPECT_EQ(recording->end->result_json, "{}");
}

TEST(RunRecorder, EqualRunsHaveEqualFiles) {
  const std::vector<Driven> driven = drive(100, 5);
  EXPECT_EQ(record(driven, true), record(driven, true));
}

TEST(RunRecorder, ARunThatEndedEarlyKeepsAllButTheLastSecond) {
  const std::vector<Driven> driven = drive(110, 4);  // 5.5 s
  const std::string bytes = record(driven, false);
  const base::Result<Recording> recording = read_recording(bytes, "half.mcap");
  ASSERT_TRUE(recording);
  EXPECT_FALSE(recording->is_whole);
  EXPECT_FALSE(recording->end);
  EXPECT_EQ(recording.diagnostics()[0].code, "M201");
  Steps read;
  const base::Diagnostics found = read_steps(bytes, "half.mcap", read);
  EXPECT_FALSE(found.has_errors());
  EXPECT_GE(read.steps.size(), driven.size() - 21);
  for (std::size_t k = 0; k < read.steps.size(); ++k)
    ASSERT_TRUE(same(driven[k].frame, read.steps[k].frame)) << k;
}

TEST(RunRecorder, ARecordingThatIsCutAnywhereIsReadOrExplained) {
  const std::vector<Driven> driven = drive(60, 6);
  const std::string whole = record(driven, true);
  for (std::size_t cut = 0; cut < whole.size(); cut += 1 + cut / 400) {
    Steps read;
    const base::Diagnostics found = read_steps(std::string_view(whole).substr(0, cut), "cut.mcap", read);
    ASSERT_FALSE(found.is_empty()) << cut;
    ASSERT_LE(read.steps.size(), driven.size());
    const base::Result<Recording> recording =
        read_recording(std::string_view(whole).substr(0, cut), "cut.mcap");
    ASSERT_FALSE(recording.diagnostics().is_empty()) << cut;
  }
}

TEST(RunRecorder, AChangedByteIsFound) {
  const std::string whole = record(drive(30, 7), true);
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 1500) {
    std::string changed = whole;
    changed[at] = static_cast<char>(~changed[at]);
    Steps read;
    ASSERT_FALSE(read_steps(changed, "changed.mcap", read).is_empty()) << at;
  }
}

TEST(RunRecorder, OtherMcapFilesAreNoRecordings) {
  std::string bytes;
  MemorySink sink(bytes);
  McapWriter writer(sink, "", "");
  ASSERT_TRUE(writer.close());
  const base::Result<Recording> recording = read_recording(bytes, "other.mcap");
  ASSERT_FALSE(recording);
  EXPECT_EQ(recording.diagnostics()[0].code, "M109");
}

}  // namespace
}  // namespace backlot::recording::run_recorder_test
