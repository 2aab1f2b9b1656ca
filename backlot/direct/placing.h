// Extras that are put on the road: what became of the wish.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "backlot/geometry/points.h"
#include "backlot/traffic/pedestrian/traits.h"
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
  taken,     // another body is nearer than half a metre; two people, than half of that
  full       // a run has no room for more
};
// A sentence for people.
std::string_view to_text(NotAdded refusal);

// A person that stands at a place, on a footway or beside one, and waits to be told what to do.
struct NewPerson {
  geometry::WorldPoint at{};
  double heading_x = 1, heading_y = 0;  // unit
  std::optional<traffic::Age> age{};    // drawn like those of the others where it is not said
};

struct Added {
  world::ObjectId id{};  // empty where it was refused
  NotAdded refusal = NotAdded::none;
};

}  // namespace backlot::direct
