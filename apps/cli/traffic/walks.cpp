#include "apps/cli/traffic/walks.h"

#include <algorithm>

namespace backlot::cli {

void WalkCounts::look(const sim::Simulation& simulation) {
  for (const traffic::Walker& walker : simulation.walkers()) {
    if (walker.number >= was_crossing_.size()) was_crossing_.resize(walker.number + 1U);
    speeds_ += walker.speed_mps();
    ++looks_;
    if (was_crossing_[walker.number] && !walker.is_crossing()) ++walks_.crossed;
    was_crossing_[walker.number] = walker.is_crossing();
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
