// What the signals show at a moment.
#pragma once

#include <array>
#include <limits>

#include "backlot/base/sim_time.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/conflicts.h"

namespace backlot::traffic {

// Asked for one corridor after the other; signals that nobody looks at cost nothing. Programmes run by the clock of the run. It
// remembers some programmes, since those who drive near each other look at the same few: one view for each thread.
class SignalView {
 public:
  SignalView(const world::Conflicts& rules, base::SimTime time) : rules_(rules), time_(time) {}

  network::Aspect aspect(network::CorridorId corridor) {
    const world::CorridorRule& rule = rules_.rule(corridor);
    if (rule.programme == nullptr) return network::Aspect::dark;
    Seen& seen = seen_[rule.programme_number % kRemembered];
    if (rule.programme != seen.programme)
      seen = {rule.programme,
              rule.programme->intervals[network::phase_at(*rule.programme, time_).interval].aspects.data()};
    return seen.aspects[rule.group];
  }
  network::ControlState state(network::CorridorId corridor) {
    return rules_.rule(corridor).states[static_cast<std::size_t>(aspect(corridor))];
  }
  // Seconds until its lights change; without lights, for ever.
  double lasts_s(network::CorridorId corridor) const {
    const network::SignalProgramme* programme = rules_.rule(corridor).programme;
    if (programme == nullptr) return std::numeric_limits<double>::infinity();
    const network::SignalPhase phase = network::phase_at(*programme, time_);
    return (programme->intervals[phase.interval].duration - phase.elapsed).seconds();
  }

 private:
  const world::Conflicts& rules_;
  base::SimTime time_;
  static constexpr std::size_t kRemembered = 16;
  struct Seen {
    const network::SignalProgramme* programme = nullptr;
    const network::Aspect* aspects = nullptr;  // by group
  };
  std::array<Seen, kRemembered> seen_;
};

}  // namespace backlot::traffic
