// Left and right, as who travels sees them.
#pragma once

#include <cstdint>

namespace backlot::world {

enum class Side : std::uint8_t { none, left, right };

inline Side opposite(Side side) {
  if (side == Side::none) return side;
  return side == Side::left ? Side::right : Side::left;
}

}  // namespace backlot::world
