// Pairs of bodies that overlap, found by their boxes alone: it shares nothing with the occupancy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {

class Overlaps {
 public:
  // Slots of the run, or objects of the frame, the smaller one first.
  struct Pair {
    std::size_t one = 0, other = 0;
  };

  // The pairs of extras as they are now, in order.
  std::span<const Pair> find(const Simulation& simulation);
  // The pairs of objects of a frame.
  std::span<const Pair> find(const record::Frame& frame);

 private:
  struct Box {
    double x, y, z, heading_x, heading_y, half_length, half_width;
  };
  static bool is_apart(const Box& a, const Box& b);
  void find_pairs();  // of the boxes
  void find_near(std::size_t slot, std::size_t place);

  std::vector<Box> boxes_;
  // By the square of the plane that the middle of a body is in: the first one there, and after each the next. Far squares may share
  // a place.
  std::vector<std::uint32_t> first_, next_;
  std::vector<Pair> pairs_;
};

}  // namespace backlot::sim
