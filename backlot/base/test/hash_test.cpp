#include "backlot/base/hash.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace backlot::base::hash_test {
namespace {

template <class... Values>
std::uint64_t hash_of(Values... values) {
  Hasher hasher;
  (hasher.add(values), ...);
  return hasher.value();
}

template <class T>
concept CanBeAdded = requires(Hasher& hasher, T value) {
  hasher.add(value);
};

struct Padded {
  char small;
  double large;
};
static_assert(CanBeAdded<double> && CanBeAdded<const char*> && CanBeAdded<std::string_view>);
static_assert(!CanBeAdded<float> && !CanBeAdded<char> && !CanBeAdded<Padded> && !CanBeAdded<int*>);

// A change of these changes the hash of every recorded run.
TEST(Hasher, KeepsItsGoldenValues) {
  EXPECT_EQ(to_hex(hash_of()), "994ff06e8fae7011");
  EXPECT_EQ(to_hex(hash_of(std::uint64_t{0})), "535f0712e35f4142");
  EXPECT_EQ(to_hex(hash_of(std::uint64_t{1})), "49f153df0b2b2c34");
  EXPECT_EQ(to_hex(hash_of(1.0)), "e49aff0e9155d47f");
  EXPECT_EQ(to_hex(hash_of(-0.0)), "7f75d04a4a07ab6e");
  EXPECT_EQ(to_hex(hash_of("backlot")), "fb6d4b39c09122bb");
  EXPECT_EQ(to_hex(hash_of(true, -7, 3.25, "a longer text than eight bytes", std::uint32_t{9})),
            "02f2808d87ecf4cb");
}

TEST(Hasher, CountsIntegersByValue) {
  EXPECT_EQ(hash_of(std::uint32_t{5}), hash_of(std::uint64_t{5}));
  EXPECT_EQ(hash_of(std::int32_t{-5}), hash_of(std::int64_t{-5}));
  EXPECT_EQ(hash_of(true), hash_of(std::uint64_t{1}));
}

TEST(Hasher, TellsTheSignsOfZeroApart) { EXPECT_NE(hash_of(0.0), hash_of(-0.0)); }

TEST(Hasher, SeesOrderNumberAndBoundaries) {
  const std::uint64_t zero = 0;
  EXPECT_NE(hash_of(1, 2), hash_of(2, 1));
  EXPECT_NE(hash_of(), hash_of(zero));
  EXPECT_NE(hash_of(zero), hash_of(zero, zero));
  EXPECT_NE(hash_of("ab", "c"), hash_of("a", "bc"));
  EXPECT_NE(hash_of(""), hash_of("", ""));
  EXPECT_NE(hash_of("a"), hash_of(std::string_view("a\0", 2)));
}

TEST(Hasher, GoesOnAfterItsValueWasRead) {
  Hasher hasher;
  hasher.add(1.5);
  const std::uint64_t early = hasher.value();
  EXPECT_EQ(early, hasher.value());
  hasher.add(2.5);
  EXPECT_EQ(hasher.value(), hash_of(1.5, 2.5));
}

TEST(Hasher, SpreadsOneChangedBitOverHalfOfTheHash) {
  int changed = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    changed += std::popcount(hash_of(std::uint64_t{42}, 1) ^ hash_of(42 ^ (std::uint64_t{1} << bit), 1));
  }
  // 64 x 64 fair coins: 2048 heads with a standard deviation of 32.
  EXPECT_NEAR(changed, 2048, 4 * 32);
}

TEST(Hasher, MakesNoCollisionsAmongSmallNumbers) {
  std::set<std::uint64_t> hashes;
  for (int a = 0; a < 200; ++a) {
    for (int b = 0; b < 200; ++b) hashes.insert(hash_of(a, b));
  }
  EXPECT_EQ(hashes.size(), 40'000U);
}

#if BACKLOT_ENABLE_ASSERTS
TEST(HasherDeathTest, TakesNoNaN) {
  Hasher hasher;
  EXPECT_DEATH(hasher.add(std::numeric_limits<double>::quiet_NaN()), "NaN");
}
#else
TEST(Hasher, TakesAllNaNsAsOne) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(hash_of(nan), hash_of(-nan));
}
#endif

TEST(ToHex, GivesSixteenDigits) {
  EXPECT_EQ(to_hex(0), "0000000000000000");
  EXPECT_EQ(to_hex(0x0123456789abcdefU), "0123456789abcdef");
  EXPECT_EQ(to_hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace backlot::base::hash_test
