// Where bodies on two corridors touch: pure geometry, seen in plan.
//
//                 B
//             |   :   |        A body of half width h sweeps the places centre +- h * lateral. The stretch on A is the hull of
//       ------+---:---+------  all distances at which the cross-section of A touches what B's body sweeps. At a right angle
//     A ..................>    that is B's half width to both sides of B's centre.
//       ------+---:---+------
//             |   :   |
//
// A stretch is never too short: it holds the true one. Swaths are a millimetre too wide at most, so it is not longer than the
// true one of bodies a millimetre wider, but for a centimetre. Where edges cross at an angle that is a few millimetres too
// long. Where they graze, or a second place of contact is about to come in, a millimetre across can be metres along, for the
// answer as for the thing itself.
#pragma once

#include <optional>

#include "backlot/network/dependency.h"
#include "backlot/network/internal/swath.h"

namespace backlot::network::internal {

// Swaths on different levels do not touch: the heights of the centres of two cross-sections differ by less than this where
// they can.
inline constexpr double kClearHeight_m = 2.5;

// None where the bodies pass clear of each other. The same for (b, a), with its sides exchanged.
std::optional<Stretches> find_stretches(const Swath& a, const Swath& b);

// The same, looked for only where bodies touch that are not narrower, on either line.
std::optional<Stretches> find_stretches(const Swath& a, const Swath& b, const Stretches& within);

}  // namespace backlot::network::internal
