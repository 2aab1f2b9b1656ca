#include "backlot/traffic/vehicle/right_of_way_now.h"

namespace backlot::traffic {

RightOfWayNow right_of_way_now(const world::Conflict& conflict, const ControlNow& one,
                               const ControlNow& other) {
  const RuleNow now = rule_now(conflict, one, other);
  if (now.by == RuleNow::By::lights && one.state == network::ControlState::stop)
    return RightOfWayNow::neither;
  switch (now.rule) {
    case network::Precedence::goes:
      return RightOfWayNow::first;
    case network::Precedence::yields:
      return RightOfWayNow::second;
    case network::Precedence::equal:
      return RightOfWayNow::neither;
    case network::Precedence::by_arrival:
      break;
  }
  return RightOfWayNow::unknown;
}

RightOfWayNow right_of_way_now(const world::Roads& roads, SignalView& signals, network::CorridorId one,
                               network::CorridorId other) {
  if (one.is_empty() || other.is_empty()) return RightOfWayNow::unknown;
  const world::TrackId track = roads.tracks.track_of(one);
  if (track.is_empty()) return RightOfWayNow::unknown;
  for (const world::Conflict& conflict : roads.conflicts.of(roads.tracks[track])) {
    if (conflict.corridor != other) continue;
    return right_of_way_now(conflict, {signals.aspect(one), signals.state(one)},
                            {signals.aspect(other), signals.state(other)});
  }
  return RightOfWayNow::unknown;
}

}  // namespace backlot::traffic
