// The scenes of the library: staged in living traffic, and convicted where their event is taken out.
#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::library_test {
namespace {

constexpr std::uint64_t kFirst = 3001, kLast = 3005;

class Staged : public testing::TestWithParam<const char*> {};

TEST_P(Staged, InAtLeastFourOfFiveRuns) {
  const auto scene = shipped_scene(GetParam());
  int staged = 0;
  for (std::uint64_t seed = kFirst; seed <= kLast; ++seed) {
    const RunResult result = run_scene(scene, {.seed = seed});
    EXPECT_EQ(result.contacts_of_extras, 0U) << "seed " << seed;
    if (!result.is_staged()) continue;
    ++staged;
    for (const verdict::EventResult& event : result.events)
      EXPECT_LE(event.error_s.value_or(9), 0.5) << event.event << ", seed " << seed;
  }
  EXPECT_GE(staged, 4);
}

INSTANTIATE_TEST_SUITE_P(Library, Staged,
                         testing::Values("lead_brakes", "car_following", "cut_in", "cut_out",
                                         "merge_conflict", "queue_tail", "blocked_lane", "pull_out",
                                         "yellow_dilemma", "four_way_violator", "slow_leader", "stop_at_red",
                                         "oncoming_overtaker", "subject_turns_left", "priority_violator"),
                         [](const auto& one) { return std::string(one.param); });

class WithoutEvent : public testing::TestWithParam<const char*> {};

TEST_P(WithoutEvent, IsConvicted) {
  const auto scene = decoy_of(GetParam());
  for (std::uint64_t seed = kFirst; seed <= kLast; ++seed) {
    const RunResult result = run_scene(scene, {.seed = seed});
    EXPECT_FALSE(result.is_staged()) << "seed " << seed;
    EXPECT_TRUE(std::any_of(result.expectations.begin(), result.expectations.end(),
                            [](const verdict::ExpectationResult& e) { return !e.is_met; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Library, WithoutEvent,
                         testing::Values("lead_brakes", "car_following", "cut_in", "cut_out",
                                         "merge_conflict", "blocked_lane", "pull_out", "queue_tail",
                                         "yellow_dilemma", "oncoming_overtaker", "priority_violator",
                                         "subject_turns_left", "four_way_violator", "slow_leader",
                                         "stop_at_red"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace backlot::harness::library_test
