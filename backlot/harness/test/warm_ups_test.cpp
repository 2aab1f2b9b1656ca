// A run that goes on from traffic which was warmed up for another one is the same run, to the last bit.
#include "backlot/harness/warm_ups.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::warm_ups_test {
namespace {

using Given = std::vector<scene_text::GivenParameter>;

// One of several runs that begin alike, or not.
struct Variation {
  std::string driver{};  // empty: a model subject
  Given given{};
  std::uint64_t seed = 3;
};

std::string whole(const RunResult& result) {
  std::string text =
      fmt::format("{} {:x} {} {}", summary(result), result.hash, result.subject_start_s, result.sim_s);
  for (const RoleResult& role : result.roles)
    text += fmt::format("; {} {} {} {} {}", role.role, role.actor.value_or(0), role.since_s, role.entry.way,
                        role.entry.order);
  for (const verdict::EventResult& event : result.events)
    text += fmt::format("; {} {} {}", event.event, event.time_s, event.error_s.value_or(-99));
  for (const verdict::Finding& finding : result.findings)
    text += fmt::format("; {} {} {}", finding.rule, finding.time_s, finding.margin);
  return text;
}

std::string play(const std::shared_ptr<const scene::Scene>& scene, const Variation& one, WarmUps* warm_ups) {
  RunOptions options{.seed = one.seed, .warm_ups = warm_ups};
  const std::unique_ptr<sut::System> driver =
      one.driver.empty() ? nullptr : drivers::find_shipped(one.driver)->make();
  options.system.system = driver.get();
  options.system.name = one.driver;
  return whole(run_scene(scene, options));
}

TEST(WarmUps, ARunFromKeptTrafficIsTheSameRun) {
  // drivers, rules and parameters of the script change nothing before the start; the flow does
  const std::vector<Variation> variations = {{"reference"},
                                             {"sleepy"},
                                             {""},
                                             {"reference", {{"decel", "3 m/s2"}}},
                                             {"reference", {{"judge", "never contact"}}},
                                             {"reference", {{"flow", "400 per hour"}}},
                                             {"sleepy", {{"flow", "400 per hour"}}},
                                             {"reference", {}, 4},
                                             {"sleepy", {}, 3}};
  WarmUps warm_ups;
  for (const Variation& one : variations) {
    const auto scene = shipped_scene("lead_brakes", one.given, one.seed);
    EXPECT_EQ(play(scene, one, &warm_ups), play(scene, one, nullptr)) << one.driver;
  }
  EXPECT_EQ(warm_ups.misses(),
            3U);  // the first run, the first with another flow, the first with another seed
  EXPECT_EQ(warm_ups.hits(), 6U);
}

// Vehicles keep the order in which they entered, props stay where they are.
TEST(WarmUps, HoldForTheSmallScene) {
  const test::SmallStage stage;
  const auto scene = stage.build(stage.describe(test::kSmallScene));
  const auto denser = stage.build(stage.describe(test::kSmallScene, {{"side_flow", "300 per hour"}}));
  WarmUps warm_ups;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const auto& one : {scene, denser, scene})
      EXPECT_EQ(play(one, {"reference", {}, seed}, &warm_ups), play(one, {"reference", {}, seed}, nullptr))
          << seed;
  EXPECT_EQ(warm_ups.hits(), 5U);
  EXPECT_EQ(warm_ups.misses(), 10U);
}

TEST(WarmUps, ForgetTheOldest) {
  const test::SmallStage stage;
  const auto scene = stage.build(stage.describe(test::kSmallScene));
  WarmUps warm_ups(2);
  for (const std::uint64_t seed : {1U, 2U, 1U, 3U, 1U, 2U}) play(scene, {"reference", {}, seed}, &warm_ups);
  EXPECT_EQ(warm_ups.hits(), 2U);  // the first seed, twice; the second one was forgotten when the third came
}

}  // namespace
}  // namespace backlot::harness::warm_ups_test
