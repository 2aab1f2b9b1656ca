// Time in a simulation: integer nanoseconds, so that sums are exact and equal times compare equal.
//
// SimTime is a point (since the start of the run), Duration a length. Both reach to about 292 years. Sums and
// products beyond that are programmer errors (BACKLOT_ASSERT).
#pragma once

#include <compare>
#include <cstdint>

#include "backlot/base/assert.h"

namespace backlot::base {

namespace sim_time_detail {

// Overflow wraps where asserts are off; signed overflow of the language would be undefined.
constexpr std::int64_t add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  [[maybe_unused]] const bool overflows = __builtin_add_overflow(a, b, &sum);
  BACKLOT_ASSERT(!overflows, "time out of range");
  return sum;
}

constexpr std::int64_t subtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  [[maybe_unused]] const bool overflows = __builtin_sub_overflow(a, b, &difference);
  BACKLOT_ASSERT(!overflows, "time out of range");
  return difference;
}

constexpr std::int64_t multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  [[maybe_unused]] const bool overflows = __builtin_mul_overflow(a, b, &product);
  BACKLOT_ASSERT(!overflows, "time out of range");
  return product;
}

}  // namespace sim_time_detail

// A length of time; may be negative.
class Duration {
 public:
  constexpr Duration() = default;

  static constexpr Duration from_nanoseconds(std::int64_t count) { return Duration(count); }
  static constexpr Duration from_milliseconds(std::int64_t count) {
    return Duration(sim_time_detail::multiply(count, 1'000'000));
  }

  // To the nearest nanosecond, halves away from zero. Aborts unless can_hold(seconds).
  static Duration from_seconds(double seconds);

  // Whether from_seconds() takes this number: finite and not beyond the range. For readers of text.
  static bool can_hold(double seconds);

  constexpr std::int64_t nanoseconds() const { return nanoseconds_; }

  // The nearest double, for formulas.
  constexpr double seconds() const { return static_cast<double>(nanoseconds_) / 1e9; }

  constexpr Duration operator-() const { return Duration(sim_time_detail::subtract(0, nanoseconds_)); }
  constexpr Duration& operator+=(Duration other) { return *this = *this + other; }
  constexpr Duration& operator-=(Duration other) { return *this = *this - other; }

  friend constexpr Duration operator+(Duration a, Duration b) {
    return Duration(sim_time_detail::add(a.nanoseconds_, b.nanoseconds_));
  }
  friend constexpr Duration operator-(Duration a, Duration b) {
    return Duration(sim_time_detail::subtract(a.nanoseconds_, b.nanoseconds_));
  }
  friend constexpr Duration operator*(Duration a, std::int64_t factor) {
    return Duration(sim_time_detail::multiply(a.nanoseconds_, factor));
  }
  friend constexpr Duration operator*(std::int64_t factor, Duration a) { return a * factor; }

  // How often b goes into a, towards zero; and what is left, with the sign of a. b is not zero.
  friend constexpr std::int64_t operator/(Duration a, Duration b) {
    check_divisor(a, b);
    return a.nanoseconds_ / b.nanoseconds_;
  }
  friend constexpr Duration operator%(Duration a, Duration b) {
    check_divisor(a, b);
    return Duration(a.nanoseconds_ % b.nanoseconds_);
  }

  friend constexpr bool operator==(Duration, Duration) = default;
  friend constexpr std::strong_ordering operator<=>(Duration, Duration) = default;

 private:
  constexpr explicit Duration(std::int64_t count) : nanoseconds_(count) {}

  static constexpr void check_divisor(Duration a, Duration b) {
    BACKLOT_CHECK(b.nanoseconds_ != 0, "division by a duration of zero");
    BACKLOT_CHECK(b.nanoseconds_ != -1 || a.nanoseconds_ != INT64_MIN, "time out of range");
  }

  std::int64_t nanoseconds_ = 0;
};

// A point in time, counted from the start of the run.
class SimTime {
 public:
  constexpr SimTime() = default;

  static constexpr SimTime from_nanoseconds(std::int64_t count) { return SimTime(count); }

  constexpr std::int64_t nanoseconds() const { return nanoseconds_; }
  constexpr Duration since_start() const { return Duration::from_nanoseconds(nanoseconds_); }
  constexpr double seconds() const { return since_start().seconds(); }

  constexpr SimTime& operator+=(Duration d) { return *this = *this + d; }
  constexpr SimTime& operator-=(Duration d) { return *this = *this - d; }

  friend constexpr SimTime operator+(SimTime t, Duration d) {
    return SimTime(sim_time_detail::add(t.nanoseconds_, d.nanoseconds()));
  }
  friend constexpr SimTime operator-(SimTime t, Duration d) {
    return SimTime(sim_time_detail::subtract(t.nanoseconds_, d.nanoseconds()));
  }
  friend constexpr Duration operator-(SimTime a, SimTime b) {
    return Duration::from_nanoseconds(sim_time_detail::subtract(a.nanoseconds_, b.nanoseconds_));
  }

  friend constexpr bool operator==(SimTime, SimTime) = default;
  friend constexpr std::strong_ordering operator<=>(SimTime, SimTime) = default;

 private:
  constexpr explicit SimTime(std::int64_t count) : nanoseconds_(count) {}

  std::int64_t nanoseconds_ = 0;
};

// One step of the clock, handed to everything that happens in it.
struct Tick {
  std::uint64_t index = 0;  // 0 for the first step of a run
  SimTime time;             // at the beginning of the step
  Duration step;            // its length, > 0; may differ from step to step

  static void visit(auto& self, auto& field) { field(self.index, self.time, self.step); }
  friend constexpr bool operator==(const Tick&, const Tick&) = default;
};

}  // namespace backlot::base
