// Extras that are put on the road: what became of the wish.
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/world/ids.h"

namespace backlot::direct {

// Why an extra was not put on the road.
enum class NotAdded : std::uint8_t {
  none,
  no_number,  // a coordinate is not finite, or the speed is outside 0 to 150 m/s
  no_kind,
  no_lane,   // there is no lane for vehicles, no such strip, or the place is past its ends
  off_lane,  // the body would reach over the lane's edge
  past_end,  // the body would reach over one of the lane's ends
  taken,     // another body is nearer than half a metre
  full       // a run has no room for more
};
// A sentence for people.
std::string_view to_text(NotAdded refusal);

struct Added {
  world::ObjectId id{};  // empty where it was refused
  NotAdded refusal = NotAdded::none;
};

}  // namespace backlot::direct
