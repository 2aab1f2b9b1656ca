// Which corridors of an intersection touch which, and where.
#pragma once

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

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// On both of two corridors that touch.
struct Stretches {
  Stretch own, other;

  friend bool operator==(const Stretches&, const Stretches&) = default;
};

// Half the width of the widest body for which corridors are looked at: with its mirrors, the widest that roads allow.
inline constexpr double kWidestBodyHalf_m = 1.5;

// Which of two corridors that touch has priority, before signals are asked.
enum class Precedence : std::uint8_t {
  goes,        // the other yields
  yields,      // this one does
  by_arrival,  // the earlier arrival goes; equal: see right_of_way.h
  equal,       // no rule says (merging lanes of one approach): take turns
};

// One corridor that traffic on another one must mind: bodies of kWidestBodyHalf_m on them would touch.
struct Dependency {
  CorridorId other;
  DependencyKind kind = DependencyKind::crossing;
  Precedence precedence = Precedence::equal;  // by signs and geometry, as if every signal were dark
  // Which of the pairs of corridors that touch this is: where both lie to each other alike it is one pair. Twice its number,
  // plus one for the second of the pair.
  std::uint32_t contact = 0;
};

}  // namespace backlot::network
