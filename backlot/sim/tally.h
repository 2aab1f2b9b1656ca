// What happened in a run so far, as counts.
#pragma once

#include <cstdint>

namespace backlot::sim {

// Sums of whole numbers, so that the order of adding does not count.
struct Tally {
  std::uint64_t steps = 0;
  std::uint64_t agent_steps = 0;
  std::int64_t distance_um = 0;
  std::uint64_t lane_changes = 0;
  std::uint64_t arrived = 0;
  std::uint64_t entries = 0, exits = 0;
  std::uint64_t contacts = 0;       // pairs of bodies that overlapped, counted in every step
  std::uint64_t red_crossings = 0;  // of stop lines
  std::uint64_t off_network = 0;    // agent-steps with the guide beside or beyond its strip
  std::uint64_t hard_braking = 0;   // agent-steps with more than 4 m/s2
  double hardest_braking_mps2 = 0;
  float longest_wait_s = 0;
  std::uint64_t nudges = 0;    // times that an extra drove over a crack between two joined lanes
  double largest_nudge_m = 0;  // of these cracks

  void add(const Tally& other);

  static void visit(auto& self, auto& field) {
    field(self.steps, self.agent_steps, self.distance_um, self.lane_changes, self.arrived, self.entries,
          self.exits, self.contacts, self.red_crossings, self.off_network, self.hard_braking,
          self.hardest_braking_mps2, self.longest_wait_s, self.nudges, self.largest_nudge_m);
  }
};

}  // namespace backlot::sim
