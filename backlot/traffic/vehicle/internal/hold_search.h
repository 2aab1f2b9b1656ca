// Where a driver has to wait in a corridor: the first conflict zone that it must not enter now. For every corridor that touches the
// own one the search looks at the vehicles that are in it or come to it.
#pragma once

#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/internal/beside_in_turn.h"
#include "backlot/traffic/vehicle/internal/yielding.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic::internal {

inline constexpr double kNoHold = std::numeric_limits<double>::infinity();

// What the vehicles in an intersection ask of a driver: where to wait, in metres of the corridor, and the most acceleration until then.
struct Hold {
  double at_m = kNoHold;
  double most_mps2 = kNoLimit_mps2;
};

// Whether a vehicle that has come into a conflict zone may wait there for one that does not look out for it: at the edge of the
// zone, or where it comes to stand before the end of the zone.
inline bool may_stay(const CorridorAhead& here, const world::ConflictStretch& stretch) {
  constexpr double kEdge_m = 1.2;
  const double v = here.self.speed(), hardest = static_cast<double>(here.driver.traits.hardest_mps2);
  return here.front_m < static_cast<double>(stretch.from) + kEdge_m ||
         here.front_m + v * (kSure_s + v / (2 * hardest)) < static_cast<double>(stretch.to);
}

// A long body follows its path with the middle between its axles. In a bend away from the kerb its nose swings out of the band for which conflict stretches
// are known: a driver that waits for it stays so much further back. The rear axle is some 0.27 of the length behind the middle, the nose half of it ahead.
inline double room_for_nose_m(const CorridorAhead& here, const world::Conflict& conflict,
                              const world::Entry& e, double at_m) {
  constexpr double kToAxle = 0.27, kToNose = 0.5, kLeastSine = 0.5;
  const double length = e.length();
  world::StripView view;
  if (!e.is_long() || !here.around.conflicts.find_view(conflict, at_m, 0, view)) return 0;
  const world::Tracks& tracks = here.around.tracks;
  const double from_kerb = tracks.network().side() == network::TrafficSide::right ? 1 : -1;
  const double curvature = from_kerb * tracks[conflict.other].sign() * view.curvature;
  if (curvature <= 0) return 0;
  return curvature * length * length * kToNose * (kToAxle + 0.5 * kToNose) /
         std::max(kLeastSine, std::fabs(view.sine));
}

// Whether an external vehicle drives ahead on the own path. Its corridor is unknown; the driver follows it.
inline bool is_followed(const CorridorAhead& here, std::uint32_t id) {
  const auto drives_on = [&](const world::Track& track, double ahead_of) {
    for (const world::Entry& e : here.around.occupancy.on(track.strip))
      if (e.id == id && e.has(world::EntryFlag::travels) && !e.has(world::EntryFlag::approaches) &&
          track.sign() * static_cast<double>(e.speed_mps) > 0 && static_cast<double>(e.front_m) > ahead_of)
        return true;
    return false;
  };
  if (drives_on(here.track, here.front_m)) return true;
  for (const world::TrackId onward : here.around.tracks.onward(here.track))
    if (drives_on(here.around.tracks[onward], 0)) return true;
  return false;
}

// Whether a vehicle that has the right of way cannot go, where no light is lit: it comes up behind one that stands before the line,
// and that one waits for others, maybe for the own vehicle.
inline bool is_kept_back(const CorridorAhead& here, const OtherCorridor& other, const world::Entry& e) {
  if (!here.is_dark_with(other) || !e.has(world::EntryFlag::approaches) ||
      e.has(world::EntryFlag::committed | world::EntryFlag::external | world::EntryFlag::clears))
    return false;
  const world::TrackId from = here.lane_before(other.conflict.corridor);
  return !from.is_empty() && here.has_standing(here.around.tracks[from], 0, -static_cast<double>(e.front_m));
}

// The place to wait, such that the waiting body is not in the way of others: before every conflict zone that it would cover. Zones that it is
// already in do not count, nor those whose traffic has red and lets it clear them first.
BACKLOT_INLINE double out_of_the_way(const CorridorAhead& here, double hold) {
  if (hold == kNoHold) return hold;
  const world::Conflicts& conflicts = here.around.conflicts;
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (const world::Conflict& conflict : conflicts.of(here.track)) {
      const world::ConflictStretch& stretch =
          conflicts.stretch(conflict, here.self.mover.shape_class, world::kWidthClasses - 1);
      const auto from = static_cast<double>(stretch.from), to = static_cast<double>(stretch.to);
      if (conflict.kind == network::DependencyKind::diverging || stretch.is_clear() || from >= hold ||
          to <= hold - kHoldBefore_m - here.length_m || here.front_m > from)
        continue;
      if (here.signals.state(conflict.signal) == network::ControlState::stop) continue;
      hold = from;
      is_done = false;
    }
  }
  return hold;
}

// Whether a body inside the intersection that waits with its front before a conflict zone covers another zone that it is already in,
// where the other traffic is free to go.
inline bool would_be_in_the_way(const CorridorAhead& here, double hold) {
  BACKLOT_ASSERT(!std::isnan(hold), "a place to wait is a number");
  const world::Conflicts& conflicts = here.around.conflicts;
  for (const world::Conflict& conflict : conflicts.of(here.track)) {
    const world::ConflictStretch& stretch = conflicts.stretch(conflict, here.self.mover.shape_class, 1);
    if (conflict.kind == network::DependencyKind::diverging || stretch.is_clear()) continue;
    if (here.front_m > static_cast<double>(stretch.from) &&
        hold - kHoldBefore_m - here.length_m < static_cast<double>(stretch.to) &&
        here.signals.state(conflict.signal) != network::ControlState::stop)
      return true;
  }
  return false;
}

// The same as find_hold() for vehicles that are too far away to be announced. Their turn is not known yet: every vehicle counts that is
// on the lane of a stream to which the driver yields.
template <class Note>
double find_far_hold(const CorridorAhead& here, const Note& note) {
  constexpr double kAnnounced_m = 5;  // nearer than they see, less this, vehicles have announced their turn
  for (const world::Conflict& conflict : here.around.conflicts.of(here.track)) {
    const OtherCorridor other{conflict, here.signals.aspect(conflict.signal),
                              here.signals.state(conflict.signal)};
    if (!is_judged(here, other)) continue;
    const world::TrackId from = here.lane_before(conflict.corridor);
    if (from.is_empty()) continue;
    const world::Track& lane = here.around.tracks[from];
    const double scale = lane.length / lane.strip_length;
    for (const world::Entry& e : here.around.occupancy.on(lane.strip)) {
      const double speed = lane.sign() * static_cast<double>(e.speed_mps);
      const double left_m = lane.is_along ? lane.length - e.to * scale : e.from * scale;
      if (!e.has(world::EntryFlag::own) || speed <= 0 || left_m < sight_m(speed) - kAnnounced_m) continue;
      const world::ConflictStretch& stretch =
          here.around.conflicts.stretch(conflict, here.self.mover.shape_class, e.shape);
      if (stretch.is_clear() || static_cast<float>(here.front_m) > stretch.from) continue;
      const auto limit = static_cast<double>(conflict.limit_mps);
      const double comes = comes_s(left_m + static_cast<double>(stretch.other_from), speed, limit);
      const double lag = comes - here.there_s(stretch);
      const double least = least_lag_s(here, stretch, e.length(), limit);
      if (lag < least && !here.has_standing(lane, 0, left_m)) {
        if constexpr (Note::kListens)
          note.held = {.limit = Limit::gap,
                       .others_corridor = conflict.corridor,
                       .object = e.id,
                       .gap = Why::Gap{lag, least}};
        return static_cast<double>(stretch.from);
      }
    }
  }
  return kNoHold;
}

// The first conflict zone that the driver must not enter now; kNoHold where it may drive through.
template <class Note>
Hold find_hold(const CorridorAhead& here, bool has_entered, const Note& note) {
  Hold hold;
  if (here.self.dials != nullptr && here.self.dials->goes_first) return hold;
  const Surroundings& around = here.around;
  for (const world::Conflict& conflict : around.conflicts.of(here.track)) {
    if (conflict.kind == network::DependencyKind::diverging) continue;  // the driver follows, or has followed
    const world::EntryList list = around.occupancy.on(conflict.strip);
    if (list.empty()) continue;
    const network::Aspect other_aspect = here.signals.aspect(conflict.signal);
    const OtherCorridor other{conflict, other_aspect, here.signals.state(conflict.signal, other_aspect)};
    for (const world::Entry& e : list) {
      if (!e.has(world::EntryFlag::travels) || e.id == here.self.id) continue;
      const world::ConflictStretch& stretch =
          around.conflicts.stretch(conflict, here.self.mover.shape_class, e.shape);
      if (stretch.is_clear() || static_cast<double>(stretch.from) >= hold.at_m) continue;
      // in the zone, or past it: the driver goes on and out
      if (static_cast<float>(here.front_m) > stretch.from &&
          !(e.has(world::EntryFlag::external) && may_stay(here, stretch)))
        continue;
      if (e.has(world::EntryFlag::external) && is_followed(here, e.id)) continue;
      const Yielding yielding = yields_to(here, other, stretch, e, has_entered);
      const bool slows = yielding.most_mps2 < hold.most_mps2;
      if (!(yielding.waits || slows) || is_kept_back(here, other, e)) continue;
      if (yielding.waits) {
        const auto from = static_cast<double>(stretch.from);
        hold.at_m = from - room_for_nose_m(here, conflict, e, from);
      }
      if (slows) hold.most_mps2 = yielding.most_mps2;
      if constexpr (Note::kListens)
        (yielding.waits ? note.held : note.slowed) = why_yield(here, other, stretch, e, has_entered);
    }
  }
  if (!here.is_lit() && !has_entered && !here.driver.is_committed() && hold.at_m == kNoHold)
    hold.at_m = find_far_hold(here, note);
  if (!here.track.is_straight) hold.at_m = std::min(hold.at_m, place_behind_long_beside(here));
  hold.at_m = out_of_the_way(here, hold.at_m);
  return hold;
}

}  // namespace backlot::traffic::internal
