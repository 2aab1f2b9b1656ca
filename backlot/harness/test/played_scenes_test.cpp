// Scenes of the library: they are staged, and without their event they are not.
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::played_scenes_test {
namespace {

constexpr std::uint64_t kSeeds = 4;

class PlayedScene : public testing::TestWithParam<const char*> {};

TEST_P(PlayedScene, IsStaged) {
  const auto scene = shipped_scene(GetParam());
  std::size_t staged = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const RunResult result = run_scene(scene, {.seed = seed});
    staged += result.is_staged() ? 1U : 0U;
    EXPECT_TRUE(result.is_staged()) << "seed " << seed << ": " << result.cause.text;
    ASSERT_FALSE(result.events.empty());
    EXPECT_TRUE(result.events.front().has_happened) << seed;
    EXPECT_LE(std::abs(result.events.front().error_s.value_or(9)), 0.5) << seed;
  }
  EXPECT_EQ(staged, kSeeds);
}

TEST_P(PlayedScene, IsNotStagedWithoutItsEvent) {
  const auto scene = decoy_of(GetParam());
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    EXPECT_FALSE(run_scene(scene, {.seed = seed}).is_staged()) << seed;
}

INSTANTIATE_TEST_SUITE_P(Library, PlayedScene, testing::Values("yellow_dilemma", "oncoming_overtaker"),
                         [](const auto& param_info) { return std::string(param_info.param); });

}  // namespace
}  // namespace backlot::harness::played_scenes_test
