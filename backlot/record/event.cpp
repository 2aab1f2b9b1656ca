#include "backlot/record/event.h"

#include "backlot/base/hash.h"

namespace backlot::record {

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

std::uint64_t chained(std::uint64_t hash, const Event& e) {
  base::Hasher hasher;
  hasher.add(hash);
  hasher.add(e.time.nanoseconds());
  hasher.add(e.object.raw());
  hasher.add(e.other.raw());
  for (const std::uint32_t number : {e.corridor.raw(), e.other_corridor.raw(), e.from.raw(), e.to.raw(),
                                     e.directive, e.issuer, static_cast<std::uint32_t>(e.kind),
                                     static_cast<std::uint32_t>(e.side), static_cast<std::uint32_t>(e.aspect),
                                     static_cast<std::uint32_t>(e.right_of_way), std::uint32_t{e.reason}})
    hasher.add(number);
  hasher.add(static_cast<double>(e.relative_speed_mps));
  return hasher.value();
}

}  // namespace backlot::record
