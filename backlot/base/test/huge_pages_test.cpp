#include "backlot/base/huge_pages.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::base::huge_pages_test {
namespace {

TEST(HugePages, KeepWhatAVectorHoldsAsItGrows) {
  std::vector<std::uint32_t, HugePages<std::uint32_t>> numbers;
  for (std::uint32_t i = 0; i < 3000000; ++i) numbers.push_back(i);
  for (std::uint32_t i = 0; i < 3000000; ++i) ASSERT_EQ(numbers[i], i);
}

TEST(HugePages, AlignLargeAndSmallArrays) {
  struct alignas(64) Line {
    char bytes[64];
  };
  const std::vector<Line, HugePages<Line>> small(3), large(100000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small.data()) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large.data()) % (1u << 21), 0u);
}

TEST(HugePages, CanBeCopied) {
  std::vector<double, HugePages<double>> a(500000);
  std::iota(a.begin(), a.end(), 0.0);
  const auto b = a;
  EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace backlot::base::huge_pages_test
