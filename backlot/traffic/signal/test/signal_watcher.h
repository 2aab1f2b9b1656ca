// An observer of one signal at all times: checks that it shows its states in order, and for how long.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/network/signals.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/world/roads/signal_plans.h"

namespace backlot::traffic {

class SignalWatcher {
 public:
  struct Seen {
    std::size_t interval = 0;
    std::int64_t programmed_ns = 0;  // of it, and what of it was left when the watch began
    base::SimTime begin, end;
  };

  // The programme is the only one of its plans.
  SignalWatcher(const network::SignalProgramme& programme, const world::SignalPlans& plans, base::SimTime now,
                const SignalClocks& clocks);

  // To be called before the clocks are told anything at this time. A test failure where a state is skipped, repeated or left
  // too early, where one is shown for another length than was told, or time runs backwards.
  void watch(const SignalClocks& clocks, base::SimTime until);
  // The clocks were told something.
  void look_again(const SignalClocks& clocks);

  const std::vector<Seen>& seen() const { return seen_; }

 private:
  std::size_t interval_at(const SignalClocks& clocks, base::SimTime time) const;

  const network::SignalProgramme& programme_;
  const world::SignalPlans& plans_;
  std::vector<Seen> seen_;  // the states that have ended
  Seen now_;
  base::SimTime at_;
};

}  // namespace backlot::traffic
