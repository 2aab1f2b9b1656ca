#include "backlot/world/roads/signal_plans.h"

#include <algorithm>

namespace backlot::world {

namespace {

using network::Aspect;

bool is_intergreen(std::span<const Aspect> aspects) {
  const auto shows = [&](Aspect one, Aspect other) {
    return std::any_of(aspects.begin(), aspects.end(), [&](Aspect a) { return a == one || a == other; });
  };
  return shows(Aspect::yellow, Aspect::red_yellow) || !shows(Aspect::green, Aspect::green_arrow);
}

}  // namespace

SignalPlans::SignalPlans(std::span<const network::SignalProgramme> programmes) {
  plans_.reserve(programmes.size());
  for (const network::SignalProgramme& programme : programmes) {
    std::vector<SignalCycle::Interval> intervals;
    std::int64_t end_ns = 0;
    for (const network::SignalProgramme::Interval& interval : programme.intervals) {
      end_ns += interval.duration.nanoseconds();
      intervals.push_back({end_ns, aspects_.add(interval.aspects), is_intergreen(interval.aspects)});
    }
    plans_.push_back({programme.cycle.nanoseconds(), programme.offset.nanoseconds(),
                      intervals_.add(intervals), static_cast<std::uint32_t>(intervals.size())});
  }
  intervals_.end_adding();
  aspects_.end_adding();
}

}  // namespace backlot::world
