#include "backlot/traffic/vehicle/internal/beside_in_turn.h"

#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::traffic::internal {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;
using world::TrackId;

constexpr double kNoPlace = std::numeric_limits<double>::infinity();
constexpr double kNear_m = 25;    // before the corridor; a vehicle further away looks out later
constexpr double kLevel_m = 0.5;  // two that are no further apart are level: the smaller number goes first

// The corridor that leads from a lane to a carriageway, if there is one and it bends.
const Track* find_turn_to(const world::Tracks& tracks, TrackId lane, world::CarriagewayId to) {
  if (lane.is_empty()) return nullptr;
  for (const TrackId next : tracks.onward(tracks[lane])) {
    const Track& track = tracks[next];
    if (!track.is_corridor() || track.is_straight || track.onward_count == 0) continue;
    if (tracks[tracks.onward(track).front()].carriageway == to) return &track;
  }
  return nullptr;
}

// Whether a vehicle that has not entered stays where it is: nobody waits for it.
bool stays_out(const CorridorAhead& here, const Track& turn, const Entry& e) {
  if (!e.has(EntryFlag::approaches) || e.has(EntryFlag::committed)) return false;
  return e.has(EntryFlag::held) || e.has(EntryFlag::queued) || static_cast<double>(e.front_m) < -kNear_m ||
         here.signals.state(turn.corridor) == network::ControlState::stop;
}

double place_behind(const CorridorAhead& here, const Track& turn) {
  BACKLOT_ASSERT(turn.length > 0, "a corridor has a length");
  const double scale = here.track.length / turn.length;
  double place = kNoPlace;
  for (const Entry& e : here.around.occupancy.on(turn.strip)) {
    if (!e.has(EntryFlag::travels) || e.has(EntryFlag::external) || e.id == here.self.id) continue;
    if (!e.is_long() && !here.self.shape.is_long()) continue;
    const auto front = static_cast<double>(e.front_m);
    const double rear = front - e.length();
    if (rear >= turn.length || stays_out(here, turn, e)) continue;
    // lengths before the corridors are equal, those within them are not
    const double its_front = front > 0 ? front * scale : front;
    const double ahead = its_front - here.front_m;
    if (ahead < -kLevel_m || (ahead <= kLevel_m && here.self.id < e.id)) continue;
    place = std::min(place, rear > 0 ? rear * scale : rear);
  }
  return place;
}

}  // namespace

double place_behind_long_beside(const CorridorAhead& here) {
  const world::Tracks& tracks = here.around.tracks;
  if (here.track.onward_count == 0 || here.front_m < -kNear_m) return kNoPlace;
  const world::CarriagewayId to = tracks[tracks.onward(here.track).front()].carriageway;
  const TrackId from = here.lane_before(here.track.corridor);
  if (from.is_empty() || to.is_empty()) return kNoPlace;
  double place = kNoPlace;
  for (const TrackId beside : {tracks[from].left, tracks[from].right})
    if (const Track* turn = find_turn_to(tracks, beside, to))
      place = std::min(place, place_behind(here, *turn));
  return place;
}

}  // namespace backlot::traffic::internal
