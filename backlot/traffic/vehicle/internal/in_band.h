// Bodies by where they lie across a strip.
#pragma once

#include "backlot/world/occupancy.h"

namespace backlot::traffic::internal {

// Whether the claim of an entry reaches between two offsets.
inline bool is_in_band(const world::Entry& e, double right, double left) {
  return static_cast<double>(e.claim_left) > right && static_cast<double>(e.claim_right) < left;
}

}  // namespace backlot::traffic::internal
