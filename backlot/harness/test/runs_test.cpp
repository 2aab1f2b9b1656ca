#include "backlot/harness/runs.h"

#include <atomic>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::harness::runs_test {
namespace {

constexpr auto kTwice = [](std::uint64_t seed) { return 2 * seed; };

TEST(Runs, ResultsComeInTheOrderOfSeedsForAnyNumberOfJobs) {
  for (const std::size_t jobs : {1U, 2U, 5U}) {
    std::vector<std::uint64_t> taken;
    run_all<std::uint64_t>(7, 100, jobs, kTwice, [&](std::uint64_t result) { taken.push_back(result); });
    ASSERT_EQ(taken.size(), 100U) << jobs;
    for (std::size_t k = 0; k < taken.size(); ++k) EXPECT_EQ(taken[k], 2 * (7 + k)) << jobs;
  }
}

TEST(Runs, StoppedRunsLeaveNoGap) {
  for (const std::size_t jobs : {1U, 3U}) {
    std::vector<std::uint64_t> taken;
    std::atomic<bool> is_stopped = false;
    run_all<std::uint64_t>(
        0, 100000, jobs, kTwice,
        [&](std::uint64_t result) {
          taken.push_back(result);
          if (taken.size() == 20) is_stopped = true;
        },
        [&] { return is_stopped.load(); });
    EXPECT_GE(taken.size(), 20U) << jobs;
    EXPECT_LE(taken.size(), 20U + 5 * jobs) << jobs;
    for (std::size_t k = 0; k < taken.size(); ++k) EXPECT_EQ(taken[k], 2 * k) << jobs;
  }
}

TEST(Runs, AFailureReachesTheCaller) {
  for (const std::size_t jobs : {1U, 3U}) {
    const auto fails = [](std::uint64_t seed) {
      if (seed == 13) throw std::runtime_error("thirteen");
      return seed;
    };
    EXPECT_THROW(run_all<std::uint64_t>(0, 1000, jobs, fails, [](std::uint64_t) {}), std::runtime_error)
        << jobs;
    const auto refuses = [](std::uint64_t result) {
      if (result == 26) throw std::runtime_error("twenty-six");
    };
    EXPECT_THROW(run_all<std::uint64_t>(0, 1000, jobs, kTwice, refuses), std::runtime_error) << jobs;
  }
}

TEST(Runs, DerivedSeedsDiffer) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t n = 1; n <= 3; ++n) seen.insert(derived_seed(seed, n));
  EXPECT_EQ(seen.size(), 300U);
  EXPECT_EQ(derived_seed(5, 2), derived_seed(5, 2));
}

}  // namespace
}  // namespace backlot::harness::runs_test
