// Which corridors of an intersection touch which, and where.
#pragma once

#include <array>
#include <cstdint>

#include "backlot/network/ids.h"

namespace backlot::network {

enum class DependencyKind : std::uint8_t {
  crossing,
  merging,    // both end in the same lane
  diverging,  // both begin in the same lane
};

// Distances of a strip between which bodies touch.
struct Stretch {
  double from = 0, to = 0;
};

// Half widths of bodies for which stretches are stored; between them they are interpolated outward, so that a stretch is
// never too short.
inline constexpr std::array<double, 6> kBodyHalfWidths = {0.25, 0.5, 0.75, 1.0, 1.25, 1.5};

// Who goes first where two corridors touch, before signals are asked.
enum class Precedence : std::uint8_t {
  goes,        // the other yields
  yields,      // this one does
  by_arrival,  // who came first; equal: see right_of_way.h
  equal,       // no rule says (merging lanes of one approach): take turns
};

// One corridor that another one must mind.
struct Dependency {
  CorridorId other;
  DependencyKind kind = DependencyKind::crossing;
  Precedence precedence = Precedence::equal;  // by signs and geometry, as if every signal were dark
  std::uint32_t table = 0;                    // of stretches, within the network
};

}  // namespace backlot::network
