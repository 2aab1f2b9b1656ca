// Where bodies on two corridors touch: pure geometry, seen in plan.
//
//                 B
//             |   :   |        A body of half width h sweeps the places centre +- h * lateral. The stretch on A is the hull of
//       ------+---:---+------  all distances at which the cross-section of A touches what B's body sweeps. At a right angle
//     A ..................>    that is B's half width to both sides of B's centre.
//       ------+---:---+------
//             |   :   |
//
// A stretch is never too short: it holds the true one. It is first found roughly, by the cells of the swaths, which are a millimetre
// too wide at most. Where edges cross at an angle that moves its ends by millimetres, which is good enough; where they graze a
// millimetre can be metres, and then the ends are settled by a closer look (stretch_ends.h).
#pragma once

#include <optional>

#include "backlot/network/dependency.h"
#include "backlot/network/internal/conflict/swath.h"

namespace backlot::network::internal {

// None where the bodies pass clear of each other. The same for (b, a), with its sides exchanged.
std::optional<Stretches> find_stretches(const Swath& a, const Swath& b);

// By the cells alone: not longer than the true ones of bodies a millimetre wider, but for a centimetre. They grow with the widths.
struct RoughStretches {
  Stretches stretches;
  bool is_certain = false;  // all their ends are
};
std::optional<RoughStretches> find_rough_stretches(const Swath& a, const Swath& b);

// The same, looked for only where bodies touch roughly that are not narrower, on either line.
std::optional<RoughStretches> find_rough_stretches(const Swath& a, const Swath& b, const Stretches& within);

// What follows from the rough ones.
std::optional<Stretches> find_stretches(const Swath& a, const Swath& b, const RoughStretches& rough);

}  // namespace backlot::network::internal
