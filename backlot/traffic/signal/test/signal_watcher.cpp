#include "backlot/traffic/signal/test/signal_watcher.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace backlot::traffic {

using base::Duration;
using base::SimTime;

SignalWatcher::SignalWatcher(const network::SignalProgramme& programme, const world::SignalPlans& plans,
                             SimTime now, const SignalClocks& clocks)
    : programme_(programme), plans_(plans), at_(now) {
  std::int64_t left = -clocks.phase_ns(plans, 0, now);
  now_.interval = interval_at(clocks, now);
  for (std::size_t k = 0; k <= now_.interval; ++k) left += programme.intervals[k].duration.nanoseconds();
  now_.programmed_ns = left;
  now_.begin = now;
}

// As the network has it, so that nothing is asked of the plans.
std::size_t SignalWatcher::interval_at(const SignalClocks& clocks, SimTime time) const {
  const Duration phase = Duration::from_nanoseconds(clocks.phase_ns(plans_, 0, time));
  return network::phase_at(programme_, SimTime() + programme_.offset + phase).interval;
}

void SignalWatcher::watch(const SignalClocks& clocks, SimTime until) {
  const Duration nanosecond = Duration::from_nanoseconds(1);
  for (;;) {
    const world::SignalPlans::Shown shown = clocks.shown(plans_, 0, at_);
    const std::vector<network::Aspect>& aspects = programme_.intervals[now_.interval].aspects;
    ASSERT_TRUE(std::equal(aspects.begin(), aspects.end(), shown.aspects));
    ASSERT_GT(shown.lasts_ns, 0);
    const SimTime change = at_ + Duration::from_nanoseconds(shown.lasts_ns);
    if (change > until) break;
    ASSERT_EQ(interval_at(clocks, change - nanosecond), now_.interval) << "left too early";
    const std::size_t next = (now_.interval + 1) % programme_.intervals.size();
    ASSERT_EQ(interval_at(clocks, change), next) << "the next state";
    now_.end = change;
    seen_.push_back(now_);
    now_ = {next, programme_.intervals[next].duration.nanoseconds(), change, {}};
    at_ = change;
  }
  ASSERT_EQ(interval_at(clocks, until), now_.interval);
  at_ = until;
}

void SignalWatcher::look_again(const SignalClocks& clocks) {
  ASSERT_EQ(interval_at(clocks, at_), now_.interval) << "what is told changes nothing at once";
}

}  // namespace backlot::traffic
