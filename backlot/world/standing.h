// Entering bodies into the occupancy of every surface that they touch, and of the corridors that they come to.
#pragma once

#include <cstdint>

#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// What others are told of a body besides where it is.
struct Signs {
  std::uint32_t number = 0;  // of the object
  std::uint16_t flags = 0;   // committed, held, queued: for the corridor ahead; wants_left, wants_right
  float arrived_s = kNever;
  double announce_m = 0;  // corridors this far ahead are told that it comes
};

// A body has entered a corridor when its front is so far inside; before that it comes to it.
inline constexpr double kEntered_m = 0.3;

// Appends its entries: on the strip of its own track, on those that its body reaches before and behind, on corridors that
// these touch, and on those that it is about to enter.
void add_entries(const Roads& roads, const BodyShape& shape, const Mover& mover, const Stance& stance,
                 const Signs& signs, EntryBatch& entries);

}  // namespace backlot::world
