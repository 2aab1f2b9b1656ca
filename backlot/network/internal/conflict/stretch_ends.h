// The ends of stretches, made certain.
//
//               . - ~~~~~ - .                The edge of a turn swings over that of a line. Swaths are a millimetre too wide: where
//     -------.'---------------'.-------      edges cross at an angle that moves an end by millimetres, where they graze by metres,
//         .'  |<-  metres  ->|  '.           or bodies do not touch at all. So an end is certain only where bodies surely touch a
//       .'                        '.         little further inside.
//
// How it is found: pairs of parts, one of each swath, that may touch are kept by the distance at which they may. The outermost
// one is the end, if bodies surely touch close to it; if not, one of its parts is halved, and what is left of the pair goes back
// among the others. So only what decides is ever looked at closely.
//
// Bodies that come nearer to each other than 2.2e-6 m (twice FineSwath::kSlack_m, and what its parts may be off) count as touching.
// That matters where edges are as good as parallel, as those of lanes beside each other: whether they touch is then beyond what the
// numbers of a road say, and a stretch is never too short. For the same reason what is not decided after many halvings touches: curves
// that run side by side for tens of metres, apart by less than about 1e-5 m.
#pragma once

#include <optional>

#include "backlot/network/dependency.h"
#include "backlot/network/internal/conflict/swath.h"

namespace backlot::network::internal {

// From stretches that hold the true ones; none where bodies pass clear. An end is at most kCertain_m further out than a place where
// bodies surely touch, but for those of the last paragraph. The same for (b, a), with its sides exchanged.
std::optional<Stretches> settle_stretches(const Swath& a, const Swath& b, const Stretches& rough);

}  // namespace backlot::network::internal
