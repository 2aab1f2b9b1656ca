#include "backlot/sim/internal/stages/move.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/purposes.h"
#include "backlot/traffic/vehicle/route/rerouting.h"
#include "backlot/traffic/vehicle/way_finding.h"

namespace backlot::sim {

namespace {

using world::Track;
using world::TrackId;

constexpr double kHard_mps2 = 4;
constexpr double kNoCrack_m = 1e-6;  // by which lanes that meet exactly may lie apart
constexpr double kPlanAhead_m = 40;  // trails are made longer than needed, so that they need not be so often

// Whether the guide is beside its strip, or past its end, and on nothing else there. A vehicle that comes into an intersection while it still
// changes lanes is beside its corridor, but on another one or in the area.
bool is_off(const world::Tracks& tracks, const world::Mover& m, const world::Stance& stance) {
  const Track& track = tracks[m.trail.current()];
  if (m.metres <= track.length && std::fabs(m.lateral) <= static_cast<double>(track.half_width)) return false;
  const network::LaneEdges edges = tracks.network().edges(track.strip, stance.view.distance);
  if (m.metres <= track.length && stance.view.offset <= edges.left && stance.view.offset >= edges.right)
    return false;
  network::LocateScratch scratch;
  const geometry::WorldPoint at =
      network::place(tracks.network(), track.strip, {stance.view.distance, stance.view.offset, 0}).position;
  const network::On on = network::locate(tracks.network(), at, scratch).on;
  return on == network::On::nothing || on == network::On::nowhere;
}

// Begins to go over to another lane, or to another place in the own one.
void begin_shift(Run& run, std::size_t slot, const traffic::Command& command, Tally& tally,
                 std::vector<record::Event>& events) {
  BACKLOT_ASSERT(slot < run.state.movers.size() && slot < run.state.drivers.size(), "there is no such extra");
  world::Mover& mover = run.state.movers[slot];
  traffic::Driver& driver = run.state.drivers[slot];
  const TrackId from = mover.trail.current();
  if (command.shift_to == from) {
    world::begin_shift(static_cast<double>(command.home_m), mover);
  } else {
    world::begin_shift(run.roads.tracks, command.shift_to, mover);
    driver.turns.keep(1);
    driver.reach_m = 0;
    ++tally.lane_changes;
  }
  driver.since_shift_s = 0;
  report_shift_begins(run, slot, from, events);
}

// Drops tracks that the body has left.
BACKLOT_INLINE void trim_trail(const world::Tracks& tracks, const world::BodyShape& shape,
                               world::Mover& mover) {
  std::uint32_t keep = 0;
  double behind = mover.metres;
  while (keep < mover.trail.behind() && behind < static_cast<double>(shape.rear_m()) + 1)
    behind += tracks[mover.trail.behind(keep++)].length;
  mover.trail.drop_behind(keep);
}

// The way ahead: where the lane does not lead where the driver wants to go and it is too late to change lanes, the driver takes another turn; and
// the trail reaches as far as the driver looks.
BACKLOT_INLINE void find_way(Run& run, std::size_t slot, const world::BodyShape& shape, double way_m) {
  const world::Tracks& tracks = run.roads.tracks;
  world::Mover& mover = run.state.movers[slot];
  traffic::Driver& driver = run.state.drivers[slot];
  const Track& track = tracks[mover.trail.current()];
  if (!track.is_corridor() &&
      track.length - mover.metres <
          traffic::too_late_m(mover.speed_mps) + static_cast<double>(shape.front_m()) &&
      (traffic::wanted_lanes(tracks, driver, mover) & (world::LaneMask{1} << track.abreast)) == 0)
    traffic::take_turn_of_lane(tracks, run.turning, run.stream_of(slot), driver, mover);
  driver.reach_m -= way_m;
  if (const double sight = traffic::sight_m(mover.speed_mps); driver.reach_m < sight)
    traffic::look_ahead(tracks, run.turning, run.stream_of(slot), sight + kPlanAhead_m, driver, mover);
}

// A driver that cannot go on where it wants to takes another turn; but where shares of turns are given they count. Whether it does so.
bool take_other_turn(Run& run, std::size_t slot, const traffic::Surroundings& around) {
  traffic::Driver& driver = run.state.drivers[slot];
  if (!driver.is_held()) [[likely]]
    return false;
  world::Mover& mover = run.state.movers[slot];
  const std::uint32_t number = run.state.number_of[slot];
  const traffic::Self self{number,
                           run.shape_of(mover),
                           mover,
                           run.memory.stances[slot],
                           run.memory.lists.own_entry(slot),
                           run.state.direction.find_dials(number)};
  const std::optional<std::uint8_t> exit = traffic::find_other_exit(around, self, driver);
  if (!exit || !run.turning.shares.of(run.roads.tracks[mover.trail.current()].carriageway).empty())
    return false;
  driver.turns.keep(0);
  driver.turns.push(*exit);
  mover.trail.cut_ahead(0);
  driver.reach_m = 0;
  return true;
}

// Where a vehicle has come from one lane to the next, their centres may lie apart: by a crack that the network forgives.
void count_nudge(const world::Tracks& tracks, const world::Mover& mover, Tally& tally) {
  if (mover.trail.behind() == 0) return;
  const auto end_of = [&](const Track& track, double metres) {
    const double distance = tracks.distance_at(track, metres);
    return network::place(tracks.network(), track.strip,
                          {distance, tracks.network().edges(track.lane, distance).centre(), 0})
        .position;
  };
  const Track& before = tracks[mover.trail.behind(0)];
  const double gap_m =
      geometry::distance_between(end_of(before, before.length), end_of(tracks[mover.trail.current()], 0));
  if (gap_m <= kNoCrack_m || gap_m > network::kCrack) return;
  ++tally.nudges;
  tally.largest_nudge_m = std::max(tally.largest_nudge_m, gap_m);
}

// The trip goes on, or ends and a new one begins.
BACKLOT_INLINE void go_on_trip(Run& run, std::size_t slot, double way_m, Tally& tally) {
  traffic::Driver& driver = run.state.drivers[slot];
  driver.trip_left_m -= way_m;
  if (driver.trip_left_m > 0) return;
  base::RandomStream random{run.settings.seed, run.stream_of(slot), traffic::Purpose::trips};
  random.skip_to(run.state.tick.index + 1);
  driver.trip_left_m = random.exponential(run.settings.mean_trip_m);
  ++tally.arrived;
}

}  // namespace

bool move(Run& run, std::size_t slot, const traffic::Command& command, const traffic::Surroundings& around,
          Tally& tally, std::vector<record::Event>& events) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const world::Tracks& tracks = run.roads.tracks;
  world::Mover& mover = run.state.movers[slot];
  traffic::Driver& driver = run.state.drivers[slot];
  world::Stance& stance = run.memory.stances[slot];
  tally.longest_wait_s = std::max(tally.longest_wait_s, driver.stood_s);
  if (mover.speed_mps == 0 && command.accel_mps2 <= 0 && command.shift_to.is_empty()) {
    // it stands, and nothing else changes, unless it gives up its turn
    mover.accel_mps2 = 0;
    if (is_off(tracks, mover, stance)) ++tally.off_network;
    if (!take_other_turn(run, slot, around)) return false;
    find_way(run, slot, run.shape_of(mover), 0);
    return true;
  }
  if (!command.shift_to.is_empty()) begin_shift(run, slot, command, tally, events);
  if (const world::LongShape& both = run.shapes[static_cast<std::size_t>(mover.kind)]; both.usual.is_long())
    driver.reach_m -= world::choose_guide(tracks, both, mover);
  const world::BodyShape& shape = run.shape_of(mover);
  const network::CorridorId line = traffic::line_ahead(tracks, shape, mover);
  const world::Moved moved =
      world::move(tracks, shape, command.accel_mps2, around.tick.step.seconds(), mover);
  for (std::uint32_t left = 0; left < moved.ways_left && !driver.turns.is_empty(); ++left) driver.turns.pop();
  if (moved.has_new_track) {
    driver.begin_track();
    count_nudge(tracks, mover, tally);
  }
  if (!line.is_empty() && traffic::line_ahead(tracks, shape, mover) != line) {
    const network::Aspect aspect = around.signals.aspect(line);
    if (aspect == network::Aspect::red) ++tally.red_crossings;
    report_crossing(run, slot, line, aspect, events);
  }
  if (mover.changes_to != world::Side::none && !mover.is_shifting()) report_shift_ends(run, slot, events);
  trim_trail(tracks, shape, mover);
  find_way(run, slot, shape, moved.way_m);
  if (moved.way_m > 0) {
    stance = world::stance_at(tracks, shape, mover, moved.at);
  } else if (!command.shift_to.is_empty() || shape.is_long()) {
    stance = world::stance_of(tracks, shape, mover);
  }
  go_on_trip(run, slot, moved.way_m, tally);

  // the end of the road
  const Track& track = tracks[mover.trail.current()];
  const bool leaves = mover.metres >= track.length && mover.trail.ahead() == 0 && !track.is_corridor() &&
                      tracks[track.carriageway].exit_count == 0;
  run.memory.leaves[slot] = leaves ? 1 : 0;

  if (!leaves && is_off(tracks, mover, stance)) ++tally.off_network;
  tally.distance_um += static_cast<std::int64_t>(moved.way_m * 1e6);
  tally.hardest_braking_mps2 = std::max(tally.hardest_braking_mps2, -mover.accel_mps2);
  if (mover.accel_mps2 < -kHard_mps2) ++tally.hard_braking;
  return true;
}

}  // namespace backlot::sim
