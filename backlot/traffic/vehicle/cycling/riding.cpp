#include "backlot/traffic/vehicle/cycling/riding.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/cycling/side_room.h"
#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/neighbours.h"
#include "backlot/traffic/vehicle/overtaking.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic {

namespace {

using world::Cycleway;
using world::Track;

constexpr double kShiftWay_m = 17;    // of a bicycle that goes over to another place across the road
constexpr double kMerge_m = 28;       // before the end of the bicycle lane a cyclist looks for a gap
constexpr double kWorthwhile_m = 20;  // a shorter bicycle lane is not worth going over to
constexpr double kGoesOn_m = 5;  // a bicycle lane that begins so near to the start of the next track goes on
constexpr double kAir_m = 0.2;   // between the bicycle and the kerb
constexpr double kThere_m = 0.05;
constexpr double kPassing_m = 0.6;    // further from where it rides a cyclist is passing another one
constexpr double kBackInLine_m = 40;  // from the line; nearer than this it falls back
constexpr double kAsked_mps2 = 1.8;   // a cyclist that goes over lets no vehicle brake harder
constexpr double kTown_mps = 14;      // and takes those behind it to want to be as fast as this
constexpr double kGapBehind_m = 1.5, kGapBehindStanding_m = 0.3, kGapAhead_m = 0.5;
constexpr double kNearlyStanding_mps = 0.3;

// Whether the bicycle lane goes on behind the track, or the road ends with it.
bool goes_on(const Surroundings& around, const Self& self, const Track& track) {
  const world::Tracks& tracks = around.tracks;
  const world::Trail& trail = self.mover.trail;
  if (trail.ahead() == 0) return tracks.exits(tracks[track.carriageway]).empty();
  const world::TrackId next = trail.ahead(0);
  const Cycleway& way = (*around.cycleways)[next];
  return !tracks[next].is_corridor() && way.has_lane() && static_cast<double>(way.lane_from_m) <= kGoesOn_m;
}

// Whether there is room for the bicycle at another place across the road.
bool is_free(const Surroundings& around, const Self& self, const DriverTraits& traits, double home) {
  BACKLOT_ASSERT(!std::isnan(home), "a place beside the middle of a lane is a number");
  const Track& track = self.track(around.tracks);
  // with room for the vehicles that pass, on their side
  const double half = static_cast<double>(self.shape.half_width_m()) + 0.5 * (kAir_m + kSideRoom_m);
  const double to_middle = passing_side(around.tracks) == Side::left ? 1 : -1;
  const double beside = track.sign() * (home + to_middle * 0.5 * (kSideRoom_m - kAir_m));
  const Neighbours there =
      find_neighbours(around, self, world::LaneBand::around(around.tracks, track, beside, half));
  if (there.is_beside || there.ahead.gap_m < kGapAhead_m) return false;
  const double v = self.speed();
  if (following_accel(traits, v, static_cast<double>(traits.top_mps), there.ahead) < -kAsked_mps2)
    return false;
  const double u = there.speed_behind_mps;
  if (!(there.gap_behind_m < std::numeric_limits<double>::infinity())) return true;
  // one that stands behind starts only where it sees room
  if (u < kNearlyStanding_mps && there.gap_behind_m > kGapBehindStanding_m) return true;
  if (there.gap_behind_m < kGapBehind_m) return false;
  return following_accel(DriverTraits{}, u, std::max(kTown_mps, u), {there.gap_behind_m, v}) >= -kAsked_mps2;
}

}  // namespace

RidingAdvice find_riding(const Surroundings& around, const Self& self, const DriverTraits& traits,
                         const LaneAdvice& lane) {
  BACKLOT_ASSERT(around.cycleways != nullptr, "the run has the roads of cyclists");
  RidingAdvice advice;
  const world::Mover& mover = self.mover;
  const Track& track = self.track(around.tracks);
  if (mover.is_shifting() || track.is_corridor()) return advice;
  const Cycleway& way = (*around.cycleways)[mover.trail.current()];
  const double front_m = mover.metres + static_cast<double>(self.shape.front_m());
  double target = static_cast<double>(way.edge);
  if (way.has_lane()) {
    const double end_m = goes_on(around, self, track)
                             ? std::numeric_limits<double>::infinity()
                             : static_cast<double>(std::min(way.lane_to_m, track.stop_m)) - kShiftWay_m;
    const double on_lane = static_cast<double>(way.lane);
    const bool is_there = std::fabs(mover.home - on_lane) < std::fabs(mover.home - target);
    const double leave_m = end_m - kMerge_m - (is_there ? 0 : kWorthwhile_m);
    if (mover.metres >= static_cast<double>(way.lane_from_m) && front_m < leave_m &&
        lane.intent == Side::none) {
      target = on_lane;
    } else if (is_there) {
      advice.merges = true;
      advice.room_m = end_m - front_m;
    }
  }
  const double usual = target;
  if (!advice.merges && lane.intent == Side::none)
    target = find_passing_place(around, self, static_cast<double>(traits.top_mps), usual);
  // one that has not come past another cyclist before the line falls back behind it
  const double to_line_m = static_cast<double>(track.stop_m) - front_m;
  if (!advice.merges && std::fabs(mover.home - usual) > kPassing_m && to_line_m < kBackInLine_m)
    advice.room_m = to_line_m - kShiftWay_m;
  if (std::fabs(mover.home - target) > kThere_m && is_free(around, self, traits, target))
    advice.home = target;
  return advice;
}

double riding_place(const world::Cycleways& cycleways, world::TrackId track, double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a bicycle is put at a place of a track");
  const Cycleway& way = cycleways[track];
  const bool is_on_lane = way.has_lane() && metres > static_cast<double>(way.lane_from_m) &&
                          metres + kShiftWay_m + kMerge_m < static_cast<double>(way.lane_to_m);
  return static_cast<double>(is_on_lane ? way.lane : way.edge);
}

}  // namespace backlot::traffic
