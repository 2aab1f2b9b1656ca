// A scene without its critical beat meets its expectations in no run, and with it in most: the judge can convict.
#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::decoy_test {
namespace {

constexpr std::uint64_t kFirstSeed = 21, kSeeds = 10;

bool meets_all(const RunResult& result) {
  return std::all_of(result.expectations.begin(), result.expectations.end(),
                     [](const verdict::ExpectationResult& one) { return one.is_met; });
}

std::size_t count_met(const std::shared_ptr<const scene::Scene>& scene) {
  std::size_t met = 0;
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kSeeds; ++seed) {
    const RunResult result = run_scene(scene, {.seed = seed});
    EXPECT_FALSE(result.expectations.empty());
    EXPECT_TRUE(meets_all(result) || !result.is_staged()) << summary(result);
    if (meets_all(result))
      ++met;
    else
      std::cout << summary(result) << '\n';
  }
  return met;
}

TEST(Decoy, OfRunRedLightMeetsNoExpectations) { EXPECT_EQ(count_met(decoy_of(kRunRedLight)), 0U); }
TEST(Decoy, OfDividedAttentionMeetsNoExpectations) { EXPECT_EQ(count_met(decoy_of(kDividedAttention)), 0U); }

TEST(Decoy, IsDistinguishedFromRunRedLight) { EXPECT_GE(count_met(shipped_scene(kRunRedLight)), 8U); }
TEST(Decoy, IsDistinguishedFromDividedAttention) {
  EXPECT_GE(count_met(shipped_scene(kDividedAttention)), 8U);
}

}  // namespace
}  // namespace backlot::harness::decoy_test
