// Left and right, as the traveller sees them.
#pragma once

#include <cstdint>

namespace backlot::world {

enum class Side : std::uint8_t { none, left, right };
constexpr std::uint32_t count_of(Side) { return 3; }

inline Side opposite(Side side) {
  if (side == Side::none) return side;
  return side == Side::left ? Side::right : Side::left;
}

}  // namespace backlot::world
