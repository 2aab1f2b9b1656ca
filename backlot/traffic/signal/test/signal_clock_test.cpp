// Clocks of programmes that last some tens of nanoseconds, so that a simple model can go through them nanosecond by nanosecond: it finds the
// plan of a request by trying all of them, and runs it in ticks so short that nothing has to be rounded.
#include "backlot/traffic/signal/signal_clock.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/signal/test/random_programmes.h"

namespace backlot::traffic::signal_clock_test {
namespace {

using base::Duration;
using base::SimTime;
using network::Aspect;

constexpr std::int64_t kLongest_ns = 150;  // of a request

// One to seven intervals of 5 to 24 ns for two groups, the first one a green. At four times the speed each of them is still shown for a nanosecond.
network::SignalProgramme tiny_programme(base::RandomStream& random) {
  constexpr Aspect kAspects[] = {Aspect::red, Aspect::red, Aspect::yellow, Aspect::green, Aspect::green};
  network::SignalProgramme programme;
  const std::size_t count = 1 + random.below(7);
  for (std::size_t k = 0; k < count; ++k) {
    const Aspect aspect = k == 0 ? Aspect::green : kAspects[random.below(5)];
    programme.intervals.push_back(
        {Duration::from_nanoseconds(5 + static_cast<std::int64_t>(random.below(20))),
         {k % 2 == 0 ? aspect : Aspect::red, k % 2 == 0 ? Aspect::red : aspect}});
    programme.cycle += programme.intervals.back().duration;
  }
  return programme;
}

// The number of its interval, for each nanosecond of a cycle.
std::vector<std::size_t> interval_by_ns(const network::SignalProgramme& programme) {
  std::vector<std::size_t> intervals;
  for (std::size_t k = 0; k < programme.intervals.size(); ++k)
    intervals.insert(intervals.end(), static_cast<std::size_t>(programme.intervals[k].duration.nanoseconds()),
                     k);
  return intervals;
}

// The simple model. It knows a phase, and the plan under way: greens and reds run at the speed `gain` / `price`, intergreens at 1.
class ModelClock {
 public:
  ModelClock(const network::SignalProgramme& programme, const ClockLimits& limits)
      : limits_(limits), interval_by_ns_(interval_by_ns(programme)) {
    for (const std::size_t k : interval_by_ns_)
      is_intergreen_.push_back(is_intergreen(programme.intervals[k]));
  }

  std::int64_t length() const { return static_cast<std::int64_t>(interval_by_ns_.size()); }
  std::int64_t phase() const { return phase_; }
  std::size_t interval() const { return interval_by_ns_[static_cast<std::size_t>(phase_)]; }

  // The amount of programme nearest to the simulated time, the smaller one of two; empty where no amount keeps the limits.
  std::optional<std::int64_t> amount_for(std::int64_t wanted, std::int64_t simulated) const {
    if (simulated == 0) return wanted == phase_ ? std::optional<std::int64_t>(0) : std::nullopt;
    std::optional<std::int64_t> best;
    std::int64_t intergreen = 0;
    for (std::int64_t passes = 1; passes <= 10 * simulated; ++passes) {
      intergreen += is_intergreen_[static_cast<std::size_t>((phase_ + passes - 1) % length())] ? 1 : 0;
      const std::int64_t gain = 100 * (passes - intergreen), price = simulated - intergreen;
      const bool is_within =
          passes == simulated || (gain > 0 && price > 0 && gain >= limits_.slowest_percent * price &&
                                  gain <= limits_.fastest_percent * price);
      if ((phase_ + passes) % length() == wanted && is_within &&
          (!best || std::abs(passes - simulated) < std::abs(*best - simulated)))
        best = passes;
    }
    return best;
  }

  void follow(std::int64_t passes, std::int64_t simulated) {
    left_ = simulated;
    ticks_ = 0;
    gain_ = price_ = 1;
    if (passes == simulated) return;
    gain_ = price_ = 0;
    for (std::int64_t k = 0; k < passes; ++k)
      gain_ += is_intergreen_[static_cast<std::size_t>((phase_ + k) % length())] ? 0 : 1;
    price_ = simulated - (passes - gain_);
  }

  // A nanosecond of simulated time is `gain` ticks. A nanosecond of an intergreen takes as many, any other takes `price` of them.
  void step_ns() {
    if (left_ == 0) gain_ = price_ = 1, ticks_ = 0;
    if (left_ > 0) --left_;
    for (std::int64_t tick = 0; tick < gain_; ++tick) {
      if (++ticks_ < (is_intergreen_[static_cast<std::size_t>(phase_)] ? gain_ : price_)) continue;
      ticks_ = 0;
      phase_ = (phase_ + 1) % length();
    }
  }

 private:
  ClockLimits limits_;
  std::vector<std::size_t> interval_by_ns_;
  std::vector<bool> is_intergreen_;
  std::int64_t phase_ = 0, left_ = 0;  // in the cycle; simulated time to the end of the plan
  std::int64_t gain_ = 1, price_ = 1, ticks_ = 0;
};

// How long intergreens are shown, from the outside. Fails where the next interval is not the one that follows.
class IntergreenWatch {
 public:
  explicit IntergreenWatch(const network::SignalProgramme& programme) : programme_(programme) {}

  void see(std::size_t interval) {
    if (interval == interval_) {
      ++shown_ns_;
      return;
    }
    ASSERT_EQ(interval, (interval_ + 1) % programme_.intervals.size())
        << "an interval is skipped or reversed";
    if (is_intergreen(programme_.intervals[interval_])) {
      ASSERT_EQ(shown_ns_, programme_.intervals[interval_].duration.nanoseconds());
      ++count_;
    }
    interval_ = interval;
    shown_ns_ = 1;
  }
  int count() const { return count_; }

 private:
  const network::SignalProgramme& programme_;
  std::size_t interval_ = 0;
  std::int64_t shown_ns_ = 0;
  int count_ = 0;
};

// What a refusal offers is the nearest phase and the nearest time that the model finds.
void expect_nearest(const ModelClock& model, std::int64_t wanted, std::int64_t simulated, SimTime now,
                    const SignalAnswer& answer) {
  ASSERT_EQ(answer.refusal, SignalRefusal::beyond_limits);
  ASSERT_TRUE(answer.nearest_phase && answer.nearest_time);
  const std::int64_t length = model.length();
  const auto apart = [&](std::int64_t phase) {
    return std::min((phase - wanted + length) % length, (wanted - phase + length) % length);
  };
  const auto offered = static_cast<std::int64_t>(*answer.nearest_phase * static_cast<double>(length) + 0.5);
  const std::int64_t offered_ns = (*answer.nearest_time - now).nanoseconds();
  ASSERT_TRUE(model.amount_for(offered, simulated));
  ASSERT_TRUE(model.amount_for(wanted, offered_ns));
  for (std::int64_t phase = 0; phase < length; ++phase) {
    ASSERT_FALSE(apart(phase) < apart(offered) && model.amount_for(phase, simulated)) << "a nearer phase";
  }
  const std::int64_t away = std::abs(offered_ns - simulated);
  for (std::int64_t time = std::max<std::int64_t>(0, simulated - away + 1); time < simulated + away; ++time)
    ASSERT_FALSE(model.amount_for(wanted, time)) << "a nearer time";
}

// A request now and then, as often as every nanosecond, for any phase and any time: what is answered, the phase in every nanosecond, and
// the length of every intergreen that is shown.
TEST(SignalClock, AgreesWithASimpleModelInEveryNanosecond) {
  base::RandomStream random{21, 1, 0};
  int accepted = 0, refused = 0, intergreens = 0;
  for (int p = 0; p < 150; ++p) {
    SCOPED_TRACE("programme " + std::to_string(p));
    const network::SignalProgramme programme = tiny_programme(random);
    const world::SignalPlans plans({&programme, 1});
    const ClockLimits limits{.slowest_percent = 20 + static_cast<std::uint32_t>(random.below(81)),
                             .fastest_percent = 100 + static_cast<std::uint32_t>(random.below(301))};
    SignalClocks clocks(std::vector<ClockLimits>{limits});
    ModelClock model(programme, limits);
    IntergreenWatch watch(programme);
    const std::size_t pause = 1 + random.below(40);
    for (std::int64_t t = 0; t < 400; ++t, model.step_ns()) {
      const SimTime now = SimTime::from_nanoseconds(t);
      if (random.below(pause) == 0) {
        const auto wanted =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(model.length())));
        const auto simulated = static_cast<std::int64_t>(random.below(kLongest_ns));
        const auto amount = model.amount_for(wanted, simulated);
        const SignalAnswer answer =
            clocks.synchronise(plans, now,
                               {.phase = static_cast<double>(wanted) / static_cast<double>(model.length()),
                                .time = now + Duration::from_nanoseconds(simulated)});
        ASSERT_EQ(answer.is_accepted(), amount.has_value());
        if (amount) {
          ASSERT_EQ(answer.passes.nanoseconds(), *amount);
          model.follow(*amount, simulated);
          ++accepted;
        } else {
          expect_nearest(model, wanted, simulated, now, answer);
          ++refused;
        }
      }
      ASSERT_EQ(clocks.phase_ns(plans, 0, now), model.phase()) << "after " << t << " ns";
      const world::SignalPlans::Shown shown = clocks.shown(plans, 0, now);
      const std::vector<Aspect>& aspects = programme.intervals[model.interval()].aspects;
      ASSERT_TRUE(std::equal(aspects.begin(), aspects.end(), shown.aspects));
      watch.see(model.interval());
      if (HasFatalFailure()) return;
    }
    intergreens += watch.count();
  }
  EXPECT_GT(accepted, 2000);
  EXPECT_GT(refused, 1000);
  EXPECT_GT(intergreens, 1000);
}

}  // namespace
}  // namespace backlot::traffic::signal_clock_test
