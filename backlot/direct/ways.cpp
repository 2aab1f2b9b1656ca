#include "backlot/direct/ways.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::direct {

namespace {

using world::Track;
using world::TrackId;

constexpr int kMostTracks = 12;  // that are gone through, one after the other

// The carriageways that a corridor joins; empty ones where other corridors lie between.
struct Joined {
  world::CarriagewayId from{}, to{};

  friend bool operator==(const Joined&, const Joined&) = default;
};
Joined joined_by(const world::Tracks& tracks, const Track& corridor) {
  BACKLOT_ASSERT(corridor.is_corridor(), "ways are joined by a corridor");
  Joined joined;
  if (!tracks.before(corridor).empty()) joined.from = tracks[tracks.before(corridor)[0]].carriageway;
  if (!tracks.onward(corridor).empty()) joined.to = tracks[tracks.onward(corridor)[0]].carriageway;
  return joined;
}

// Whether two corridors run side by side.
bool are_beside(const world::Tracks& tracks, const Track& a, const Track& b) {
  const Joined joined = joined_by(tracks, a);
  return !joined.from.is_empty() && !joined.to.is_empty() && joined == joined_by(tracks, b);
}

// The metres of a track that lie at a place of it, or beside a place of a track that runs beside it.
std::optional<double> metres_on(const world::Tracks& tracks, TrackId id, TrackId other, double metres) {
  BACKLOT_ASSERT(!id.is_empty() && !other.is_empty(), "a place lies on a track");
  if (id == other) return metres;
  const Track& track = tracks[id];
  const Track& goal = tracks[other];
  if (track.is_corridor() != goal.is_corridor()) return std::nullopt;
  if (track.is_corridor()) {
    if (!are_beside(tracks, track, goal)) return std::nullopt;
    return metres * track.length / goal.length;
  }
  if (track.carriageway != goal.carriageway) return std::nullopt;
  return tracks.metres_at(track, tracks.distance_at(goal, metres));
}

void keep_nearer(std::optional<double>& best, double way) {
  if (!best || std::fabs(way) < std::fabs(*best)) best = way;
}

// From a place, `begins` metres before which the track starts, to a mark ahead: by the shortest of the ways that lanes lead.
void search_onward(const world::Tracks& tracks, TrackId id, double begins, const world::Mark& mark, int depth,
                   std::optional<double>& best) {
  BACKLOT_ASSERT(depth >= 0 && !std::isnan(begins), "a search ends at some depth");
  if (const std::optional<double> metres = metres_on(tracks, id, mark.track, mark.metres);
      metres && begins + *metres >= 0) {
    keep_nearer(best, begins + *metres);
    return;
  }
  const double ends = begins + tracks[id].length;
  if (ends > std::min(kMarkReach_m, best.value_or(kMarkReach_m)) || depth == 0) return;
  for (const TrackId next : tracks.onward(tracks[id]))
    search_onward(tracks, next, ends, mark, depth - 1, best);
}

// The same backwards, to places behind one: `begins` is where the track starts, from there.
void search_back(const world::Tracks& tracks, TrackId id, double begins, std::span<const Place> places,
                 int depth, std::optional<double>& best) {
  BACKLOT_ASSERT(depth >= 0 && !std::isnan(begins), "a search ends at some depth");
  for (const Place& place : places) {
    const std::optional<double> metres = metres_on(tracks, id, place.track, place.metres);
    if (metres && begins + *metres < 0) keep_nearer(best, begins + *metres);
  }
  if (begins < -std::min(kObjectReach_m, std::fabs(best.value_or(kObjectReach_m))) || depth == 0) return;
  for (const TrackId before : tracks.before(tracks[id]))
    search_back(tracks, before, begins - tracks[before].length, places, depth - 1, best);
}

std::optional<double> way_ahead(const DirectedActor& a, std::span<const Place> places) {
  const world::Trail trail = trail_ahead(a, kObjectReach_m);
  double begins = -a.mover.metres;
  for (std::uint32_t k = 0; k <= trail.ahead() && begins < kObjectReach_m; ++k) {
    const TrackId id = k == 0 ? trail.current() : trail.ahead(k - 1);
    std::optional<double> best;
    for (const Place& place : places) {
      const std::optional<double> metres = metres_on(a.tracks(), id, place.track, place.metres);
      if (metres && begins + *metres >= 0) keep_nearer(best, begins + *metres);
    }
    if (best) return best;
    begins += a.tracks()[id].length;
  }
  return std::nullopt;
}

std::optional<double> way_back(const DirectedActor& a, std::span<const Place> places) {
  std::optional<double> best;
  search_back(a.tracks(), a.mover.trail.current(), -a.mover.metres, places, kMostTracks, best);
  return best;
}

}  // namespace

world::Trail trail_ahead(const DirectedActor& a, double far_m) {
  BACKLOT_ASSERT(far_m >= 0, "a trail reaches ahead");
  traffic::Driver driver = a.driver;
  world::Mover mover = a.mover;
  traffic::look_ahead(a.tracks(), a.run.turning, a.run.streams[a.id.slot()], far_m, driver, mover);
  return mover.trail;
}

std::optional<double> find_way_to(const DirectedActor& a, const world::Trail& trail,
                                  const world::Mark& mark) {
  if (mark.track.is_empty() || mark.track.index() >= a.tracks().all().size()) return std::nullopt;
  double begins = -a.mover.metres - a.front_m();
  for (std::uint32_t k = 0; k <= trail.ahead(); ++k) {
    const TrackId id = k == 0 ? trail.current() : trail.ahead(k - 1);
    const std::optional<double> metres = metres_on(a.tracks(), id, mark.track, mark.metres);
    if (metres && begins + *metres >= 0) return begins + *metres;
    begins += a.tracks()[id].length;
  }
  return std::nullopt;
}

std::optional<double> find_way_to(const DirectedActor& a, const world::Mark& mark) {
  return find_way_to(a, trail_ahead(a, kMarkReach_m), mark);
}

std::optional<double> find_way_to(const DirectedActor& a, world::ObjectId id, const world::Mark& mark) {
  if (const std::optional<DirectedActor> extra = find_actor(a.run, a.scratch, id))
    return find_way_to(*extra, mark);
  const std::optional<SeenObject> object = find_object(a.run, id);
  if (!object || mark.track.is_empty() || mark.track.index() >= a.tracks().all().size()) return std::nullopt;
  std::optional<double> best;
  for (const Place& place : find_places(a.run, a.scratch, *object))
    search_onward(a.tracks(), place.track, -place.metres - object->front_m, mark, kMostTracks, best);
  return best;
}

std::optional<Sighting> find_along(const DirectedActor& a, const SeenObject& object, Where where) {
  if (object.mover == &a.mover) return std::nullopt;
  const std::span<const Place> places = find_places(a.run, a.scratch, object);
  std::optional<double> way;
  if (where != Where::behind) way = way_ahead(a, places);
  if (where != Where::ahead) {
    if (const std::optional<double> back = way_back(a, places)) keep_nearer(way, *back);
  }
  if (!way) return std::nullopt;
  return Sighting{object, *way, *way - object.rear_m - a.front_m(), -*way - object.front_m - a.rear_m()};
}

}  // namespace backlot::direct
