#include "backlot/traffic/signal/signal_clock.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

using world::SignalCycle;

__extension__ using Units = __int128;  // products of two times, each far below 2^62

// Of intergreens in the cycle before a phase, which may also be its end.
std::int64_t intergreen_before(const SignalCycle& cycle, std::int64_t phase_ns) {
  BACKLOT_ASSERT(phase_ns >= 0 && phase_ns <= cycle.length_ns, "a phase lies within the cycle");
  std::int64_t sum = 0, start = 0;
  for (const SignalCycle::Interval& interval : cycle.intervals) {
    if (start >= phase_ns) break;
    if (interval.is_intergreen) sum += std::min(interval.end_ns, phase_ns) - start;
    start = interval.end_ns;
  }
  return sum;
}

// The price of all before a phase.
Units price_before(const SignalCycle& cycle, const ClockPace& pace, std::int64_t phase_ns) {
  const std::int64_t intergreen = intergreen_before(cycle, phase_ns);
  return Units{pace.intergreen} * intergreen + Units{pace.other} * (phase_ns - intergreen);
}

// The price of an amount of programme that follows a phase.
Units price_of(const SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
               std::int64_t passes_ns) {
  const std::int64_t intergreen = intergreen_ns(cycle, phase_ns, passes_ns);
  return Units{pace.intergreen} * intergreen + Units{pace.other} * (passes_ns - intergreen);
}

// Intergreens cost their income, so they run at normal speed; the other intervals share the time that is left.
ClockPace pace_of(const SignalCycle& cycle, const ClockPlan& plan) {
  BACKLOT_ASSERT(plan.until >= plan.from, "a plan ends after its beginning");
  const std::int64_t simulated = (plan.until - plan.from).nanoseconds();
  if (plan.passes_ns == simulated) return {};
  if (!plan.keeps_intergreens) return {plan.passes_ns, simulated, simulated};
  const std::int64_t intergreen = intergreen_ns(cycle, plan.phase_ns, plan.passes_ns);
  const std::int64_t other = plan.passes_ns - intergreen;
  return {other, other, simulated - intergreen};
}

}  // namespace

std::int64_t intergreen_ns(const SignalCycle& cycle, std::int64_t phase_ns, std::int64_t passes_ns) {
  BACKLOT_ASSERT(cycle.length_ns > 0, "a cycle has a length");
  const std::int64_t end = phase_ns + passes_ns;
  return (end / cycle.length_ns) * intergreen_before(cycle, cycle.length_ns) +
         intergreen_before(cycle, end % cycle.length_ns) - intergreen_before(cycle, phase_ns);
}

std::int64_t passed_ns(const SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t simulated_ns) {
  BACKLOT_ASSERT(phase_ns >= 0 && phase_ns < cycle.length_ns, "a phase lies within the cycle");
  BACKLOT_ASSERT(pace.intergreen > 0 && pace.other > 0, "an interval of a programme has a price");
  // as if it had begun with the cycle
  const Units units = Units{pace.income} * simulated_ns + price_before(cycle, pace, phase_ns);
  const Units whole = price_before(cycle, pace, cycle.length_ns);
  const std::int64_t passed = static_cast<std::int64_t>(units / whole) * cycle.length_ns - phase_ns;
  Units left = units % whole;
  std::int64_t start = 0;
  for (const SignalCycle::Interval& interval : cycle.intervals) {
    const std::int64_t price = interval.is_intergreen ? pace.intergreen : pace.other;
    const Units all = Units{price} * (interval.end_ns - start);
    if (left < all) return passed + start + static_cast<std::int64_t>(left / price);
    left -= all;
    start = interval.end_ns;
  }
  return passed + start;
}

std::int64_t needed_ns(const SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t passes_ns) {
  BACKLOT_ASSERT(pace.income > 0, "a clock earns its way");
  const Units price = price_of(cycle, phase_ns, pace, passes_ns);
  return static_cast<std::int64_t>((price + pace.income - 1) / pace.income);
}

std::int64_t filled_ns(const SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t passes_ns) {
  BACKLOT_ASSERT(pace.income > 0, "a clock earns its way");
  return static_cast<std::int64_t>(price_of(cycle, phase_ns, pace, passes_ns) / pace.income);
}

bool is_sound(const SignalCycle& cycle, const ClockPlan& plan) {
  if (cycle.length_ns <= 0 || cycle.length_ns > kLongestPlan_ns || plan.phase_ns < 0 ||
      plan.phase_ns >= cycle.length_ns || plan.until < plan.from)
    return false;
  if (plan.until == plan.from) return plan.passes_ns == 0;
  if (Units{plan.until.nanoseconds()} - plan.from.nanoseconds() > kLongestPlan_ns || plan.passes_ns <= 0 ||
      plan.passes_ns > 10 * kLongestPlan_ns)
    return false;
  const ClockPace pace = pace_of(cycle, plan);
  return pace.income > 0 && pace.intergreen > 0 && pace.other > 0;
}

SignalClock::SignalClock(std::uint32_t programme, const SignalCycle& cycle, const ClockPlan& plan)
    : programme_(programme), plan_(plan) {
  BACKLOT_CHECK(is_sound(cycle, plan), "the plan of a clock is not sound");
  pace_ = pace_of(cycle, plan);
}

std::int64_t SignalClock::phase_ns(const SignalCycle& cycle, base::SimTime time) const {
  const std::int64_t length = cycle.length_ns;
  if (time >= plan_.until)
    return ((plan_.phase_ns + plan_.passes_ns) % length + (time - plan_.until).nanoseconds() % length) %
           length;
  if (time < plan_.from) {
    const std::int64_t phase = plan_.phase_ns - (plan_.from - time).nanoseconds() % length;
    return phase < 0 ? phase + length : phase;
  }
  return (plan_.phase_ns + passed_ns(cycle, plan_.phase_ns, pace_, (time - plan_.from).nanoseconds())) %
         length;
}

std::int64_t SignalClock::lasts_ns(const SignalCycle& cycle, base::SimTime time,
                                   std::int64_t passes_ns) const {
  if (time >= plan_.until) return passes_ns;
  if (time < plan_.from) {
    const std::int64_t before = (plan_.from - time).nanoseconds();
    return passes_ns <= before ? passes_ns : before + lasts_ns(cycle, plan_.from, passes_ns - before);
  }
  const std::int64_t since = (time - plan_.from).nanoseconds();
  const std::int64_t goal = passed_ns(cycle, plan_.phase_ns, pace_, since) + passes_ns;
  // after the end of the plan the programme runs at normal speed
  if (goal > plan_.passes_ns) return (plan_.until - time).nanoseconds() + (goal - plan_.passes_ns);
  return needed_ns(cycle, plan_.phase_ns, pace_, goal) - since;
}

}  // namespace backlot::traffic
