// What the signals show at a moment.
#pragma once

#include "backlot/base/sim_time.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/conflicts.h"

namespace backlot::traffic {

// Asked for one corridor after the other; signals that nobody looks at cost nothing. Programmes run by the clock of the run. It
// remembers the last programme, since those who drive near each other look at the same: one for each thread.
class SignalView {
 public:
  SignalView(const world::Conflicts& rules, base::SimTime time) : rules_(rules), time_(time) {}

  network::Aspect aspect(network::CorridorId corridor) {
    const world::CorridorRule& rule = rules_.rule(corridor);
    if (rule.programme == nullptr) return network::Aspect::dark;
    if (rule.programme != programme_) {
      programme_ = rule.programme;
      interval_ = &programme_->intervals[network::phase_at(*programme_, time_).interval];
    }
    return interval_->aspects[rule.group];
  }
  network::ControlState state(network::CorridorId corridor) {
    return rules_.rule(corridor).states[static_cast<std::size_t>(aspect(corridor))];
  }

 private:
  const world::Conflicts& rules_;
  base::SimTime time_;
  const network::SignalProgramme* programme_ = nullptr;
  const network::SignalProgramme::Interval* interval_ = nullptr;
};

}  // namespace backlot::traffic
