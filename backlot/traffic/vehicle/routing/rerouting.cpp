#include "backlot/traffic/vehicle/routing/rerouting.h"

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/internal/exit_room.h"

namespace backlot::traffic {

namespace {

using world::Exit;
using world::Track;
using world::TrackId;

// For how long a driver waits for room: without lights, and with them, where one red may be among it.
constexpr float kGivesUp_s = 15, kGivesUpAtLights_s = 60;
constexpr std::uint64_t kLooksEvery = 8;  // steps, by turns

// Whether a turn goes back, or to where the vehicle has to back out again.
bool is_last_resort(const world::Tracks& tracks, const Exit& e) {
  if (e.turn == network::Turn::u_turn) return true;
  const std::span<const Exit> after = tracks.exits(tracks[e.to]);
  return !after.empty() && tracks[tracks.tracks_of(tracks[after.front().to]).front()].is_backing;
}

// The corridor from a lane to a carriageway, if one track is all that lies between.
TrackId find_corridor_to(const world::Tracks& tracks, const Track& lane, world::CarriagewayId to) {
  for (const TrackId next : tracks.onward(lane)) {
    const Track& track = tracks[next];
    if (!track.is_corridor() || track.onward_count != 1) continue;
    if (tracks[tracks.onward(track).front()].carriageway == to) return next;
  }
  return {};
}

}  // namespace

std::optional<std::uint8_t> find_other_exit(const Surroundings& around, const Self& self,
                                            const Driver& driver) {
  const world::Trail& trail = self.mover.trail;
  const world::Tracks& tracks = around.tracks;
  const Track& track = self.track(tracks);
  if (!driver.is_held() || driver.stood_s < kGivesUp_s || (around.tick.index + self.id) % kLooksEvery != 0 ||
      self.dials != nullptr || self.mover.is_shifting() || track.is_corridor() || trail.ahead() == 0)
    return std::nullopt;
  const Track& ahead = tracks[trail.ahead(0)];
  if (!ahead.is_corridor()) return std::nullopt;
  const bool is_lit = around.signals.aspect(ahead.corridor) != network::Aspect::dark;
  if (is_lit && driver.stood_s < kGivesUpAtLights_s) return std::nullopt;
  const std::span<const Exit> exits = tracks.exits(tracks[track.carriageway]);
  BACKLOT_ASSERT(!exits.empty(), "a driver that is held is about to leave its carriageway");
  const double away_m = track.length - self.mover.metres - static_cast<double>(self.shape.front_m());
  for (std::size_t k = 0; k < exits.size(); ++k) {
    // not all drivers of a queue try the same one first
    const std::size_t which = (k + self.id) % exits.size();
    const Exit& e = exits[which];
    if ((e.lanes & (world::LaneMask{1} << track.abreast)) == 0 || is_last_resort(tracks, e)) continue;
    const TrackId corridor = find_corridor_to(tracks, track, e.to);
    if (corridor.is_empty() || corridor == trail.ahead(0)) continue;
    const TrackId next = tracks.onward(tracks[corridor]).front();
    if (internal::has_exit_room(
            internal::corridor_ahead(around, self, driver, tracks[corridor], next, away_m)))
      return static_cast<std::uint8_t>(which);
  }
  return std::nullopt;
}

}  // namespace backlot::traffic
