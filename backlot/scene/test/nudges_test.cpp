// A row of extras that hurries: all are gone in time, and none comes up close behind another one.
#include "backlot/scene/internal/nudges.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::scene::nudges_test {
namespace {

constexpr double kOver_s = 1;  // a body needs so long for the stretch

std::vector<ApproachingBody> row(std::span<const double> at_s) {
  std::vector<ApproachingBody> bodies;
  for (const double from_s : at_s) bodies.push_back({.from_s = from_s, .to_s = from_s + kOver_s});
  return bodies;
}

TEST(FindHurries, BringsARowThroughInTimeAndKeepsItApart) {
  const std::vector<double> at_s{10, 13, 15, 22};
  for (const double until_s : {8.0, 12.0, 16.0, 20.0}) {
    const std::vector<double> hurries = find_hurries(row(at_s), until_s);
    ASSERT_EQ(hurries.size(), at_s.size());
    for (std::size_t k = 0; k < at_s.size(); ++k) {
      EXPECT_LE(at_s[k] - hurries[k] + kOver_s, until_s + 1e-9) << k;
      EXPECT_GE(hurries[k], 0) << k;
      if (k == 0) continue;
      // 2.5 s, or what it was before: the two that came 2 s apart are not pulled apart
      const double gap_s = at_s[k] - at_s[k - 1] - hurries[k] + hurries[k - 1];
      EXPECT_GE(gap_s, std::min(2.5, at_s[k] - at_s[k - 1]) - 1e-9) << k << ' ' << until_s;
    }
  }
}

TEST(FindHurries, AsksNothingOfThoseThatAreGoneInTime) {
  for (const double hurry_s : find_hurries(row(std::vector<double>{5, 9}), 10)) EXPECT_EQ(hurry_s, 0);
}

// The one ahead makes room only for as much as is missing.
TEST(FindHurries, LetsTheOneAheadMakeRoom) {
  const std::vector<double> hurries = find_hurries(row(std::vector<double>{2, 10}), 9);
  EXPECT_EQ(hurries[0], 0);
  EXPECT_DOUBLE_EQ(hurries[1], 2);
}

}  // namespace
}  // namespace backlot::scene::nudges_test
