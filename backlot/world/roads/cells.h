// Places to put vehicles on: one for every 25 m of lane, so that a full road is dense, but no vehicle begins in another's way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/world/tracks.h"

namespace backlot::world {

class Cells {
 public:
  static constexpr double kLength_m = 25;  // at least

  explicit Cells(const Tracks& tracks);

  struct Cell {
    TrackId track;
    double metres = 0;       // its middle
    bool is_usable = false;  // the lane is wide enough there, and goes on for a while
  };

  std::size_t size() const { return before_.back(); }
  std::size_t usable() const { return usable_; }
  // By number, along the tracks.
  Cell at(const Tracks& tracks, std::size_t number) const;

  std::size_t bytes() const { return before_.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> before_;  // by track, one more: how many come before its own
  std::size_t usable_ = 0;
};

}  // namespace backlot::world
