#include "backlot/scene/internal/actor_drive.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

using world::TrackId;

constexpr int kMostOnward = 4;        // tracks behind the end of a trail
constexpr double kSlowest_mps = 0.5;  // that a driver can be told

}  // namespace

ActorDrive::ActorDrive(const world::Tracks& tracks, const traffic::VehicleView& actor, const MarkWay& way)
    : traits_(actor.driver.traits), v_(std::max(0.0, actor.mover.speed_mps)) {
  add_all(tracks, actor.mover.trail, actor.mover.metres, way);
}

ActorDrive::ActorDrive(const world::Tracks& tracks, TrackId track, double metres, double speed_mps,
                       const traffic::DriverTraits& traits, const MarkWay& way)
    : traits_(traits), v_(speed_mps) {
  add_all(tracks, world::Trail(track), metres, way);
}

void ActorDrive::add_all(const world::Tracks& tracks, const world::Trail& trail, double metres,
                         const MarkWay& way) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a track is a number");
  double begins_m = -metres;
  TrackId at = trail.current();
  for (std::uint32_t k = 0; k < trail.ahead() + kMostOnward; ++k) {
    add(tracks, at, begins_m);
    begins_m += tracks[at].length;
    if (at == way.lane || at == way.mark.track) break;
    if (k < trail.ahead()) {
      at = trail.ahead(k);
    } else if (tracks.onward(tracks[at]).size() == 1) {
      at = tracks.onward(tracks[at]).front();
    } else {
      break;
    }
  }
  if (!way.corridor.is_empty() && at != way.corridor) add(tracks, way.corridor, begins_m);
}

void ActorDrive::add(const world::Tracks& tracks, TrackId id, double begins_m) {
  BACKLOT_ASSERT(!id.is_empty(), "a drive leads over tracks");
  const world::Track& track = tracks[id];
  const auto one = [&](double from_m, float limit_mps, float bend_mps) {
    if (from_m <= 0) stretches_.clear();  // the last one that has begun counts
    stretches_.push_back(
        {from_m, static_cast<double>(traffic::road_mps(traits_, limit_mps)), static_cast<double>(bend_mps)});
  };
  one(begins_m, track.limit_mps, track.bend_mps);
  if (track.zone_count > 1)
    for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
      one(begins_m + static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
}

double ActorDrive::seconds(double way_m, double change_mps) const {
  BACKLOT_ASSERT(!std::isnan(way_m) && !std::isnan(change_mps), "a way and a change of speed are numbers");
  std::vector<traffic::PaceZone> zones;
  for (const Stretch& stretch : stretches_)
    zones.push_back(
        {stretch.from_m, std::max(kSlowest_mps, std::min(stretch.road_mps + change_mps, stretch.bend_mps))});
  return traffic::drive_along(traits_, v_, way_m, zones).seconds;
}

double ActorDrive::change_for(double way_m, double seconds_wanted, double least_mps, double most_mps) const {
  BACKLOT_ASSERT(least_mps <= most_mps, "a change of speed has an order");
  constexpr int kRounds = 14;
  double low = least_mps, high = most_mps;
  for (int k = 0; k < kRounds; ++k) {
    const double middle = 0.5 * (low + high);
    (seconds(way_m, middle) > seconds_wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace backlot::scene
