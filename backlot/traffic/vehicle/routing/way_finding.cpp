#include "backlot/traffic/vehicle/routing/way_finding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/traffic/vehicle/purposes.h"

namespace backlot::traffic {

namespace {

using world::Carriageway;
using world::Exit;
using world::LaneMask;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr std::uint8_t kNoExit = 255;
constexpr LaneMask kAnyLane = ~LaneMask{0};

// Exits that are taken only where there is nothing better.
enum class Shunned : std::uint8_t { nothing, u_turns, spots };
Shunned shunned(const Tracks& tracks, const Exit& e) {
  const std::span<const Exit> after = tracks.exits(tracks[e.to]);
  if (!after.empty() && !tracks[tracks.tracks_of(tracks[e.to]).front()].is_backing &&
      tracks[tracks.tracks_of(tracks[after.front().to]).front()].is_backing)
    return Shunned::spots;
  return e.turn == network::Turn::u_turn ? Shunned::u_turns : Shunned::nothing;
}

// One of the exits that these lanes lead to: by the shares of the carriageway where there are any, else each as likely as the
// others, and back only where there is nothing else.
std::uint8_t draw_exit(const Tracks& tracks, world::CarriagewayId id, LaneMask lanes, const Turning& turning,
                       std::uint64_t stream, Driver& driver) {
  BACKLOT_ASSERT(!id.is_empty(), "an exit is that of a carriageway");
  const std::span<const Exit> exits = tracks.exits(tracks[id]);
  const std::size_t most_exits = std::min<std::size_t>(exits.size(), kNoExit);
  base::RandomStream random{turning.seed, stream, Purpose::turns};
  if (const std::span<const double> shares = turning.shares.of(id); !shares.empty()) {
    double sum = 0;
    for (std::size_t k = 0; k < most_exits; ++k) sum += (exits[k].lanes & lanes) != 0 ? shares[k] : 0;
    if (sum > 0) {
      random.skip_to(driver.draws++);
      double lot = random.uniform() * sum;
      std::uint8_t last = kNoExit;  // with a share
      for (std::size_t k = 0; k < most_exits && lot >= 0; ++k) {
        if ((exits[k].lanes & lanes) == 0 || shares[k] == 0) continue;
        last = static_cast<std::uint8_t>(k);
        lot -= shares[k];
      }
      return last;
    }
  }
  // forwards, then back, and only then to where the vehicle has to back out again
  for (const Shunned most : {Shunned::nothing, Shunned::u_turns, Shunned::spots}) {
    std::uint32_t count = 0;
    for (const Exit& e : exits) {
      if ((e.lanes & lanes) != 0 && shunned(tracks, e) <= most) ++count;
    }
    if (count == 0) continue;
    random.skip_to(driver.draws++);
    auto chosen = count == 1 ? 0 : random.below(count);
    for (std::uint32_t k = 0; k < most_exits; ++k) {
      const Exit& e = exits[k];
      if ((e.lanes & lanes) == 0 || shunned(tracks, e) > most) continue;
      if (chosen-- == 0) return static_cast<std::uint8_t>(k);
    }
  }
  return kNoExit;
}

// Where the driver turns off from the last track of its trail; false where the road ends. On the present way it may still change lanes;
// further on it keeps the lane that it comes to, except where shares are given.
bool draw_turn(const Tracks& tracks, const Track& last, const Turning& turning, std::uint64_t stream,
               Driver& driver) {
  const bool is_free = driver.turns.is_empty() || !turning.shares.of(last.carriageway).empty();
  const LaneMask lanes = is_free ? kAnyLane : LaneMask{1} << last.abreast;
  std::uint8_t exit = draw_exit(tracks, last.carriageway, lanes, turning, stream, driver);
  if (exit == kNoExit) exit = draw_exit(tracks, last.carriageway, kAnyLane, turning, stream, driver);
  if (exit == kNoExit) return false;
  driver.turns.push(exit);
  return true;
}

// The carriageway at the end of a chain of corridors that begins with this track.
world::CarriagewayId leads_to(const Tracks& tracks, TrackId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a way leads on from a track");
  for (int k = 0; k < 8 && tracks[id].is_corridor(); ++k) {
    const auto onward = tracks.onward(tracks[id]);
    if (onward.empty()) return {};
    id = onward.front();
  }
  return tracks[id].carriageway;
}

TrackId next_towards(const Tracks& tracks, const Track& track, world::CarriagewayId to) {
  for (const TrackId next : tracks.onward(track)) {
    if (leads_to(tracks, next) == to) return next;
  }
  return {};
}

// Of some lanes of a carriageway, those whose tracks go on to where the fewest lanes are left to change to the lanes that are wanted there. All of them
// where an intersection lies between.
LaneMask nearest_before(const Tracks& tracks, const Carriageway& way, LaneMask lanes, LaneMask wanted_there) {
  LaneMask nearest = 0;
  int fewest = std::numeric_limits<int>::max();
  for (const TrackId id : tracks.tracks_of(way)) {
    const Track& track = tracks[id];
    const LaneMask bit = LaneMask{1} << track.abreast;
    if ((lanes & bit) == 0) continue;
    for (const TrackId next : tracks.onward(track)) {
      if (tracks[next].is_corridor()) return lanes;
      const LaneMask there = LaneMask{1} << tracks[next].abreast;
      const int changes =
          (wanted_there & there) != 0 ? 0 : std::abs(lanes_to(wanted_there, tracks[next].abreast));
      if (changes < fewest) nearest = 0;
      if (changes <= fewest) nearest |= bit;
      fewest = std::min(fewest, changes);
    }
  }
  return nearest == 0 ? lanes : nearest;
}

}  // namespace

void look_ahead(const Tracks& tracks, const Turning& turning, std::uint64_t stream, double sight,
                Driver& driver, world::Mover& mover) {
  BACKLOT_ASSERT(sight >= 0, "a driver looks ahead");
  world::Trail& trail = mover.trail;
  double reach = tracks[trail.current()].length - mover.metres;
  std::uint32_t ways =
      tracks[trail.current()].is_corridor() ? 0 : 1;  // of the trail, the current one included
  for (std::uint32_t k = 0; k < trail.ahead(); ++k) {
    reach += tracks[trail.ahead(k)].length;
    if (!tracks[trail.ahead(k)].is_corridor()) ++ways;
  }
  driver.reach_m = std::numeric_limits<double>::infinity();  // unless it can be made longer later
  while (reach < sight && !trail.is_full()) {
    const Track& last = tracks[trail.last()];
    TrackId next;
    if (last.is_corridor()) {
      const auto onward = tracks.onward(last);
      if (onward.empty()) return;
      next = onward.front();
    } else {
      if (driver.turns.size() < ways) {
        if (driver.turns.is_full()) break;
        if (!draw_turn(tracks, last, turning, stream, driver)) return;  // the road ends
      }
      next = next_towards(tracks, last, tracks.exits(tracks[last.carriageway])[driver.turns[ways - 1]].to);
      if (next.is_empty()) return;
    }
    trail.extend(next);
    reach += tracks[next].length;
    if (!tracks[next].is_corridor()) ++ways;
  }
  driver.reach_m = reach;
  // where shares are given, the driver comes to the way with its turn chosen
  const Track& last = tracks[trail.last()];
  if (!last.is_corridor() && driver.turns.size() < ways && !driver.turns.is_full() &&
      !turning.shares.of(last.carriageway).empty())
    draw_turn(tracks, last, turning, stream, driver);
}

LaneMask lanes_of_first_turns(const Tracks& tracks, const Turning& turning, std::uint64_t stream,
                              world::CarriagewayId way) {
  BACKLOT_ASSERT(!way.is_empty(), "a turn is that of a carriageway");
  constexpr std::size_t kMostWays = 4;
  struct Part {
    world::CarriagewayId way;
    LaneMask lanes;
  };
  std::array<Part, kMostWays> parts;
  std::size_t count = 0;
  // as look_ahead() will draw them
  Driver newcomer;
  for (; count < kMostWays; ++count) {
    const std::uint8_t exit = draw_exit(tracks, way, kAnyLane, turning, stream, newcomer);
    const LaneMask lanes = exit == kNoExit ? kAnyLane : tracks.exits(tracks[way])[exit].lanes;
    parts[count] = {way, lanes};
    if (exit == kNoExit || turning.shares.of(tracks.exits(tracks[way])[exit].to).empty()) break;
    way = tracks.exits(tracks[way])[exit].to;
  }
  std::size_t at = std::min(count, kMostWays - 1);
  LaneMask lanes = parts[at].lanes;
  while (at-- > 0) lanes = nearest_before(tracks, tracks[parts[at].way], parts[at].lanes, lanes);
  return lanes;
}

LaneMask wanted_lanes(const Tracks& tracks, const Driver& driver, const world::Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  if (track.is_corridor()) return kAnyLane;
  const std::span<const Exit> exits = tracks.exits(tracks[track.carriageway]);
  if (!driver.turns.is_empty()) return exits[driver.turns.front()].lanes;
  LaneMask lanes = 0;  // that lead on
  for (const Exit& e : exits) lanes |= e.lanes;
  return exits.empty() ? kAnyLane : lanes;
}

LaneMask suiting_lanes(const Tracks& tracks, const TurningShares& shares, const Driver& driver,
                       const world::Mover& mover, LaneMask wanted) {
  BACKLOT_ASSERT(wanted != 0, "some lane is wanted");
  const Track& track = tracks[mover.trail.current()];
  if (track.is_corridor() || driver.turns.size() < 2 || wanted == kAnyLane) return wanted;
  const Carriageway& way = tracks[track.carriageway];
  const world::CarriagewayId to = tracks.exits(way)[driver.turns.front()].to;
  if (shares.of(to).empty()) return wanted;
  const Carriageway& next = tracks[to];
  return nearest_before(tracks, way, wanted, tracks.exits(next)[driver.turns[1]].lanes);
}

bool take_turn_of_lane(const Tracks& tracks, const Turning& turning, std::uint64_t stream, Driver& driver,
                       world::Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  const std::uint8_t exit =
      draw_exit(tracks, track.carriageway, LaneMask{1} << track.abreast, turning, stream, driver);
  if (exit == kNoExit) return false;
  driver.turns.keep(0);
  driver.turns.push(exit);
  mover.trail.cut_ahead(0);
  driver.reach_m = 0;
  return true;
}

int lanes_to(LaneMask wanted, std::uint32_t abreast) {
  BACKLOT_ASSERT(abreast < world::kMostTracksAbreast, "there are not so many lanes abreast");
  const LaneMask inwards = wanted >> abreast, outwards = wanted << (world::kMostTracksAbreast - 1 - abreast);
  const int inner = inwards == 0 ? 64 : std::countr_zero(inwards),
            outer = outwards == 0 ? 64 : std::countl_zero(outwards);
  return inner <= outer ? (inner == 64 ? 0 : inner) : -outer;
}

}  // namespace backlot::traffic
