#include "backlot/harness/latest_frame.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::latest_frame_test {
namespace {

TEST(LatestFrame, IsThatOfTheRunAsItStands) {
  const test::SmallStage stage;
  sim::Simulation run(stage.build(stage.describe(test::kSmallScene))->roads(), {.seed = 3});
  run.insert_spread(5);
  LatestFrame latest(run);
  record::Frame before;
  for (int k = 0; k < 20; ++k) {
    run.step(kRunStep);
    latest.forget_into(before);
    EXPECT_EQ(latest.time(), run.tick().time);
    record::Frame expected;
    run.frame(expected, {.has_signals = true});
    const record::Frame& found = latest.get();
    EXPECT_EQ(found.time, expected.time);
    EXPECT_EQ(found.hash, expected.hash);
    EXPECT_EQ(found.signals, expected.signals);
    ASSERT_EQ(found.objects.size(), expected.objects.size());
    for (std::size_t n = 0; n < found.objects.size(); ++n)
      EXPECT_EQ(found.objects[n].centre, expected.objects[n].centre);
    EXPECT_EQ(&latest.get(), &found) << "it is made once";
    if (k > 0) {
      EXPECT_EQ(before.tick + 1, found.tick) << "the one that was made last";
    }
  }
}

// All that a result says of what was seen.
std::string seen_in(const RunResult& result) {
  std::string text = fmt::format("{:016x} {} {}\n", result.hash, result.sim_s, result.cause.text);
  for (const verdict::ExpectationResult& e : result.expectations)
    text += fmt::format("{} {} {} {}\n", e.text, e.is_met, e.time_s, e.value.value_or(-1));
  for (const verdict::EventResult& e : result.events)
    text += fmt::format("{} {} {}\n", e.event, e.onset_s.value_or(-1), e.time_s);
  for (const verdict::CoveredValue& value : result.covered)
    text += fmt::format("{} {}\n", value.text, value.value.value_or(-1));
  for (const verdict::Finding& f : result.findings)
    text += fmt::format("{} {} {} {} {}\n", f.rule, f.time_s, f.until_s, f.value, f.message);
  return text;
}

// In steps of 10 ms most frames are made only for an onlooker.
TEST(LatestFrame, WhetherItIsMadeInEachStepChangesNothing) {
  for (const char* name : {"cut_in", "run_red_light"}) {
    const std::shared_ptr<const scene::Scene> scene = shipped_scene(name);
    for (const char* driver : {"reference", "tailgater"}) {
      const auto system = drivers::find_shipped(driver)->make();
      RunOptions options{.seed = 5, .system = {.system = system.get(), .name = driver}};
      options.step = base::Duration::from_milliseconds(10);
      const std::string unseen = seen_in(run_scene(scene, options));
      std::size_t frames = 0;
      options.onlooker = [&](const Moment&) { ++frames; };
      EXPECT_EQ(seen_in(run_scene(scene, options)), unseen) << name << ", " << driver;
      EXPECT_GT(frames, 1000U);
    }
  }
}

}  // namespace
}  // namespace backlot::harness::latest_frame_test
