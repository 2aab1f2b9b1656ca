// What a body sweeps on its way: its boxes, metre by metre.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"

namespace backlot::world {

// The body of an entry on the strip of a track.
BodyBox box_of(const Tracks& tracks, const Track& track, const Entry& entry);

class Sweep {
 public:
  static constexpr std::uint32_t kMost = 48;
  static constexpr double kStep_m = 1;

  // From where it is now, along its trail, for so many metres, kMost at most.
  Sweep(const Tracks& tracks, const BodyShape& shape, const Mover& mover, double way_m);

  std::span<const BodyBox> boxes() const { return std::span(boxes_).first(count_); }
  // Whether one of them comes nearer to another box than this.
  bool comes_near(const BodyBox& other, double air_m) const;
  // Metres that are left before one of them does, a step too few at the most; infinite where none does.
  double way_to(const BodyBox& other, double air_m) const;

 private:
  std::array<BodyBox, kMost> boxes_;
  std::uint32_t count_ = 0;
};

}  // namespace backlot::world
