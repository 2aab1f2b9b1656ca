#include "backlot/campaign/shards.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::campaign::shards_test {
namespace {

Case case_of(const std::string& scene, std::uint64_t seed, const std::string& driver = "d") {
  return {.suite = "s", .name = scene, .scene_file = scene + ".scene", .seed = seed, .driver = driver};
}

TEST(RunCosts, FallBackFromTheCaseToItsSceneToAll) {
  RunCosts costs;
  EXPECT_EQ(costs.of(case_of("a", 1)), RunCosts::kUnknown_s);
  costs.add(case_of("a", 1), 1);
  costs.add(case_of("a", 2), 3);
  costs.add(case_of("b", 1), 8);
  EXPECT_EQ(costs.of(case_of("a", 7)), 2);
  EXPECT_EQ(costs.of(case_of("b", 7, "e")), 8);  // another driver in the same scene
  EXPECT_EQ(costs.of(case_of("c", 7)), 4);
  EXPECT_TRUE(costs.knows(case_of("a", 9)));
  EXPECT_FALSE(costs.knows(case_of("a", 9, "e")));
}

TEST(Shards, KeepFamiliesTogetherAndTimesNearTheTarget) {
  std::vector<Case> cases;
  for (const char* const driver : {"d", "e"})
    for (std::uint64_t seed = 1; seed <= 30; ++seed) cases.push_back(case_of("a", seed, driver));
  RunCosts costs;
  costs.add(cases[0], 3);
  costs.add(cases[30], 3);
  std::vector<std::size_t> open(cases.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  const auto shards = make_shards(cases, open, costs, 20, 1);
  ASSERT_EQ(shards.size(), 10U);  // three pairs of 6 s each
  for (const auto& shard : shards) {
    ASSERT_EQ(shard.size(), 6U);
    for (std::size_t k = 0; k < 6; k += 2) EXPECT_EQ(cases[shard[k]].seed, cases[shard[k + 1]].seed);
  }
  EXPECT_EQ(make_shards(cases, open, costs, 20, 4).size(), 3U);    // 80 s of cores each
  EXPECT_EQ(make_shards(cases, open, costs, 4, 1).size(), 60U);    // a family is too long for any shard
  EXPECT_EQ(make_shards(cases, open, costs, 0.1, 1).size(), 60U);  // and so is a run
  EXPECT_TRUE(make_shards(cases, {}, costs, 20, 1).empty());
}

TEST(Shards, EveryOpenPositionIsInExactlyOne) {
  base::RandomStream random(31, 0, 0);
  for (int round = 0; round < 300; ++round) {
    std::vector<Case> cases;
    RunCosts costs;
    for (std::size_t k = 0; k < 1 + random.below(200); ++k) {
      cases.push_back(case_of(std::string(1, static_cast<char>('a' + random.below(5))), random.below(20)));
      if (random.below(3) == 0) costs.add(cases.back(), 0.1 + static_cast<double>(random.below(100)));
    }
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < cases.size(); ++k)
      if (random.below(4) > 0) open.push_back(k);
    const double target_s = 1 + static_cast<double>(random.below(200));
    const std::size_t cores = 1 + random.below(8);
    std::vector<std::size_t> all;
    for (const auto& shard : make_shards(cases, open, costs, target_s, cores)) {
      ASSERT_FALSE(shard.empty());
      double sum_s = 0;
      for (const std::size_t k : shard) sum_s += costs.of(cases[k]);
      if (shard.size() > 1) {
        EXPECT_LE(sum_s, target_s * static_cast<double>(cores) * (1 + 1e-9));
      }
      all.insert(all.end(), shard.begin(), shard.end());
    }
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all, open);
  }
}

}  // namespace
}  // namespace backlot::campaign::shards_test
