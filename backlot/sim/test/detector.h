// A line across a lane, and when fronts came over it: what a loop in the road would tell.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

struct Passage {
  double time_s = 0;  // between two frames: in proportion to the way
  double speed_mps = 0;
  world::ObjectId id;
};

class Detector {
 public:
  // At a place of a track, before its end.
  Detector(world::TrackId track, double metres) : track_(track), metres_(metres) {}

  // To be called after every step, of equal length.
  void watch(const Simulation& simulation);
  std::span<const Passage> passages() const { return passages_; }
  // How many passed, from one time on and before another.
  std::size_t count(double from_s, double to_s) const;

 private:
  world::TrackId track_;
  double metres_;
  std::map<std::uint64_t, double>
      before_;  // by id: how far ahead the line was, in the last frame; only while it is ahead
  double last_s_ = 0;
  std::vector<Passage> passages_;
};

}  // namespace backlot::sim
