#include "backlot/base/sim_time.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace backlot::base::sim_time_test {
namespace {

constexpr Duration ns(std::int64_t count) { return Duration::from_nanoseconds(count); }

static_assert(ns(2) + ns(3) == ns(5));
static_assert(SimTime::from_nanoseconds(7) - SimTime() == ns(7));

TEST(Duration, CountsExactly) {
  EXPECT_EQ(ns(7) - ns(9), ns(-2));
  EXPECT_EQ(-ns(4), ns(-4));
  EXPECT_EQ(ns(5) * 3, 3 * ns(5));
  EXPECT_EQ(Duration::from_milliseconds(10), ns(10'000'000));
  EXPECT_LT(ns(-1), Duration());
  Duration sum;
  for (int i = 0; i < 1000; ++i) sum += Duration::from_seconds(0.1);
  EXPECT_EQ(sum, Duration::from_seconds(100.0));
  sum -= ns(1);
  EXPECT_EQ(sum, ns(99'999'999'999));
}

TEST(Duration, DividesTowardsZero) {
  EXPECT_EQ(ns(17) / ns(5), 3);
  EXPECT_EQ(ns(17) % ns(5), ns(2));
  EXPECT_EQ(ns(-17) / ns(5), -3);
  EXPECT_EQ(ns(-17) % ns(5), ns(-2));
}

TEST(Duration, RoundsSecondsToTheNearestHalvesAwayFromZero) {
  struct Case {
    double seconds;
    std::int64_t nanoseconds;
  };
  const Case cases[] = {
      {0.0, 0},
      {-0.0, 0},
      {1.0, 1'000'000'000},
      {0.01, 10'000'000},
      {1.0 / 3.0, 333'333'333},
      {0x1p-1 * 1e-9, 1},
      {-0x1p-1 * 1e-9, -1},
      {0.4999e-9, 0},
      {-0.4999e-9, 0},
      {1.5e-9, 2},
      {-1.5e-9, -2},
      {1e-300, 0},
      {9e9, 9'000'000'000'000'000'000},
      {-9e9, -9'000'000'000'000'000'000},
  };
  for (const Case& c : cases) EXPECT_EQ(Duration::from_seconds(c.seconds), ns(c.nanoseconds)) << c.seconds;
}

TEST(Duration, ComesBackFromSeconds) {
  for (std::int64_t count = -4'000'000'000'000; count < 4'000'000'000'000; count += 7'777'777'777) {
    EXPECT_EQ(Duration::from_seconds(ns(count).seconds()), ns(count));
  }
}

TEST(Duration, SaysWhichSecondsItHolds) {
  EXPECT_TRUE(Duration::can_hold(0.0));
  EXPECT_TRUE(Duration::can_hold(-9.2e9));
  EXPECT_FALSE(Duration::can_hold(9.3e9));
  EXPECT_FALSE(Duration::can_hold(1e300));
  EXPECT_FALSE(Duration::can_hold(HUGE_VAL));
  EXPECT_FALSE(Duration::can_hold(std::numeric_limits<double>::quiet_NaN()));
}

TEST(DurationDeathTest, RefusesSecondsThatItCannotHold) {
  EXPECT_DEATH(static_cast<void>(Duration::from_seconds(9.3e9)), "check failed");
  EXPECT_DEATH(static_cast<void>(Duration::from_seconds(std::nan(""))), "check failed");
  EXPECT_DEATH(static_cast<void>(ns(1) / ns(0)), "check failed");
}

#if BACKLOT_ENABLE_ASSERTS
TEST(DurationDeathTest, AssertsThatNothingOverflows) {
  const Duration longest = ns(INT64_MAX);
  EXPECT_DEATH(static_cast<void>(longest + ns(1)), "out of range");
  EXPECT_DEATH(static_cast<void>(-longest - ns(2)), "out of range");
  EXPECT_DEATH(static_cast<void>(longest * 2), "out of range");
  EXPECT_DEATH(static_cast<void>(-ns(INT64_MIN)), "out of range");
  EXPECT_DEATH(static_cast<void>(SimTime::from_nanoseconds(INT64_MAX) + ns(1)), "out of range");
}
#endif

TEST(SimTime, MovesByDurations) {
  SimTime time;
  time += Duration::from_milliseconds(1500);
  EXPECT_EQ(time.nanoseconds(), 1'500'000'000);
  EXPECT_EQ(time.seconds(), 1.5);
  EXPECT_EQ(time - SimTime::from_nanoseconds(500'000'000), Duration::from_seconds(1.0));
  time -= Duration::from_seconds(2.0);
  EXPECT_LT(time, SimTime());
  EXPECT_EQ(time.since_start(), Duration::from_seconds(-0.5));
}

TEST(Tick, IsPlainData) {
  const Tick tick{.index = 3, .time = SimTime::from_nanoseconds(30), .step = ns(10)};
  const Tick copy = tick;
  EXPECT_EQ(copy, tick);
  EXPECT_NE(copy, Tick{});
}

}  // namespace
}  // namespace backlot::base::sim_time_test
