// Turning shares: how the traffic of a carriageway divides among its exits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/world/tracks.h"

namespace backlot::traffic {

// Said for some carriageways; on all others every exit is as likely as the next, and vehicles turn back only where nothing else is
// left. Shares are weights: only their ratios count.
class TurningShares {
 public:
  // One weight for each exit, zero or more and finite, one of them above zero. What was said of the carriageway before is
  // forgotten.
  void set(const world::Tracks& tracks, world::CarriagewayId way, std::span<const double> shares);

  // By exit; empty where nothing was said.
  std::span<const double> of(world::CarriagewayId way) const;

  std::span<const world::CarriagewayId> carriageways() const { return ways_; }

 private:
  std::vector<world::CarriagewayId> ways_;  // sorted
  std::vector<std::vector<double>> shares_;
};

// How drivers draw their turns: by which seed, and by which shares.
struct Turning {
  std::uint64_t seed = 1;
  TurningShares shares{};
};

}  // namespace backlot::traffic
