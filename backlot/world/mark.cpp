#include "backlot/world/mark.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::world {

namespace {

constexpr double kFurthestBefore_m = 1000;

bool is_track(const Tracks& tracks, TrackId id) { return !id.is_empty() && id.index() < tracks.all().size(); }

}  // namespace

bool is_mark(const Tracks& tracks, const Mark& mark) {
  return is_track(tracks, mark.track) && mark.metres >= -kFurthestBefore_m &&
         mark.metres <= tracks[mark.track].length;
}

Mark line_of(const Tracks& tracks, TrackId lane) {
  BACKLOT_ASSERT(!lane.is_empty(), "a line is that of a lane");
  if (!is_track(tracks, lane)) return {};
  return {lane, std::min(static_cast<double>(tracks[lane].stop_m), tracks[lane].length)};  // rounded
}

Mark line_before(const Tracks& tracks, network::CorridorId corridor) {
  if (corridor.is_empty() || corridor.index() >= tracks.network().corridors().size()) return {};
  const TrackId id = tracks.track_of(corridor);
  if (id.is_empty()) return {};
  const std::span<const TrackId> before = tracks.before(tracks[id]);
  if (before.empty()) return {id, 0};
  const Track& lane = tracks[before.front()];
  return {id, static_cast<double>(lane.stop_m) - lane.length};
}

}  // namespace backlot::world
