#include "backlot/draw/ticks.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::draw::ticks_test {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> found;
  for (const Tick& tick : ticks) {
    if (!tick.label.empty()) found.push_back(tick.label);
  }
  return found;
}

using Labels = std::vector<std::string>;

TEST(Ticks, LinearOnesAreRoundNumbers) {
  EXPECT_EQ(labels(linear_ticks(0, 10)), (Labels{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(labels(linear_ticks(-0.07, 0.12)), (Labels{"-0.05", "0", "0.05", "0.1"}));
  EXPECT_EQ(labels(linear_ticks(0, 90'000)), (Labels{"0", "20 000", "40 000", "60 000", "80 000"}));
}

TEST(Ticks, LinearOnesStayInsideAndAreNotTooMany) {
  for (double range = 1e-12; range < 1e15; range *= 3.7) {
    for (const double low : {-0.3 * range, 0.0, 0.77 * range}) {
      const std::vector<Tick> ticks = linear_ticks(low, low + range);
      EXPECT_GE(ticks.size(), 2U) << low << " " << range;
      EXPECT_LE(ticks.size(), 8U) << low << " " << range;
      for (const Tick& tick : ticks) {
        EXPECT_GE(tick.value, low - 1e-6 * range);
        EXPECT_LE(tick.value, low + range * (1 + 1e-6));
      }
    }
  }
}

TEST(Ticks, ARangeThatIsAllRoundingHasNone) {
  EXPECT_TRUE(linear_ticks(1e16, 1e16 + 4).empty());
  EXPECT_TRUE(linear_ticks(-1e18 - 256, -1e18).empty());
}

TEST(Ticks, LogarithmicOnesArePowersOfTen) {
  EXPECT_EQ(labels(log_ticks(100, 1e6)), (Labels{"100", "1000", "10 000", "100 000", "1 000 000"}));
  EXPECT_EQ(labels(log_ticks(1e-12, 1e-8)), (Labels{"10⁻¹²", "10⁻¹¹", "10⁻¹⁰", "10⁻⁹", "10⁻⁸"}));
}

TEST(Ticks, ShortLogarithmicRangesHaveMore) {
  EXPECT_EQ(labels(log_ticks(1, 30)), (Labels{"1", "2", "5", "10", "20"}));
  EXPECT_EQ(labels(log_ticks(6, 90)), (Labels{"10", "20", "50"}));
}

TEST(Ticks, LongLogarithmicRangesHaveFewer) { EXPECT_EQ(labels(log_ticks(1e-6, 1e6)).size(), 7U); }

TEST(Ticks, LogarithmicOnesHaveUnlabelledOnesBetween) { EXPECT_EQ(log_ticks(1, 1e5).size(), 9U * 5 + 1); }

TEST(Ticks, TextIsForReaders) {
  EXPECT_EQ(tick_text(0), "0");
  EXPECT_EQ(tick_text(0.0005), "0.0005");
  EXPECT_EQ(tick_text(-12.5), "-12.5");
  EXPECT_EQ(tick_text(1234), "1234");
  EXPECT_EQ(tick_text(-12345), "-12 345");
  EXPECT_EQ(tick_text(1e7), "10⁷");
  EXPECT_EQ(tick_text(3e-9), "3·10⁻⁹");
}

}  // namespace
}  // namespace backlot::draw::ticks_test
