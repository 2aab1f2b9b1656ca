#include "backlot/traffic/vehicle/internal/exit_room.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic::internal {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;

constexpr double kFlowing_mps = 4;  // behind a vehicle as fast as this an exit without lights will be free
constexpr double kNoRoom_m = 8;     // too little for one more vehicle at the start of a lane

// Whether an external object stands in the corridor on the own path. It does not clear the corridor. Two vehicles that wait behind it
// side by side, where their paths join, could not go on any more. Long vehicles may get past where others do not.
[[gnu::noinline]] bool is_blocked(const CorridorAhead& here) {
  if (here.self.shape.is_long()) return false;
  const auto half = static_cast<double>(here.self.shape.half_width_m());
  for (const Entry& e : here.around.occupancy.on(here.track.strip)) {
    if (!e.has(EntryFlag::external) || e.has(EntryFlag::approaches) || e.pace_mps >= kStands_mps) continue;
    const double at = std::clamp(0.5 * (e.from + e.to), 0.0, here.track.strip_length);
    const double centre = here.around.tracks.centre_at(here.track, at);
    if (static_cast<double>(e.left) > centre - half && static_cast<double>(e.right) < centre + half)
      return true;
  }
  return false;
}

// Metres from the start of the exit lane to the rear of the last vehicle on it; a moving vehicle moves on before it stops.
double room_on(const CorridorAhead& here, const Track& exit) {
  double room = exit.length;
  const world::LaneBand lane =
      world::LaneBand::around(here.around.tracks, exit, 0, static_cast<double>(exit.half_width));
  const double scale = exit.length / exit.strip_length;
  for (const Entry& e : here.around.occupancy.on(exit.strip)) {
    if (e.id == here.self.id || e.has(EntryFlag::approaches) || !is_body_between(e, lane.at(e))) continue;
    const double rear = exit.is_along ? e.from * scale : exit.length - e.to * scale;
    const double speed = std::fabs(static_cast<double>(e.speed_mps));
    if (speed > kFlowing_mps && !here.is_lit()) continue;
    room = std::min(room, rear + speed * speed / (2 * kOthersBrake_mps2));
  }
  return room;
}

// The room taken by the vehicles that will come over a track to the exit lane before the own vehicle does.
void take_room(const CorridorAhead& here, const Track& track, double& room) {
  BACKLOT_ASSERT(!std::isnan(room), "room behind an intersection is a number");
  for (const Entry& e : here.around.occupancy.on(track.strip)) {
    if (!e.has(EntryFlag::travels) || e.id == here.self.id) continue;
    if (e.has(EntryFlag::approaches) && !e.has(EntryFlag::committed)) continue;
    const double scale = track.length / track.strip_length;
    const double rear = track.is_along ? e.from * scale : track.length - e.to * scale;
    if (rear < track.length) room -= e.length() + 2;
  }
}

}  // namespace

bool has_exit_room(const CorridorAhead& here) {
  const world::Tracks& tracks = here.around.tracks;
  if (here.around.has_externals && is_blocked(here)) [[unlikely]]
    return false;
  if (here.track.onward_count == 0) return true;
  // mostly the one that follows on the trail, which is in cache
  const Track& exit =
      tracks[here.track.onward_count == 1 && !here.next.is_empty() ? here.next
                                                                   : tracks.onward(here.track).front()];
  if (exit.is_corridor()) return true;
  double room = room_on(here, exit);
  if (room >= exit.length) return true;
  room -= here.length_m + static_cast<double>(here.driver.traits.gap_m);
  take_room(here, here.track, room);
  for (const world::Conflict& conflict : here.around.conflicts.of(here.track))
    if (conflict.kind == network::DependencyKind::merging) take_room(here, tracks[conflict.other], room);
  return room >= 0;
}

bool is_lane_full(const CorridorAhead& here) {
  const world::TrackId from = here.lane_before(here.track.corridor);
  if (from.is_empty()) return false;
  const Track& lane = here.around.tracks[from];
  return here.has_standing(lane, lane.length - kNoRoom_m, std::numeric_limits<double>::infinity());
}

}  // namespace backlot::traffic::internal
