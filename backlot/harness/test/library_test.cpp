// The scenes of the library along the subject's own road: staged in living traffic, and convicted where their event is taken out.
#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/scene_files.h"

namespace backlot::harness {
namespace {

constexpr std::uint64_t kSeed = 3;

class Library : public testing::TestWithParam<const char*> {};

TEST_P(Library, IsStagedInTime) {
  const LoadedScene loaded(GetParam());
  ASSERT_NE(loaded.scene(), nullptr);
  const RunResult result = run_scene(loaded.scene(), {.seed = kSeed});
  EXPECT_TRUE(result.is_staged()) << result.cause.text;
  ASSERT_FALSE(result.events.empty());
  for (const verdict::EventResult& event : result.events) {
    ASSERT_TRUE(event.error_s) << event.event;
    EXPECT_LE(*event.error_s, 0.5) << event.event;
  }
  EXPECT_EQ(result.contacts_of_extras, 0U);
}

TEST_P(Library, IsNotStagedWithoutItsEvent) {
  const LoadedScene loaded(GetParam(), {{"decoy", "yes"}});
  ASSERT_NE(loaded.scene(), nullptr);
  const RunResult result = run_scene(loaded.scene(), {.seed = kSeed});
  EXPECT_FALSE(result.is_staged());
  EXPECT_TRUE(std::any_of(result.expectations.begin(), result.expectations.end(),
                          [](const verdict::ExpectationResult& e) { return !e.is_met; }));
}

INSTANTIATE_TEST_SUITE_P(AlongTheRoad, Library,
                         testing::Values("lead_brakes", "car_following", "cut_in", "blocked_lane", "pull_out",
                                         "queue_tail", "cut_out", "merge_conflict"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace backlot::harness
