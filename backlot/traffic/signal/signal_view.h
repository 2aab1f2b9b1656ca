// What the signals show at a moment.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "backlot/base/inline.h"
#include "backlot/base/sim_time.h"
#include "backlot/network/right_of_way.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::traffic {

// Asked for one corridor after the other; signals that no driver looks at cost nothing. Programmes run by the clock of
// the run, except those that have one of their own. The view remembers some programmes, since vehicles near each other
// look at the same few: one view for each thread.
class SignalView {
 public:
  SignalView(const world::Conflicts& conflicts, base::SimTime time) : conflicts_(conflicts), time_(time) {}
  SignalView(const world::Conflicts& conflicts, const SignalClocks& clocks, base::SimTime time)
      : conflicts_(conflicts), clocks_(clocks.is_empty() ? nullptr : &clocks), time_(time) {}

  BACKLOT_INLINE network::Aspect aspect(const world::CorridorSignal& signal) {
    if (!signal.has_programme()) return network::Aspect::dark;
    return shown(signal.programme).aspects[conflicts_.rule(signal).group];
  }
  network::ControlState state(const world::CorridorSignal& signal) { return state(signal, aspect(signal)); }
  network::ControlState state(const world::CorridorSignal& signal, network::Aspect aspect) const {
    return conflicts_.rule(signal).states[static_cast<std::size_t>(aspect)];
  }
  // Seconds until its lights change; without lights, for ever.
  double lasts_s(const world::CorridorSignal& signal) {
    if (!signal.has_programme()) return std::numeric_limits<double>::infinity();
    return base::Duration::from_nanoseconds(shown(signal.programme).lasts_ns).seconds();
  }

  network::Aspect aspect(network::CorridorId corridor) { return aspect(conflicts_.signal(corridor)); }
  network::ControlState state(network::CorridorId corridor) { return state(conflicts_.signal(corridor)); }

 private:
  BACKLOT_INLINE const world::SignalPlans::Shown& shown(std::uint32_t programme) {
    const std::size_t at = programme % kRemembered;
    if (programmes_[at] != programme + 1) {
      programmes_[at] = programme + 1;
      shown_[at] = clocks_ ? clocks_->shown(conflicts_.signals(), programme, time_)
                           : conflicts_.signals().shown(programme, time_);
    }
    return shown_[at];
  }

  const world::Conflicts& conflicts_;
  const SignalClocks* clocks_ = nullptr;  // where there are any
  base::SimTime time_;
  static constexpr std::size_t kRemembered = 32;
  std::array<std::uint32_t, kRemembered> programmes_{};  // number and one, nothing where none is remembered
  std::array<world::SignalPlans::Shown, kRemembered> shown_;
};

}  // namespace backlot::traffic
