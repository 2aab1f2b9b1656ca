// Scenes with people on foot: they are staged, without their event they are not, and what they show is so in the frames.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::people_scenes_test {
namespace {

constexpr std::uint64_t kFirst = 1, kLast = 5;

class PeopleScene : public testing::TestWithParam<const char*> {};

TEST_P(PeopleScene, IsStaged) {
  const auto scene = shipped_scene(GetParam());
  std::size_t staged = 0;
  std::string causes;
  for (std::uint64_t seed = kFirst; seed <= kLast; ++seed) {
    const RunResult result = run_scene(scene, {.seed = seed, .reviews_failures = false});
    EXPECT_EQ(result.contacts_of_extras, 0U) << "seed " << seed;
    staged += result.is_staged() ? 1U : 0U;
    if (!result.is_staged()) causes += std::to_string(seed) + ": " + result.cause.text + "\n";
  }
  EXPECT_GE(staged, 4U) << causes;
}

TEST_P(PeopleScene, IsNotStagedWithoutItsEvent) {
  const auto scene = decoy_of(GetParam());
  for (std::uint64_t seed = kFirst; seed <= kFirst + 1; ++seed)
    EXPECT_FALSE(run_scene(scene, {.seed = seed, .reviews_failures = false}).is_staged()) << seed;
}

INSTANTIATE_TEST_SUITE_P(Library, PeopleScene,
                         testing::Values("adult_crosses", "child_obstructed", "pedestrian_along",
                                         "turn_into_pedestrian", "hesitates_at_crosswalk", "cyclist_crosses",
                                         "cyclist_along"),
                         [](const auto& one) { return std::string(one.param); });

// By frames alone: the actor is a living person of the sidewalk that walked there before it was cast, and it crosses the lane at the asked speed.
TEST(PeopleScenes, CastALivingAdultFromTheSidewalk) {
  const auto scene = shipped_scene("adult_crosses", {{"people", "120"}});
  std::size_t living = 0;
  for (std::uint64_t seed = kFirst; seed <= kLast; ++seed) {
    double fastest_mps = 0, first_walked_s = -1, cast_s = -1;
    const auto look = [&](const Moment& moment) {
      for (const record::FrameObject& o : moment.frame.objects) {
        if (moment.frame.role_name(o.role) != "walker") continue;
        if (cast_s < 0) cast_s = moment.frame.time.seconds();
        if (first_walked_s < 0 && o.speed_mps > 0.3) first_walked_s = moment.frame.time.seconds();
        const bool is_in_lane = o.centre.y < 0 && o.centre.y > -3.25;
        if (is_in_lane) fastest_mps = std::max(fastest_mps, o.speed_mps);
      }
    };
    const RunResult result = run_scene(scene, {.seed = seed, .reviews_failures = false, .onlooker = look});
    ASSERT_FALSE(result.roles.empty());
    if (result.roles[0].is_supplied || !result.is_staged()) continue;
    ++living;
    EXPECT_LE(first_walked_s - cast_s, 0.2) << "it walks when it is cast, seed " << seed;
    EXPECT_NEAR(fastest_mps, 5 / 3.6, 0.1) << seed;
  }
  EXPECT_GE(living, 2U);
}

// The child comes from behind the parked car: while it waits the subject cannot see it.
TEST(PeopleScenes, HideTheChildUntilItRuns) {
  const auto scene = shipped_scene("child_obstructed");
  const RunResult result = run_scene(scene, {.seed = kFirst, .reviews_failures = false});
  ASSERT_TRUE(result.is_staged()) << summary(result);
  ASSERT_TRUE(result.events.front().onset_s.has_value());
  EXPECT_GT(*result.events.front().onset_s, result.events.front().time_s);
}

}  // namespace
}  // namespace backlot::harness::people_scenes_test
