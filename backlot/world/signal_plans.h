// The programmes of signals, made to be asked often: those that differ only in their offset share the rest.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/base/prefetch.h"
#include "backlot/base/sim_time.h"
#include "backlot/network/signals.h"
#include "backlot/world/shared_rows.h"

namespace backlot::world {

class SignalPlans {
 public:
  explicit SignalPlans(std::span<const network::SignalProgramme> programmes);

  // What the groups of a programme show at a time, and how much longer.
  struct Shown {
    const network::Aspect* aspects;  // by group of the programme
    std::int64_t lasts_ns;
  };
  Shown shown(std::uint32_t programme, base::SimTime time) const {
    const Plan& plan = plans_[programme];
    std::int64_t in_cycle = (time.nanoseconds() - plan.offset_ns) % plan.cycle_ns;
    if (in_cycle < 0) in_cycle += plan.cycle_ns;
    const Interval* at = intervals_.rows().data() + plan.first;
    const Interval* const last = at + (plan.count - 1);
    while (at != last && in_cycle >= at->end_ns) ++at;
    return {aspects_.rows().data() + at->aspects, at->end_ns - in_cycle};
  }
  void prefetch(std::uint32_t programme) const { base::prefetch(&plans_[programme]); }

  std::size_t bytes() const {
    return plans_.capacity() * sizeof(Plan) + intervals_.bytes() + aspects_.bytes();
  }

 private:
  struct Interval {
    std::int64_t end_ns = 0;  // from the start of the cycle
    std::uint32_t aspects = 0;

    friend auto operator<=>(const Interval&, const Interval&) = default;
  };
  struct Plan {
    std::int64_t cycle_ns = 0, offset_ns = 0;
    std::uint32_t first = 0, count = 0;  // intervals
  };

  std::vector<Plan, base::HugePages<Plan>> plans_;
  SharedRows<Interval> intervals_;
  SharedRows<network::Aspect> aspects_;
};

}  // namespace backlot::world
