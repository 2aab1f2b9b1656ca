#include "backlot/network/signals.h"

#include "backlot/base/assert.h"
#include "backlot/network/network.h"

namespace backlot::network {

SignalPhase phase_at(const SignalProgramme& programme, base::SimTime time) {
  BACKLOT_CHECK(!programme.intervals.empty(), "a programme has an interval");
  const std::int64_t cycle = programme.cycle.nanoseconds();
  std::int64_t in_cycle = (time.nanoseconds() - programme.offset.nanoseconds()) % cycle;
  if (in_cycle < 0) in_cycle += cycle;
  for (std::size_t i = 0;; ++i) {
    const std::int64_t duration = programme.intervals[i].duration.nanoseconds();
    if (in_cycle < duration || i + 1 == programme.intervals.size())
      return {i, base::Duration::from_nanoseconds(in_cycle)};
    in_cycle -= duration;
  }
}

void show_programmes(const Network& network, base::SimTime time, SignalState& signals) {
  signals.assign(network.signal_groups().size(), Aspect::dark);
  for (const Intersection& intersection : network.intersections()) {
    if (intersection.group_count == 0) continue;
    const SignalProgramme& programme = network.programmes()[intersection.programme];
    const SignalPhase phase = phase_at(programme, time);
    for (std::uint32_t g = 0; g < intersection.group_count; ++g)
      signals[intersection.first_group + g] = programme.intervals[phase.interval].aspects[g];
  }
}

}  // namespace backlot::network
