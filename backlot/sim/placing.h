// Extras that are put on the road between two steps.
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/network/ids.h"
#include "backlot/traffic/vehicle/arrivals.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// Why an extra was not put on the road.
enum class NotAdded : std::uint8_t {
  none,
  no_number,  // NaN, infinite; a speed below zero, or beyond all reason
  no_kind,
  no_lane,   // none for vehicles, no such strip, or past its ends
  off_lane,  // the body would reach over the lane's edge
  past_end,  // or over one of its ends
  taken,     // less than half a metre of air to another body
  full       // a run has no room for more
};
std::string_view to_text(NotAdded refusal);

struct Added {
  world::ObjectId id{};  // empty where it was refused
  NotAdded refusal = NotAdded::none;
};

// At a place of a strip, in the direction in which its lane is travelled, where there is room. The driver goes on to where it keeps in its lane.
Added add_extra(Run& run, world::ObjectKind kind, network::StripId strip, double distance, double offset,
                double speed_mps);

// The world as it is now, for casting. Good until the next step, and until an object is added or removed.
traffic::CastingView casting(Run& run);

}  // namespace backlot::sim
