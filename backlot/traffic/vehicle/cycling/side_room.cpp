#include "backlot/traffic/vehicle/cycling/side_room.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;

constexpr double kMargin_m = 0.2;              // more than the room that is asked for
constexpr double kAhead_s = 5, kAhead_m = 10;  // so far ahead a driver begins to move over,
constexpr double kCyclistAhead_m = 9;          // and a cyclist
constexpr double kSlower_mps = 0.8;      // a cyclist passes those that are slower than it could be by this
constexpr double kCyclistGains_m = 14;   // on one that is passed, until the cyclist is back before it,
constexpr double kCyclistToLine_m = 45;  // which has to be so far before the line
constexpr double kSameLaneToLine_m = 60;
constexpr double kBehind_m = 2;    // a cyclist so far behind the own rear has been passed
constexpr double kInLane_m = 0.1;  // the body keeps so far from the line

}  // namespace

double find_passing_place(const Surroundings& around, const Self& self, double wanted_mps, double usual_m) {
  const Track& track = self.track(around.tracks);
  BACKLOT_ASSERT(around.cycleways != nullptr, "the run has the roads of cyclists");
  if (track.is_corridor() || !track.has_fixed_centre) return usual_m;
  const bool keeps_right = around.tracks.network().side() == network::TrafficSide::right;
  const double from_kerb = keeps_right ? 1 : -1;  // what is away from the kerb, to the traveller's left
  const double half = static_cast<double>(self.shape.half_width_m());
  const bool is_cyclist = self.is_cyclist();
  const double most = static_cast<double>(track.half_width) - half - kInLane_m;
  const double room = is_cyclist ? kCyclistsRoom_m : kSideRoom_m;
  const double to_line_m = static_cast<double>(track.stop_m) - self.mover.metres;
  const double scale = self.stance.distance_per_metre;
  const world::Footprint& foot = self.stance.foot;
  const double ahead = (is_cyclist ? kCyclistAhead_m : kAhead_m + kAhead_s * self.speed()) * scale,
               behind = kBehind_m * scale;
  const double low = foot.from - (track.is_along ? behind : ahead),
               high = foot.to + (track.is_along ? ahead : behind);
  double place = from_kerb * usual_m;
  for (const Entry& e : around.occupancy.on(track.strip).between(low - around.occupancy.longest(), high)) {
    const double speed = track.sign() * static_cast<double>(e.speed_mps);
    if (e.id == self.id || !traffic::is_cyclist(e) || e.to < low || e.has(EntryFlag::approaches) || speed < 0)
      continue;
    // the sides of the cyclist away from the kerb and at the kerb, from the middle of the own lane
    const double left = static_cast<double>(e.claim_left) - track.centre,
                 right = static_cast<double>(e.claim_right) - track.centre;
    const bool is_left_inner = from_kerb * track.sign() > 0;
    const double inner = is_left_inner ? left : -right, outer = is_left_inner ? right : -left;
    const double needed = inner + room + kMargin_m + half;
    if (e.to > foot.from && e.from < foot.to) {  // beside: no nearer than now
      place = std::max(place, std::min(needed, from_kerb * self.mover.home));
      continue;
    }
    // one in the same lane is passed where there is time for it before the line
    const bool is_in_lane = outer > -static_cast<double>(track.half_width);
    if (is_in_lane && to_line_m < kSameLaneToLine_m) continue;
    if (is_cyclist && (speed < static_cast<double>(kRidingCyclist_mps) || speed > wanted_mps - kSlower_mps ||
                       to_line_m < kCyclistToLine_m + wanted_mps * kCyclistGains_m / (wanted_mps - speed)))
      continue;
    if (needed > most) continue;
    place = std::max(place, needed);
  }
  return from_kerb * place;
}

}  // namespace backlot::traffic
