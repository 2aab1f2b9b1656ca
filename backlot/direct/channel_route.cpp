// Directives about the route of an actor, and about the rules that it keeps.
#include <algorithm>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/direct/directive_table.h"
#include "backlot/direct/ways.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::direct {

namespace {

using traffic::Dials;
using world::CarriagewayId;
using world::Track;
using world::TrackId;

constexpr double kPlanAhead_m = 40;  // a new trail reaches so much further than the driver sees
constexpr double kLastMoment = 0.8;  // of the hardest braking: a driver disregards nothing that asks for more

// The lane in which a corridor ends, behind others that follow it; empty where it ends in no lane.
TrackId end_of(const world::Tracks& tracks, TrackId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a way ends on a track");
  for (int k = 0; k < 8 && tracks[id].is_corridor(); ++k) {
    const auto onward = tracks.onward(tracks[id]);
    if (onward.empty()) return {};
    id = onward.front();
  }
  return id;
}

// A new trail from where the actor is, by the turns of its driver.
void lay_trail(const DirectedActor& a, TrackId corridor) {
  a.mover.trail.cut_ahead(0);
  if (!corridor.is_empty()) a.mover.trail.extend(corridor);
  a.driver.begin_track();  // what the driver knew of the crossing ahead was about another corridor
  traffic::look_ahead(a.tracks(), a.run.turning, a.run.streams[a.id.slot()],
                      traffic::sight_m(a.speed_mps()) + kPlanAhead_m, a.driver, a.mover);
}

// From the actor's lane by this exit, along this corridor where that begins at the lane.
void lay_route(const DirectedActor& a, std::uint8_t exit, TrackId corridor) {
  a.driver.turns.keep(0);
  a.driver.turns.push(exit);
  lay_trail(a, corridor);
}

Beginning begin_turn(const DirectedActor& a, network::Turn direction, std::int32_t lane) {
  const Track& track = a.track();
  if (track.is_corridor() || a.driver.is_committed()) return {Refusal::in_intersection};
  const world::Carriageway& way = a.tracks()[track.carriageway];
  const std::span<const world::Exit> exits = a.tracks().exits(way);
  bool has_turn = false;
  for (std::size_t k = 0; k < exits.size() && k < 255; ++k) {
    if (exits[k].turn != direction) continue;
    has_turn = true;
    // from the actor's own lane if that leads there, else from one that it can still change to
    const double left_m = static_cast<double>(track.stop_m) - a.mover.metres - a.front_m();
    const bool can_change = left_m > traffic::too_late_m(a.speed_mps());
    for (const TrackId from : a.tracks().tracks_of(way)) {
      const bool is_own = from == a.mover.trail.current();
      if (!is_own && !can_change) continue;
      for (const TrackId corridor : a.tracks().onward(a.tracks()[from])) {
        const TrackId end = end_of(a.tracks(), corridor);
        if (end.is_empty() || a.tracks()[end].carriageway != exits[k].to) continue;
        if (lane >= 0 && a.tracks()[end].abreast != lane) continue;
        if (!is_own && (exits[k].lanes & (world::LaneMask{1} << track.abreast)) != 0 && lane < 0) continue;
        lay_route(a, static_cast<std::uint8_t>(k), is_own ? corridor : TrackId{});
        return {};
      }
    }
  }
  return {has_turn ? Refusal::no_such_lane : Refusal::no_such_turn};
}

Progress go_on_turning(const DirectedActor& a, const Lease& lease, network::Turn direction, bool is_across) {
  const Track& track = a.track();
  if (track.carriageway == lease.way) return {};
  if (!track.is_corridor()) return {LeaseState::done};  // out of the intersection
  if (a.tracks().network().corridor(track.corridor).turn != direction)
    return {LeaseState::failed, Refusal::took_another_way};
  return is_across ? Progress{} : Progress{LeaseState::done};
}

// The exits by which the carriageways of a path follow each other, from the one that the actor is on; false where they do not.
bool find_turns(const DirectedActor& a, const std::vector<TrackId>& path, CarriagewayId from,
                traffic::Turns& turns) {
  CarriagewayId at = from;
  bool has_begun = false;
  for (const TrackId id : path) {
    if (id.is_empty() || id.index() >= a.tracks().all().size()) return false;
    const CarriagewayId next = a.tracks()[id].carriageway;
    if (next.is_empty()) continue;  // a corridor: the exit leads over it
    if (!has_begun) {
      has_begun = next == from;
      continue;
    }
    if (next == at) continue;
    const std::span<const world::Exit> exits = a.tracks().exits(a.tracks()[at]);
    const auto exit =
        std::find_if(exits.begin(), exits.end(), [&](const world::Exit& e) { return e.to == next; });
    if (exit == exits.end() || exit - exits.begin() >= 255) return false;
    if (!turns.is_full()) turns.push(static_cast<std::uint8_t>(exit - exits.begin()));
    at = next;
  }
  return has_begun;
}

CarriagewayId last_of(const DirectedActor& a, const std::vector<TrackId>& path) {
  for (auto id = path.rbegin(); id != path.rend(); ++id)
    if (!a.tracks()[*id].carriageway.is_empty()) return a.tracks()[*id].carriageway;
  return {};
}

// Lays the path from the way that the actor is on.
bool lay_path(const DirectedActor& a, const std::vector<TrackId>& path) {
  traffic::Turns turns;
  if (!find_turns(a, path, a.track().carriageway, turns)) return false;
  bool is_laid = a.driver.turns.size() >= turns.size();
  for (std::uint32_t k = 0; k < turns.size() && is_laid; ++k) is_laid = a.driver.turns[k] == turns[k];
  if (is_laid) return true;
  a.driver.turns = turns;
  lay_trail(a, {});
  return true;
}

}  // namespace

Beginning Turn::begin(const DirectedActor& a, Lease&) const { return begin_turn(a, direction, lane); }
Progress Turn::go_on(const DirectedActor& a, Lease& lease, Dials&) const {
  return go_on_turning(a, lease, direction, false);
}

Beginning TurnAcross::begin(const DirectedActor& a, Lease&) const { return begin_turn(a, direction, lane); }
Progress TurnAcross::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  dials.goes_first = true;
  return go_on_turning(a, lease, direction, true);
}

Beginning FollowPath::begin(const DirectedActor& a, Lease&) const {
  if (a.track().is_corridor() || a.driver.is_committed()) return {Refusal::in_intersection};
  return {lay_path(a, path) ? Refusal::none : Refusal::no_such_path};
}
Progress FollowPath::go_on(const DirectedActor& a, Lease&, Dials&) const {
  if (a.track().is_corridor()) return {};
  if (a.track().carriageway == last_of(a, path)) return {LeaseState::done};
  if (a.driver.is_committed()) return {};  // too late to change anything before the next way
  return lay_path(a, path) ? Progress{} : Progress{LeaseState::failed, Refusal::took_another_way};
}

Beginning Disregard::begin(const DirectedActor& a, Lease&) const {
  const std::optional<SeenObject> seen = find_object(a.run, object);
  if (!seen) return {Refusal::unknown_object};
  return {find_along(a, *seen, Where::ahead) ? Refusal::none : Refusal::not_ahead};
}

Progress Disregard::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const std::optional<SeenObject> seen = find_object(a.run, object);
  if (!seen) return {LeaseState::failed, Refusal::unknown_object};
  const std::optional<Sighting> at = find_along(a, *seen, Where::nearest);
  if (!at || at->behind_m > 0) return is_once(lease) ? Progress{LeaseState::done} : Progress{};
  const double closing_mps = std::max(0.0, a.speed_mps() - seen->speed_mps);
  // one that has begun to brake brakes to the end, unless it goes round the body
  lease.is_later = lease.is_later || traffic::braking_needed(closing_mps, at->ahead_m) >
                                         kLastMoment * static_cast<double>(a.driver.traits.hardest_mps2);
  if (!lease.is_later || a.mover.is_shifting()) dials.disregarded = {at->ahead_m, seen->speed_mps};
  return {};
}

Progress GoFirst::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  dials.goes_first = true;
  const bool is_through = !a.track().is_corridor() && a.track().carriageway != lease.way;
  return is_once(lease) && is_through ? Progress{LeaseState::done} : Progress{};
}

Progress IgnoreLight::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  dials.ignores_light = true;
  return is_once(lease) && is_over_line(a, lease) ? Progress{LeaseState::done} : Progress{};
}

}  // namespace backlot::direct
