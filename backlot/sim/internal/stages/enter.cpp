#include "backlot/sim/internal/stages/enter.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/sim/internal/foot_traffic.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/cycling/side_room.h"
#include "backlot/traffic/vehicle/pace.h"
#include "backlot/traffic/vehicle/purposes.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::sim {

namespace {

using world::Track;
using world::TrackId;

constexpr double kEntranceRest_s = 1;  // between two vehicles that come in at one entrance
constexpr double kShortEntrance_m = 40;
constexpr double kEntryBraking_mps2 = 2;
constexpr double kEntry_m = 0.5;  // of the track are behind a vehicle that comes in

// Whether a cyclist rides so near behind the entrance that a vehicle that comes in would pass it at once, without the room that cyclists are given.
bool is_behind_cyclist(const Run& run, TrackId id, world::ObjectKind kind) {
  constexpr double kNear_m = 40;
  if (run.memory.cyclists == 0 || kind == world::ObjectKind::bicycle) return false;
  const Track& track = run.roads.tracks[id];
  for (const world::Entry& e : run.memory.lists.occupancy().on(track.strip)) {
    const double metres = run.roads.tracks.metres_at(track, std::clamp(e.from, 0.0, track.strip_length));
    if (traffic::is_cyclist(e) && track.sign() * static_cast<double>(e.speed_mps) >= 0 && metres < kNear_m)
      return true;
  }
  return false;
}

// The first vehicle of a flow: on a lane that leads to where it turns off, else on another, and of those on the one with the most room.
bool enter_first_of(Run& run, std::size_t flow) {
  BACKLOT_ASSERT(flow < run.demand.flows().size(), "there is no such flow");
  RunState& s = run.state;
  const world::Tracks& tracks = run.roads.tracks;
  const world::ObjectKind kind = run.demand.kind_of_first(flow, s.flows[flow]);
  const std::uint64_t stream = run.demand.stream_of_first(flow, s.flows[flow]);
  const traffic::KindOfDriver& type = run.settings.drivers.kinds[static_cast<std::size_t>(kind)];
  const traffic::DriverTraits traits = traffic::draw_traits(type, run.settings.seed, stream);
  const std::span<const TrackId> entrances = tracks.entrances();
  const std::vector<TrackId>& lanes = run.demand.flows()[flow].lanes;
  const auto is_ridden = [&](TrackId lane) { return run.roads.cycleways[lane].is_for_cyclists; };
  const bool keeps_to_kerb = kind == world::ObjectKind::bicycle && std::ranges::any_of(lanes, is_ridden);
  struct Best {
    std::size_t entrance = 0;
    bool leads_there = false;
    double room_m = -1, speed_mps = -1;
  } best;
  for (const TrackId lane : lanes) {
    if (keeps_to_kerb && !is_ridden(lane)) continue;
    const Track& track = tracks[lane];
    const auto which =
        static_cast<std::size_t>(std::find(entrances.begin(), entrances.end(), lane) - entrances.begin());
    if (s.tick.time < s.entrance_free[which]) continue;  // another vehicle came in there in this step
    if (is_behind_cyclist(run, lane, kind)) continue;
    const EntranceRoom last = room_at_start(tracks, run.memory.lists.occupancy(), lane);
    const double front_m = static_cast<double>(type.shape.length_m) + kEntry_m;
    const double speed = entry_speed(traits, traffic::calm_speed_mps(tracks, track, traits, front_m),
                                     last.room_m - front_m, last.speed_mps);
    const bool leads_there = (traffic::lanes_of_first_turns(tracks, run.turning, stream, track.carriageway) &
                              (world::LaneMask{1} << track.abreast)) != 0;
    if (speed < 0 || leads_there < best.leads_there ||
        (leads_there == best.leads_there && last.room_m <= best.room_m))
      continue;
    best = {which, leads_there, last.room_m, speed};
  }
  if (best.speed_mps < 0) return false;
  insert_extra(run, {.kind = kind,
                     .track = entrances[best.entrance],
                     .metres = static_cast<double>(type.shape.rear_m()) + kEntry_m,
                     .speed_mps = best.speed_mps,
                     .stream = stream});
  s.entrance_free[best.entrance] = s.tick.time + base::Duration::from_nanoseconds(1);
  return true;
}

// Of every queue the first vehicle, where there is room; another flow begins in every step.
void enter_from_flows(Run& run) {
  RunState& s = run.state;
  const std::size_t count = s.flows.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t flow = (k + s.tick.index) % count;
    if (s.flows[flow].waiting() == 0 || !enter_first_of(run, flow)) continue;
    run.demand.serve(flow, s.tick.time, s.flows[flow]);
    ++s.tally.entries;
  }
}

// At the start of a track where there is room behind the last vehicle on it, at a speed that suits that.
bool enter_at(Run& run, TrackId id, world::ObjectKind kind) {
  BACKLOT_ASSERT(!id.is_empty(), "a vehicle enters on a track");
  const Track& track = run.roads.tracks[id];
  if (is_behind_cyclist(run, id, kind)) return false;
  const world::BodyShape& shape = run.settings.drivers.kinds[static_cast<std::size_t>(kind)].shape;
  const auto [room, last_speed] = room_at_start(run.roads.tracks, run.memory.lists.occupancy(), id);
  const double speed =
      std::min(static_cast<double>(std::min(track.limit_mps, track.bend_mps)), last_speed + 5);
  if (room < static_cast<double>(shape.length_m) + 6 + 1.6 * speed) return false;
  double entry = room > 200 ? static_cast<double>(track.limit_mps) * 0.9 : speed;
  // on a short way the vehicle must still be able to stop at its end
  if (track.length < kShortEntrance_m)
    entry = std::min(entry, std::sqrt(2 * kEntryBraking_mps2 * 0.7 * track.length));
  const traffic::DriverTraits& traits = run.settings.drivers.kinds[static_cast<std::size_t>(kind)].middle;
  entry = std::min(entry, static_cast<double>(traits.top_mps));
  entry = std::min(entry, traffic::calm_speed_mps(run.roads.tracks, track, traits,
                                                  static_cast<double>(shape.length_m) + kEntry_m));
  insert_extra(run, {.kind = kind,
                     .track = id,
                     .metres = static_cast<double>(shape.rear_m()) + kEntry_m,
                     .speed_mps = entry});
  return true;
}

// Those that wait outside try one entrance after the other, from another first one in every step. `count` is how many wait, and `kind_of_next` the
// kind of the next of them.
template <class KindOfNext>
void enter_from_outside(Run& run, std::uint64_t& count, bool are_cyclists, const KindOfNext& kind_of_next) {
  RunState& s = run.state;
  const std::span<const TrackId> entrances = run.roads.tracks.entrances();
  for (std::size_t k = 0; k < entrances.size() && count > 0; ++k) {
    const std::size_t which = (k + s.tick.index) % entrances.size();
    BACKLOT_ASSERT(which < s.entrance_free.size(), "each entrance has a time");
    if (are_cyclists && !run.roads.cycleways[entrances[which]].is_for_cyclists) continue;
    if (s.tick.time < s.entrance_free[which] || !enter_at(run, entrances[which], kind_of_next())) continue;
    s.entrance_free[which] = s.tick.time + base::Duration::from_seconds(kEntranceRest_s);
    --count;
    s.entered += are_cyclists ? 0U : 1U;
    ++s.tally.entries;
  }
}

}  // namespace

// The flows first; then vehicles that wait outside, then cyclists, then people out of doors.
bool enter(Run& run) {
  RunState& s = run.state;
  const std::size_t before = s.movers.size();
  run.demand.arrive(s.tick.time, s.flows);
  enter_from_flows(run);
  enter_from_outside(run, s.outside, false, [&] { return draw_kind(run, s.entered); });
  enter_from_outside(run, s.cyclists_outside, true, [] { return world::ObjectKind::bicycle; });
  const bool people_came = enter_on_foot(run);
  if (people_came || s.movers.size() != before) run.memory.log.take_queued_by_object(s.events);
  if (s.movers.size() == before) return false;
  run.memory.lists.list_newcomers(run, before);
  return true;
}

std::size_t insert_spread(Run& run, std::size_t count) {
  const world::Cells& cells = run.roads.cells;
  const std::size_t inserted = std::min(count, cells.usable());
  reserve_rows(run, run.state.movers.size() + inserted);
  std::vector<bool> is_taken(cells.size());
  base::RandomStream random{run.settings.seed, 0, traffic::Purpose::placing};
  for (std::size_t k = 0; k < inserted; ++k) {
    // one lot after the other, until it is that of a cell that is free
    world::Cells::Cell cell;
    for (;;) {
      const std::size_t lot = random.below(cells.size());
      if (is_taken[lot]) continue;
      is_taken[lot] = true;
      cell = cells.at(run.roads.tracks, lot);
      if (cell.is_usable) break;
    }
    const Track& track = run.roads.tracks[cell.track];
    const double pace = 0.6 * static_cast<double>(std::min(track.limit_mps, track.bend_mps));
    insert_extra(run, {.kind = draw_kind(run, run.state.entered++),
                       .track = cell.track,
                       .metres = cell.metres,
                       .speed_mps = std::min(8.0, pace)});
  }
  run.state.outside += count - inserted;
  sort_by_place(run);
  run.memory.lists.forget();
  return inserted;
}

}  // namespace backlot::sim
