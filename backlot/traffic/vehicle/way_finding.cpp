#include "backlot/traffic/vehicle/way_finding.h"

#include <bit>
#include <limits>

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

// One of the exits that these lanes lead to, each as likely as the others; back only where there is nothing else.
std::uint8_t draw_exit(const Tracks& tracks, const Carriageway& way, LaneMask lanes, std::uint64_t seed,
                       std::uint64_t stream, Driver& driver) {
  const std::span<const Exit> exits = tracks.exits(way);
  for (const bool takes_u_turns : {false, true}) {
    std::uint32_t count = 0;
    for (const Exit& e : exits) {
      if ((e.lanes & lanes) != 0 && (takes_u_turns || e.turn != network::Turn::u_turn)) ++count;
    }
    if (count == 0) continue;
    base::RandomStream random{seed, stream, Purpose::turns};
    random.skip_to(driver.draws++);
    auto chosen = count == 1 ? 0 : random.below(count);
    for (std::uint32_t k = 0; k < exits.size() && k < kNoExit; ++k) {
      const Exit& e = exits[k];
      if ((e.lanes & lanes) == 0 || (!takes_u_turns && e.turn == network::Turn::u_turn)) continue;
      if (chosen-- == 0) return static_cast<std::uint8_t>(k);
    }
  }
  return kNoExit;
}

// The carriageway at the end of a chain of corridors that begins with this track.
world::CarriagewayId leads_to(const Tracks& tracks, TrackId id) {
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

}  // namespace

void look_ahead(const Tracks& tracks, std::uint64_t seed, std::uint64_t stream, double sight, Driver& driver,
                world::Mover& mover) {
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
      const Carriageway& way = tracks[last.carriageway];
      // on the way he is on he may still change lanes; further on he keeps the lane that he comes to
      if (driver.turns.size() < ways) {
        if (driver.turns.is_full()) break;
        const LaneMask lanes = ways == 1 && driver.turns.is_empty() ? kAnyLane : LaneMask{1} << last.abreast;
        std::uint8_t exit = draw_exit(tracks, way, lanes, seed, stream, driver);
        if (exit == kNoExit) exit = draw_exit(tracks, way, kAnyLane, seed, stream, driver);
        if (exit == kNoExit) return;  // the road ends
        driver.turns.push(exit);
      }
      next = next_towards(tracks, last, tracks.exits(way)[driver.turns[ways - 1]].to);
      if (next.is_empty()) return;
    }
    trail.extend(next);
    reach += tracks[next].length;
    if (!tracks[next].is_corridor()) ++ways;
  }
  driver.reach_m = reach;
}

LaneMask wanted_lanes(const Tracks& tracks, const Driver& driver, const world::Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  if (track.is_corridor() || driver.turns.is_empty()) return kAnyLane;
  return tracks.exits(tracks[track.carriageway])[driver.turns.front()].lanes;
}

bool take_what_the_lane_offers(const Tracks& tracks, std::uint64_t seed, std::uint64_t stream, Driver& driver,
                               world::Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  const std::uint8_t exit =
      draw_exit(tracks, tracks[track.carriageway], LaneMask{1} << track.abreast, seed, stream, driver);
  if (exit == kNoExit) return false;
  driver.turns.keep(0);
  driver.turns.push(exit);
  mover.trail.cut_ahead(0);
  driver.reach_m = 0;
  return true;
}

int lanes_to(LaneMask wanted, std::uint32_t abreast) {
  const LaneMask to_left = wanted >> abreast, to_right = wanted << (world::kMostTracksAbreast - 1 - abreast);
  const int left = to_left == 0 ? 64 : std::countr_zero(to_left),
            right = to_right == 0 ? 64 : std::countl_zero(to_right);
  return left <= right ? (left == 64 ? 0 : left) : -right;
}

}  // namespace backlot::traffic
