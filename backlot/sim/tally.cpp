#include "backlot/sim/tally.h"

#include <algorithm>

namespace backlot::sim {

void Tally::add(const Tally& o) {
  steps += o.steps;
  agent_steps += o.agent_steps;
  distance_um += o.distance_um;
  lane_changes += o.lane_changes;
  arrived += o.arrived;
  entries += o.entries;
  exits += o.exits;
  contacts += o.contacts;
  red_crossings += o.red_crossings;
  off_network += o.off_network;
  hard_braking += o.hard_braking;
  hardest_braking_mps2 = std::max(hardest_braking_mps2, o.hardest_braking_mps2);
  longest_wait_s = std::max(longest_wait_s, o.longest_wait_s);
  nudges += o.nudges;
  largest_nudge_m = std::max(largest_nudge_m, o.largest_nudge_m);
}

}  // namespace backlot::sim
