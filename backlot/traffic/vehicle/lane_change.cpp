// The model is MOBIL (Kesting, Treiber, Helbing, Transportation Research Record 1999, 2007). A change is good where the gain of the
// vehicle that changes is more than the weighed loss of its new follower. It is safe where that follower need not brake hard. Added
// to it are lanes that a driver must leave, and the order of two vehicles that want the same place.
#include "backlot/traffic/vehicle/lane_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic {

namespace {

using world::Entry;
using world::Track;
using world::TrackId;

constexpr double kShowChange_s = 3;       // a driver shows its intent this long before it goes
constexpr double kRestAfterChange_s = 6;  // after a change, before the driver thinks of the next one for gain
constexpr double kGain_mps2 = 0.25;       // that makes a change worth it
constexpr double kSafeBrake_mps2 = 1.5;   // that a driver may ask of others; more where it must change
constexpr double kMustBrake_mps2 = 2.5;
constexpr double kPerLane_m =
    120;  // this far before the end a driver begins to care for the lane that it needs
constexpr double kSlowestChange_mps = 2.5;  // no change below this speed: it would take too long
constexpr double kAsk_m =
    150;  // this far before the end of a lane that leads nowhere others are asked to make room

// Whether a vehicle two lanes over wants to the same lane, and goes first: both see each other, the smaller number goes.
bool is_wanted_by_another(const Surroundings& around, const Self& self, const Track& target, Side side) {
  const TrackId beyond = side == Side::left ? target.left : target.right;
  if (beyond.is_empty()) return false;
  const Track& track = around.tracks[beyond];
  const world::LaneBand lane =
      world::LaneBand::around(around.tracks, track, 0, static_cast<double>(track.half_width));
  const double near = 25 + self.speed();
  const std::uint8_t towards =
      side == Side::left ? world::EntryFlag::wants_right : world::EntryFlag::wants_left;
  const world::EntryList list = around.occupancy.on(track.strip);
  for (auto at = list.first_from(self.stance.foot.from - near);
       at != list.end() && at.from() <= self.stance.foot.to + near; ++at) {
    if (at->id < self.id && at->has(towards) && is_body_between(*at, lane.at(*at))) return true;
  }
  return false;
}

constexpr double kLookBack_m = 150;
constexpr double kQueueing_mps = 0.5;
constexpr double kSqueezed_mps = 0.3;  // slower than this a driver begins to pass the vehicle beside it

// Whether the vehicles on a track have to brake no harder than `brake` for one that drives at `v`, `gap_m` beyond the end of the track. Where
// the track is empty the tracks before it are looked at. The traits of others are unknown: they are taken to be the own ones.
bool is_acceptable_behind(const Surroundings& around, const DriverTraits& traits, TrackId from, double gap_m,
                          double v, double wanted_mps, double brake, int depth) {
  BACKLOT_ASSERT(!std::isnan(gap_m) && !std::isnan(v) && depth >= 0, "a gap and a speed are numbers");
  const Track& track = around.tracks[from];
  const world::LaneBand lane =
      world::LaneBand::around(around.tracks, track, 0, static_cast<double>(track.half_width));
  const double scale = track.length / track.strip_length;
  Lead me{std::numeric_limits<double>::infinity(), v};
  double u = 0;
  for (const Entry& e : around.occupancy.on(track.strip)) {
    if (e.has(world::EntryFlag::approaches) || (track.is_corridor() && !e.has(world::EntryFlag::travels)) ||
        !is_body_between(e, lane.at(e)))
      continue;
    const double left_m = (track.is_along ? track.strip_length - e.to : e.from) * scale;
    if (gap_m + left_m >= me.gap_m) continue;
    me.gap_m = gap_m + left_m;
    u = std::max(0.0, track.sign() * static_cast<double>(e.speed_mps));
  }
  if (me.gap_m < std::numeric_limits<double>::infinity())
    return following_accel(traits, u, std::max(wanted_mps, u), me) >= -brake;
  if (gap_m + track.length > kLookBack_m || depth == 0) return true;
  for (const TrackId before : around.tracks.before(track)) {
    if (!is_acceptable_behind(around, traits, before, gap_m + track.length, v, wanted_mps, brake, depth - 1))
      return false;
  }
  return true;
}

struct Choice {
  double gain = -100;
  bool is_safe = false;
  bool is_beside = false;  // a vehicle is right there
};

// With `cuts_in` it does not count how hard those behind have to brake, as long as none of them is beside.
Choice weigh(const Surroundings& around, const Self& self, const Driver& driver, const Pace& pace,
             double accel, TrackId target_id, bool must, bool cuts_in) {
  BACKLOT_ASSERT(!target_id.is_empty(), "a lane beside is a track");
  const Track& target = around.tracks[target_id];
  const DriverTraits& traits = driver.traits;
  const double v = self.speed();
  Choice choice;
  // a free road would not be worth it
  if (!must && free_accel(traits, v, pace.wanted_mps) - accel <= kGain_mps2) return choice;
  const double half = static_cast<double>(self.shape.half_width_m()) + 0.1;
  const Neighbours there = find_neighbours(
      around, self, world::LaneBand::around(around.tracks, target, target.sign() * self.mover.home, half));
  choice.is_beside = there.is_beside;
  if (there.is_beside) return choice;
  const double brake = must ? kMustBrake_mps2 : kSafeBrake_mps2;
  const double least = must ? 1.0 : static_cast<double>(traits.gap_m);
  const double own = following_accel(traits, v, pace.wanted_mps, there.ahead);
  if (!must && own - accel <= kGain_mps2) return choice;
  double others = 0;
  if (cuts_in) {
    choice.is_safe = own > -brake && there.ahead.gap_m > least;
    return choice;
  }
  if (there.gap_behind_m < 100) {
    const Lead me{there.gap_behind_m, v};
    const double u = there.speed_behind_mps;
    const double after = following_accel(traits, u, std::max(pace.wanted_mps, u), me);
    // what the follower does now is not known; it is taken to follow the vehicle that would be ahead of the own one
    const Lead its{there.gap_behind_m + static_cast<double>(self.shape.length_m) + there.ahead.gap_m,
                   there.ahead.speed_mps};
    others = following_accel(traits, u, std::max(pace.wanted_mps, u), its) - after;
    // where both stand the follower is no danger, however near
    const double least_behind = must && u < kQueueing_mps ? 0 : least;
    if (after < -brake || there.gap_behind_m < least_behind + 0.3 * std::max(0.0, u - v) * 3) return choice;
  } else if (const double behind_m = around.tracks.metres_at(target, self.stance.view.distance) -
                                     static_cast<double>(self.shape.rear_m());
             behind_m < kLookBack_m) {
    // the way itself is empty: then the vehicles that come to it
    for (const TrackId before : around.tracks.before(target)) {
      if (!is_acceptable_behind(around, traits, before, behind_m, v, pace.wanted_mps, brake, 2))
        return choice;
    }
  }
  choice.is_safe = own > -brake && there.ahead.gap_m > least;
  choice.gain = own - accel - static_cast<double>(traits.politeness) * std::max(0.0, others);
  return choice;
}

}  // namespace

double too_late_m(double v) {
  BACKLOT_ASSERT(!std::isnan(v), "a speed is a number");
  return std::max(30.0, 3.2 * v);
}

LaneAdvice find_lane(const Surroundings& around, const Self& self, const Driver& driver, const Pace& pace,
                     double accel, bool deliberates) {
  LaneAdvice advice;
  const world::Tracks& tracks = around.tracks;
  const Track& track = self.track(tracks);
  if (track.is_corridor() || self.mover.is_shifting()) return advice;
  advice.intent = driver.intent();
  const bool is_at_once = self.dials != nullptr && self.dials->is_at_once;
  deliberates = deliberates || is_at_once;
  if (!deliberates && track.onward_count > 0) return advice;
  world::LaneMask wanted = wanted_lanes(tracks, driver, self.mover);
  if (around.shares != nullptr) [[unlikely]]
    wanted = suiting_lanes(tracks, *around.shares, driver, self.mover, wanted);
  const double to_end =
      static_cast<double>(track.stop_m) - self.mover.metres - static_cast<double>(self.shape.front_m());
  const int needed = lanes_to(wanted, track.abreast);
  const bool is_wrong = (wanted & (world::LaneMask{1} << track.abreast)) == 0;
  // a lane that leads elsewhere is left in time or kept; one that leads nowhere is left, from standing if it must be
  const bool leads_nowhere = is_wrong && track.onward_count == 0;
  advice.must = leads_nowhere && to_end < kAsk_m;
  // a vehicle that stands beside does not let this one in: this one passes it, and the last metres are for that
  advice.is_squeezed = leads_nowhere && driver.is_squeezed();
  if (leads_nowhere) advice.room_m = to_end - (advice.is_squeezed ? 0 : kLaneEndRoom_m);
  if (!deliberates) return advice;
  advice.intent = Side::none;
  const bool is_whole = self.mover.metres > static_cast<double>(self.shape.rear_m()) + 1;
  if (!is_whole) return advice;
  const Side told = self.dials != nullptr ? self.dials->side : Side::none;
  // a cyclist changes lanes for its turn, and to come back to the kerb, not to get on better
  const bool keeps_lane = self.is_cyclist() || (self.dials != nullptr && self.dials->keeps_lane);
  const bool is_slow = self.speed() < kSlowestChange_mps && told == Side::none;
  if (!leads_nowhere && (to_end < too_late_m(self.speed()) + 5 || is_slow)) return advice;

  Side best = Side::none;
  double best_gain = 0;
  bool best_is_safe = false;
  const bool keeps_right = tracks.network().side() == network::TrafficSide::right;
  const Side inner = keeps_right ? Side::left : Side::right, outer = keeps_right ? Side::right : Side::left;
  for (const Side side : {inner, outer}) {
    const TrackId target = side == Side::left ? track.left : track.right;
    if (target.is_empty() || (told != Side::none && told != side)) continue;
    const Track& beside = tracks[target];
    const double there_m = tracks.metres_at(beside, self.stance.view.distance);
    const bool is_open = there_m >= static_cast<double>(beside.wide_from_m);
    const bool opens_soon = there_m + kShowChange_s * self.speed() >= static_cast<double>(beside.wide_from_m);
    if (!opens_soon || there_m + 3 * self.speed() > static_cast<double>(beside.wide_to_m)) continue;
    const int towards = side == inner ? 1 : -1;
    const bool leads_there = needed * towards > 0;
    const int needed_there = needed - towards;
    const bool is_wanted = (wanted & (world::LaneMask{1} << beside.abreast)) != 0;
    const bool must = (is_wrong && leads_there) || told == side ||
                      (self.is_cyclist() && side == outer && is_wanted && !is_wrong);
    // away from the lane that the driver needs only with time to come back, and never to a lane that leads nowhere
    if (!must && needed_there != 0 && wanted != ~world::LaneMask{0} &&
        (wanted & (world::LaneMask{1} << tracks[target].abreast)) == 0 &&
        (beside.onward_count == 0 || to_end < kPerLane_m * (1 + std::abs(needed_there))))
      continue;
    if (!is_open) {
      // a driver that must change shows it before the lane is wide enough
      if (must && best_gain <= 0) best = side;
      continue;
    }
    if (!must && (driver.since_shift_s < static_cast<float>(kRestAfterChange_s) || keeps_lane)) continue;
    // a driver that is told to keep its lane leaves one that ends only where it has to
    if (leads_nowhere && keeps_lane && told != side && to_end > kAsk_m) continue;
    const Choice choice =
        weigh(around, self, driver, pace, accel, target, must, told == side && self.dials->cuts_in);
    if (must)
      advice.is_squeezed =
          leads_nowhere && choice.is_beside && (driver.is_squeezed() || self.speed() < kSqueezed_mps);
    // a driver that must change shows it while there is no room yet, and goes as soon as there is
    const double gain = must ? 100 + std::max(choice.gain, -50.0) : choice.gain;
    if (gain > kGain_mps2 && gain > best_gain) {
      best = side;
      best_gain = gain;
      best_is_safe = choice.is_safe;
    }
  }
  advice.intent = best;
  if (best == Side::none || best != driver.intent() || !best_is_safe) return advice;
  const TrackId target = best == Side::left ? track.left : track.right;
  advice.starts = (is_at_once || static_cast<double>(driver.intent_s) >= kShowChange_s) &&
                  !is_wanted_by_another(around, self, tracks[target], best);
  return advice;
}

bool has_room_beside(const Surroundings& around, const Self& self, const Driver& driver, Side side) {
  const Track& track = self.track(around.tracks);
  const TrackId target = side == Side::left ? track.left : track.right;
  if (side == Side::none || target.is_empty()) return false;
  const Pace pace = find_pace(around, self, driver.traits, sight_m(self.speed()));
  return weigh(around, self, driver, pace, 0, target, true, false).is_safe;
}

}  // namespace backlot::traffic
