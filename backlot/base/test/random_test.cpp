#include "backlot/base/random.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/hash.h"

namespace backlot::base::random_test {
namespace {

using Counter = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

static_assert(std::is_trivially_copyable_v<RandomStream>);

// ---- Known answers ----

// The vectors that the authors of Philox published with their code.
TEST(Philox, GivesThePublishedAnswers) {
  EXPECT_EQ(philox(Counter{0, 0, 0, 0}, Key{0, 0}),
            (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox(Counter{kOnes, kOnes, kOnes, kOnes}, Key{kOnes, kOnes}),
            (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox(Counter{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, Key{0xa4093822, 0x299f31d0}),
            (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// A change of this changes every recorded run.
TEST(RandomStream, KeepsItsGoldenValue) {
  RandomStream stream(1, 2, 3);
  Hasher hasher;
  for (std::uint64_t step = 0; step < 1000; ++step) {
    stream.skip_to(step);
    hasher.add(stream.next_u64());
    hasher.add(stream.uniform());
    hasher.add(stream.uniform(-3.0, 7.0));
    hasher.add(stream.below(1000));
    hasher.add(stream.normal());
    hasher.add(stream.exponential(2.5));
  }
  EXPECT_EQ(to_hex(hasher.value()), "570fd02e3ed4362e");
}

// ---- A draw is a function of seed, object, purpose, step and number ----

TEST(RandomStream, DrawsTheSameAgainFromACopy) {
  RandomStream stream(7, 8, 9);
  stream.skip_to(100);
  static_cast<void>(stream.uniform());
  RandomStream copy = stream;
  EXPECT_EQ(copy, stream);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(copy.next_u64(), stream.next_u64());
}

TEST(RandomStream, ReachesAStepFromAnywhere) {
  RandomStream straight(7, 8, 9);
  straight.skip_to(41);
  const std::uint64_t expected = straight.next_u64();
  RandomStream wandering(7, 8, 9);
  for (int i = 0; i < 57; ++i) static_cast<void>(wandering.normal());
  wandering.skip_to(1'000'000'000'000);
  static_cast<void>(wandering.next_u64());
  wandering.skip_to(41);
  EXPECT_EQ(wandering.next_u64(), expected);
}

TEST(RandomStream, TakesOneNumberPerDraw) {
  RandomStream a(1, 1, 1);
  RandomStream b(1, 1, 1);
  static_cast<void>(a.normal());
  static_cast<void>(a.exponential(1.0));
  static_cast<void>(a.uniform());
  for (int i = 0; i < 3; ++i) static_cast<void>(b.next_u64());
  EXPECT_EQ(a, b);
}

TEST(RandomStream, DiffersForEverySeedObjectPurposeAndStep) {
  std::set<std::uint64_t> seen;
  std::size_t draws = 0;
  const auto draw = [&](std::uint64_t seed, std::uint64_t object, std::uint32_t purpose, std::uint64_t step) {
    RandomStream stream(seed, object, purpose);
    stream.skip_to(step);
    seen.insert(stream.next_u64());
    ++draws;
  };
  for (std::uint32_t i = 1; i <= 10'000; ++i) {
    draw(i, 0, 0, 0);
    draw(0, i, 0, 0);
    draw(0, std::uint64_t{i} << 32U, 0, 0);
    draw(0, 0, i, 0);
    draw(0, 0, 0, i);
  }
  EXPECT_EQ(seen.size(), draws);
}

// ---- Moments: the mean of n draws must lie within four standard deviations ----

struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};

template <class Draw>
Moments moments_of(int n, Draw draw) {
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = draw();
    sum += x;
    squares += x * x;
  }
  const double mean = sum / n;
  return {mean, squares / n - mean * mean};
}

constexpr int kDraws = 200'000;
const double kRootDraws = std::sqrt(static_cast<double>(kDraws));

TEST(RandomStream, DrawsUniformlyFromZeroToOne) {
  RandomStream stream(11, 0, 0);
  double least = 1.0;
  double most = 0.0;
  const Moments m = moments_of(kDraws, [&] {
    const double u = stream.uniform();
    least = std::fmin(least, u);
    most = std::fmax(most, u);
    return u;
  });
  EXPECT_NEAR(m.mean, 0.5, 4.0 * std::sqrt(1.0 / 12.0) / kRootDraws);
  EXPECT_NEAR(m.variance, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0) / kRootDraws);
  EXPECT_GE(least, 0.0);
  EXPECT_LT(least, 1e-4);
  EXPECT_LT(most, 1.0);
  EXPECT_GT(most, 1.0 - 1e-4);
}

TEST(RandomStream, FillsEveryBinOfTheUniformAlike) {
  RandomStream stream(12, 0, 0);
  constexpr int kBins = 100;
  std::array<int, kBins> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(stream.uniform() * kBins)];
  double chi2 = 0.0;
  const double expected = static_cast<double>(kDraws) / kBins;
  for (const int count : counts) chi2 += (count - expected) * (count - expected) / expected;
  // Chi square with 99 degrees of freedom: standard deviation sqrt(198).
  EXPECT_NEAR(chi2, kBins - 1, 4.0 * std::sqrt(2.0 * (kBins - 1)));
}

TEST(RandomStream, StaysInsideTheInterval) {
  RandomStream stream(13, 0, 0);
  const double above_one = std::nextafter(1.0, 2.0);
  for (int i = 0; i < 1000; ++i) {
    const double x = stream.uniform(-3.0, 5.0);
    EXPECT_TRUE(x >= -3.0 && x < 5.0);
    EXPECT_EQ(stream.uniform(1.0, above_one), 1.0);
    EXPECT_EQ(stream.uniform(2.0, 2.0), 2.0);
  }
}

TEST(RandomStream, DrawsEveryNumberBelowAlike) {
  RandomStream stream(14, 0, 0);
  std::array<int, 7> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[stream.below(7)];
  const double p = 1.0 / 7.0;
  for (const int count : counts) {
    EXPECT_NEAR(count, kDraws * p, 4.0 * std::sqrt(kDraws * p * (1.0 - p)));
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0U);
}

TEST(RandomStream, IsUnbiasedForLargeBounds) {
  // Of 3/4 of the range a plain remainder would give the lowest third twice as often as the rest.
  RandomStream stream(15, 0, 0);
  const std::uint64_t n = std::uint64_t{3} << 62U;
  int lowest_third = 0;
  for (int i = 0; i < kDraws; ++i) lowest_third += stream.below(n) < n / 3 ? 1 : 0;
  EXPECT_NEAR(lowest_third, kDraws / 3.0, 4.0 * std::sqrt(kDraws * 2.0 / 9.0));
}

TEST(RandomStream, DrawsNormallyWithMeanZeroAndDeviationOne) {
  RandomStream stream(16, 0, 0);
  int within_one = 0;
  int beyond_three = 0;
  double fourth = 0.0;
  const Moments m = moments_of(kDraws, [&] {
    const double x = stream.normal();
    within_one += std::fabs(x) < 1.0 ? 1 : 0;
    beyond_three += std::fabs(x) > 3.0 ? 1 : 0;
    fourth += x * x * x * x / kDraws;
    return x;
  });
  EXPECT_NEAR(m.mean, 0.0, 4.0 / kRootDraws);
  EXPECT_NEAR(m.variance, 1.0, 4.0 * std::sqrt(2.0) / kRootDraws);
  EXPECT_NEAR(fourth, 3.0, 4.0 * std::sqrt(96.0) / kRootDraws);
  EXPECT_NEAR(within_one, 0.682689492 * kDraws, 4.0 * std::sqrt(0.2166 * kDraws));
  EXPECT_NEAR(beyond_three, 0.002699796 * kDraws, 4.0 * std::sqrt(0.0027 * kDraws));
}

TEST(RandomStream, DrawsExponentiallyWithTheGivenMean) {
  RandomStream stream(17, 0, 0);
  const Moments m = moments_of(kDraws, [&] {
    const double x = stream.exponential(4.0);
    EXPECT_GE(x, 0.0);
    return x;
  });
  EXPECT_NEAR(m.mean, 4.0, 4.0 * 4.0 / kRootDraws);
  EXPECT_NEAR(m.variance, 16.0, 4.0 * 16.0 * std::sqrt(8.0) / kRootDraws);
  EXPECT_EQ(stream.exponential(0.0), 0.0);
}

// ---- Streams know nothing of each other ----

TEST(RandomStream, IsUncorrelatedWithItsNeighbours) {
  using Pair = std::pair<RandomStream, RandomStream>;
  const std::vector<Pair> pairs = {
      {RandomStream(1, 1, 1), RandomStream(2, 1, 1)},
      {RandomStream(1, 1, 1), RandomStream(1, 2, 1)},
      {RandomStream(1, 1, 1), RandomStream(1, 1, 2)},
      {RandomStream(1, 2, 1), RandomStream(2, 1, 1)},
  };
  for (Pair pair : pairs) {
    double sum = 0.0;
    for (int i = 0; i < kDraws; ++i) sum += (pair.first.uniform() - 0.5) * (pair.second.uniform() - 0.5);
    // A product of two independent draws has variance 1/144.
    EXPECT_NEAR(sum / kDraws, 0.0, 4.0 / 12.0 / kRootDraws);
  }
}

TEST(RandomStream, IsUncorrelatedFromStepToStep) {
  RandomStream stream(18, 0, 0);
  double sum = 0.0;
  double last = 0.0;
  for (std::uint64_t step = 0; step < kDraws; ++step) {
    stream.skip_to(step);
    const double u = stream.uniform() - 0.5;
    sum += u * last;
    last = u;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 4.0 / 12.0 / kRootDraws);
}

TEST(RandomStreamDeathTest, HasNothingBelowZero) {
  RandomStream stream(1, 1, 1);
  EXPECT_DEATH(static_cast<void>(stream.below(0)), "check failed");
}

}  // namespace
}  // namespace backlot::base::random_test
