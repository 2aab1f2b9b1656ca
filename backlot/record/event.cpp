#include "backlot/record/event.h"

#include "backlot/base/assert.h"
#include "backlot/base/fields.h"

namespace backlot::record {

// Numbers that are read from files are compared with the count.
static_assert(count_of(RightOfWay{}) == static_cast<std::uint32_t>(RightOfWay::neither) + 1);
static_assert(count_of(EventKind{}) == static_cast<std::uint32_t>(EventKind::light_released) + 1);

std::string_view to_text(EventKind kind) {
  switch (kind) {
    case EventKind::entered:
      return "entered";
    case EventKind::left:
      return "left";
    case EventKind::crossed_line:
      return "crossed_line";
    case EventKind::ended_lane_change:
      return "ended_lane_change";
    case EventKind::began_lane_change:
      return "began_lane_change";
    case EventKind::contact:
      return "contact";
    case EventKind::wrecked:
      return "wrecked";
    case EventKind::issued:
      return "issued";
    case EventKind::accepted:
      return "accepted";
    case EventKind::refused:
      return "refused";
    case EventKind::done:
      return "done";
    case EventKind::expired:
      return "expired";
    case EventKind::superseded:
      return "superseded";
    case EventKind::failed:
      return "failed";
    case EventKind::cancelled:
      return "cancelled";
    case EventKind::claimed:
      return "claimed";
    case EventKind::claim_refused:
      return "claim_refused";
    case EventKind::released:
      return "released";
    case EventKind::light_requested:
      return "light_requested";
    case EventKind::light_accepted:
      return "light_accepted";
    case EventKind::light_refused:
      return "light_refused";
    case EventKind::light_released:
      return "light_released";
  }
  return "entered";
}

std::string_view to_text(RightOfWay right) {
  switch (right) {
    case RightOfWay::unknown:
      return "unknown";
    case RightOfWay::first:
      return "first";
    case RightOfWay::second:
      return "second";
    case RightOfWay::neither:
      return "neither";
  }
  return "unknown";
}

std::string_view to_text(world::Side side) {
  if (side == world::Side::none) return "none";
  return side == world::Side::left ? "left" : "right";
}

std::uint64_t chained(std::uint64_t hash, const Event& event) {
  BACKLOT_ASSERT(static_cast<std::uint32_t>(event.kind) < kEventKinds, "an event has a kind");
  base::FieldHasher hasher;
  hasher(hash, event);
  return hasher.value();
}

}  // namespace backlot::record
