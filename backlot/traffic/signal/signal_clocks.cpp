#include "backlot/traffic/signal/signal_clocks.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/network/network.h"

namespace backlot::traffic {

namespace {

bool is_before(const SignalClock& clock, std::uint32_t programme) { return clock.programme() < programme; }

}  // namespace

SignalClocks::SignalClocks(std::vector<ClockLimits> limits) : limits_(std::move(limits)) {
  for (const ClockLimits& limit : limits_)
    BACKLOT_CHECK(limit.is_sound(), "limits of a clock lie on both sides of its normal speed");
}

const SignalClock* SignalClocks::find(std::uint32_t programme) const {
  const auto at = std::lower_bound(clocks_.begin(), clocks_.end(), programme, is_before);
  return at != clocks_.end() && at->programme() == programme ? &*at : nullptr;
}

SignalAnswer SignalClocks::synchronise(const world::SignalPlans& plans, base::SimTime now,
                                       const SignalRequest& request) {
  if (request.programme >= plans.size()) return {.refusal = SignalRefusal::unknown_programme};
  const world::SignalCycle cycle = plans.cycle(request.programme);
  if (cycle.length_ns <= 0) return {.refusal = SignalRefusal::too_far};
  const ClockLimits limits = request.programme < limits_.size() ? limits_[request.programme] : ClockLimits{};
  const Synchronised done =
      traffic::synchronise(cycle, limits, now, phase_ns(plans, request.programme, now), request);
  if (!done.answer.is_accepted()) return done.answer;
  const SignalClock clock(request.programme, cycle, done.plan);
  const auto at = std::lower_bound(clocks_.begin(), clocks_.end(), request.programme, is_before);
  if (at != clocks_.end() && at->programme() == request.programme) {
    *at = clock;
  } else {
    clocks_.insert(at, clock);
  }
  make_hash();
  return done.answer;
}

std::int64_t SignalClocks::phase_ns(const world::SignalPlans& plans, std::uint32_t programme,
                                    base::SimTime time) const {
  BACKLOT_ASSERT(programme < plans.size(), "there is no such programme");
  const world::SignalCycle cycle = plans.cycle(programme);
  const SignalClock* const clock = find(programme);
  return clock ? clock->phase_ns(cycle, time) : cycle.phase_ns(time);
}

world::SignalPlans::Shown SignalClocks::shown(const world::SignalPlans& plans, std::uint32_t programme,
                                              base::SimTime time) const {
  const SignalClock* const clock = find(programme);
  BACKLOT_ASSERT(programme < plans.size(), "there is no such programme");
  if (!clock) return plans.shown(programme, time);
  const world::SignalCycle cycle = plans.cycle(programme);
  world::SignalPlans::Shown shown = plans.shown(cycle, clock->phase_ns(cycle, time));
  shown.lasts_ns = clock->lasts_ns(cycle, time, shown.lasts_ns);
  return shown;
}

bool SignalClocks::settle(const world::SignalPlans& plans) {
  for (std::size_t k = 0; k < clocks_.size(); ++k) {
    const std::uint32_t programme = clocks_[k].programme();
    if (programme >= plans.size() || (k > 0 && clocks_[k - 1].programme() >= programme) ||
        !is_sound(plans.cycle(programme), clocks_[k].plan()))
      return false;
    clocks_[k] = SignalClock(programme, plans.cycle(programme), clocks_[k].plan());
  }
  make_hash();
  return true;
}

// Made when something is told, not in every step.
void SignalClocks::make_hash() {
  base::Hasher hasher;
  for (const SignalClock& clock : clocks_) {
    const ClockPlan& plan = clock.plan();
    hasher.add(clock.programme());
    for (const std::int64_t value :
         {plan.from.nanoseconds(), plan.until.nanoseconds(), plan.phase_ns, plan.passes_ns})
      hasher.add(value);
    hasher.add(plan.keeps_intergreens);
  }
  hash_ = clocks_.empty() ? 0 : hasher.value();
}

void show_programmes(const network::Network& network, const world::SignalPlans& plans,
                     const SignalClocks& clocks, base::SimTime time, network::SignalState& signals) {
  network::show_programmes(network, time, signals);
  if (clocks.is_empty()) return;
  for (const network::Intersection& intersection : network.intersections()) {
    if (intersection.group_count == 0) continue;
    const network::SignalProgramme& programme = network.programmes()[intersection.programme];
    const base::Duration phase =
        base::Duration::from_nanoseconds(clocks.phase_ns(plans, intersection.programme, time));
    const network::SignalPhase at = network::phase_at(programme, base::SimTime() + programme.offset + phase);
    for (std::uint32_t g = 0; g < intersection.group_count; ++g)
      signals[intersection.first_group + g] = programme.intervals[at.interval].aspects[g];
  }
}

}  // namespace backlot::traffic
