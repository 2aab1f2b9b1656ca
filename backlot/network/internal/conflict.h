// Where bodies on two corridors touch: pure geometry, seen in plan.
//
//                 B
//             |   :   |        A body of half width h sweeps the strip centre +- h * lateral. The stretch on A is the hull
//       ------+---:---+------  of all distances at which the cross-section of A touches the strip that B's body sweeps.
//     A ..................>    At a right angle that is B's half width to both sides of B's centre.
//       ------+---:---+------
//             |   :   |
#pragma once

#include <optional>

#include "backlot/network/internal/conflict_table.h"
#include "backlot/network/internal/swept_line.h"

namespace backlot::network::internal {

// Two strips on different levels do not touch: the heights of the centres of two cross-sections differ by less than this
// where they can.
inline constexpr double kClearHeight_m = 2.5;

// Both sides of it. A cell [h][o] of the one is clear where [o][h] of the other is.
struct Conflict {
  ConflictTable on_first, on_second;

  friend bool operator==(const Conflict&, const Conflict&) = default;
};

// None where even the widest bodies pass clear of each other. The same for (b, a), with its sides exchanged.
std::optional<Conflict> find_conflict(const SweptLine& a, const SweptLine& b);
std::optional<Conflict> find_conflict(const CentreLine& a, const CentreLine& b);

}  // namespace backlot::network::internal
