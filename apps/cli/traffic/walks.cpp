#include "apps/cli/traffic/walks.h"

#include <algorithm>

namespace backlot::cli {

void WalkCounts::look(const sim::Simulation& simulation) {
  was_crossing_.resize(simulation.walkers().size());
  for (std::size_t row = 0; row < simulation.walkers().size(); ++row) {
    const traffic::Walker& walker = simulation.walkers()[row];
    speeds_ += walker.speed_mps();
    ++looks_;
    if (was_crossing_[row] && !walker.is_crossing()) ++walks_.crossed;
    was_crossing_[row] = walker.is_crossing();
    if (walker.states.has(traffic::walker_states::kWait))
      walks_.longest_wait_s = std::max(walks_.longest_wait_s, static_cast<double>(walker.waited_s));
  }
}

Walks WalkCounts::sum() const {
  Walks walks = walks_;
  if (looks_ > 0) walks.mean_speed_mps = speeds_ / static_cast<double>(looks_);
  return walks;
}

}  // namespace backlot::cli
