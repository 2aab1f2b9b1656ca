// The pace against a clock that the test moves: ten minutes take no time here, and every delay is known.
#include "apps/server/show/pace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace backlot::server::pace_test {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// Waiting moves it; it wakes up late, as a clock of a machine does.
class MovedClock final : public PaceClock {
 public:
  WallClock::time_point now() override { return now_; }
  std::optional<Request> take(Inbox& inbox, WallClock::time_point until) override {
    if (has_requests)
      if (std::optional<Request> request = inbox.take(WallClock::time_point{})) return request;
    if (now_ < until) now_ = until + (wakes_late ? wakes_late() : nanoseconds{0});
    return std::nullopt;
  }
  void pass(nanoseconds time) { now_ += time; }

  std::function<nanoseconds()> wakes_late{};
  bool has_requests = false;  // a look into the inbox takes time of the machine

 private:
  WallClock::time_point now_{1h};
};

struct Measured {
  double mean_late_ms = 0, worst_late_ms = 0;
  double drift_ms = 0;  // of the last step against the first one
  std::uint64_t overruns = 0;
};

constexpr auto kStep = 20ms;  // 50 Hz
constexpr int kSteps = 10 * 60 * 50;

// Steps that take as long as `cost` says.
Measured run(MovedClock& clock, const std::function<nanoseconds(int)>& cost) {
  Inbox inbox;
  Pace pace(inbox, base::Duration::from_milliseconds(20), &clock);
  Measured measured;
  const auto handle = [](const Request&) { return true; };
  const WallClock::time_point first = clock.now();
  for (int k = 0; k < kSteps; ++k) {
    EXPECT_TRUE(pace.wait(handle, [] {}));
    const double late_ms =
        std::chrono::duration<double, std::milli>(clock.now() - (first + k * kStep)).count();
    EXPECT_GE(late_ms, 0) << "a step never begins too early";
    measured.mean_late_ms += late_ms / kSteps;
    measured.worst_late_ms = std::max(measured.worst_late_ms, late_ms);
    measured.drift_ms = late_ms;
    clock.pass(cost(k));
  }
  measured.overruns = pace.overruns();
  return measured;
}

TEST(Pace, KeepsTimeOverTenMinutesAtFiftyHertz) {
  MovedClock clock;
  std::mt19937 random(5);
  std::exponential_distribution<double> late_us(1 / 120.0);
  clock.wakes_late = [&] { return nanoseconds(static_cast<std::int64_t>(1000 * late_us(random))); };
  std::uniform_int_distribution<int> cost_us(500, 9000);
  const Measured measured = run(clock, [&](int) { return std::chrono::microseconds(cost_us(random)); });
  EXPECT_EQ(measured.overruns, 0U);
  // each step is as late as the clock woke up; nothing adds up
  EXPECT_NEAR(measured.mean_late_ms, 0.12, 0.01);
  EXPECT_LT(measured.worst_late_ms, 3);
  EXPECT_LT(measured.drift_ms, 3);
}

TEST(Pace, CountsOverrunsAndCatchesUp) {
  MovedClock clock;
  // every hundredth step takes 30 ms: the next one begins 10 ms late, and the one after that is on time
  const Measured measured = run(clock, [](int k) -> nanoseconds { return k % 100 == 99 ? 30ms : 5ms; });
  EXPECT_EQ(measured.overruns,
            static_cast<std::uint64_t>(kSteps / 100 - 1));  // the last one has no next step
  EXPECT_NEAR(measured.worst_late_ms, 10, 1e-9);
  EXPECT_NEAR(measured.mean_late_ms, 10 * (kSteps / 100.0 - 1) / kSteps, 1e-9);
  EXPECT_NEAR(measured.drift_ms, 0, 1e-9);
}

// A machine that slept does not make the run rush: its clock begins anew.
TEST(Pace, DoesNotRushBehindALongStop) {
  MovedClock clock;
  Inbox inbox;
  Pace pace(inbox, base::Duration::from_milliseconds(20), &clock);
  const auto handle = [](const Request&) { return true; };
  ASSERT_TRUE(pace.wait(handle, [] {}));
  clock.pass(5s);
  ASSERT_TRUE(pace.wait(handle, [] {}));
  const WallClock::time_point after = clock.now();
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(pace.wait(handle, [] {}));
  EXPECT_EQ(clock.now() - after, 10 * kStep);
  EXPECT_EQ(pace.overruns(), 1U);
  EXPECT_NEAR(pace.worst_late_ms(), 4980, 1e-6);
}

TEST(Pace, PlaysAtTheSpeedThatWasAskedFor) {
  MovedClock clock;
  clock.has_requests = true;
  Inbox inbox;
  Pace pace(inbox, base::Duration::from_milliseconds(20), &clock);
  const auto handle = [](const Request&) { return true; };
  for (const double factor : {0.5, 1.0, 4.0}) {
    ASSERT_TRUE(inbox.put({1, "speed", {{"factor", factor}}}));
    ASSERT_TRUE(pace.wait(handle, [] {}));
    const WallClock::time_point from = clock.now();
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(pace.wait(handle, [] {}));
    EXPECT_NEAR(std::chrono::duration<double>(clock.now() - from).count(), 2 / factor, 1e-6);
  }
  EXPECT_EQ(pace.overruns(), 0U);
}

}  // namespace
}  // namespace backlot::server::pace_test
