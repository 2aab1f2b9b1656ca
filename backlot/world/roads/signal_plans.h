// The programmes of signals, made to be asked often: those that differ only in their offset share the rest.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/huge_pages.h"
#include "backlot/base/prefetch.h"
#include "backlot/base/sim_time.h"
#include "backlot/network/signals.h"
#include "backlot/world/roads/shared_rows.h"

namespace backlot::world {

// The cycle of a programme. A phase is a place in it: nanoseconds from its start, at least zero and less than its length.
struct SignalCycle {
  struct Interval {
    std::int64_t end_ns = 0;  // from the start of the cycle
    std::uint32_t aspects = 0;
    bool is_intergreen = false;  // some group shows yellow or red and yellow, or none shows green

    friend auto operator<=>(const Interval&, const Interval&) = default;
  };

  std::int64_t length_ns = 0;
  std::int64_t offset_ns = 0;  // when one began, by the clock of the run
  std::span<const Interval> intervals;

  // By the clock of the run.
  std::int64_t phase_ns(base::SimTime time) const {
    BACKLOT_ASSERT(length_ns > 0, "a cycle takes time");
    const std::int64_t phase = (time.nanoseconds() - offset_ns) % length_ns;
    return phase < 0 ? phase + length_ns : phase;
  }
};

class SignalPlans {
 public:
  explicit SignalPlans(std::span<const network::SignalProgramme> programmes);

  // What the groups of a programme show at a time, and how much longer.
  struct Shown {
    const network::Aspect* aspects;  // by group of the programme
    std::int64_t lasts_ns;
  };
  Shown shown(std::uint32_t programme, base::SimTime time) const {
    const SignalCycle cycle = this->cycle(programme);
    return shown(cycle, cycle.phase_ns(time));
  }
  // The same at a phase of its cycle.
  Shown shown(const SignalCycle& cycle, std::int64_t phase_ns) const {
    BACKLOT_ASSERT(phase_ns >= 0 && phase_ns < cycle.length_ns, "a phase lies within the cycle");
    BACKLOT_ASSERT(!cycle.intervals.empty(), "a cycle has intervals");
    const SignalCycle::Interval* at = cycle.intervals.data();
    const SignalCycle::Interval* const last = at + (cycle.intervals.size() - 1);
    while (at != last && phase_ns >= at->end_ns) ++at;
    return {aspects_.rows().data() + at->aspects, at->end_ns - phase_ns};
  }

  std::size_t size() const { return plans_.size(); }
  SignalCycle cycle(std::uint32_t programme) const {
    BACKLOT_ASSERT(programme < plans_.size(), "a programme of another network");
    const Plan& plan = plans_[programme];
    return {plan.cycle_ns, plan.offset_ns, {intervals_.rows().data() + plan.first, plan.count}};
  }
  void prefetch(std::uint32_t programme) const { base::prefetch(&plans_[programme]); }

  std::size_t bytes() const {
    return plans_.capacity() * sizeof(Plan) + intervals_.bytes() + aspects_.bytes();
  }

 private:
  struct Plan {
    std::int64_t cycle_ns = 0, offset_ns = 0;
    std::uint32_t first = 0, count = 0;  // intervals
  };

  std::vector<Plan, base::HugePages<Plan>> plans_;
  SharedRows<SignalCycle::Interval> intervals_;
  SharedRows<network::Aspect> aspects_;
};

}  // namespace backlot::world
