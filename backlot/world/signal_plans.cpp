#include "backlot/world/signal_plans.h"

namespace backlot::world {

SignalPlans::SignalPlans(std::span<const network::SignalProgramme> programmes) {
  plans_.reserve(programmes.size());
  for (const network::SignalProgramme& programme : programmes) {
    std::vector<Interval> intervals;
    std::int64_t end_ns = 0;
    for (const network::SignalProgramme::Interval& interval : programme.intervals) {
      end_ns += interval.duration.nanoseconds();
      intervals.push_back({end_ns, aspects_.add(interval.aspects)});
    }
    plans_.push_back({programme.cycle.nanoseconds(), programme.offset.nanoseconds(),
                      intervals_.add(intervals), static_cast<std::uint32_t>(intervals.size())});
  }
  intervals_.end_adding();
  aspects_.end_adding();
}

}  // namespace backlot::world
