#include "backlot/traffic/vehicle/pace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/traffic/vehicle/lane_change.h"

namespace backlot::traffic {

using world::Track;

namespace {

// Before a slower stretch: a vehicle that is too fast for it by what it loses in this time need not brake harder.
constexpr double kLate_s = 0.3;
constexpr double kCalmly = 0.7;  // of the comfortable braking: what calm_speed_mps() counts with

}  // namespace

Pace find_pace(const Surroundings& around, const Self& self, const DriverTraits& traits, double sight) {
  const world::Tracks& tracks = around.tracks;
  const world::Trail& trail = self.mover.trail;
  const double v = self.speed();
  Pace pace;
  double begins = -self.mover.metres;  // of the track, from the guide
  for (std::uint32_t k = 0; k <= trail.ahead() && begins < sight; ++k) {
    const Track& track = tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    const auto is_lit = [&](const Track& corridor) {
      return corridor.is_corridor() && around.conflicts.signal(corridor.corridor).has_programme();
    };
    const auto add = [&](double from_m, float limit_mps, float bend_mps) {
      const double away = begins + from_m;
      const float road = limit_mps * traits.speed_factor;
      const auto speed = static_cast<double>(std::min(road, bend_mps));
      if (away <= 0) {
        pace.wanted_mps = speed;  // the last stretch that has begun counts
        pace.bend_mps = static_cast<double>(bend_mps);
        // in a bend a driver keeps no more distance than on a straight road; at lights queues are dense enough
        pace.road_mps = is_lit(track) ? speed : static_cast<double>(road);
      } else if (away < sight && speed < v) {
        pace.braking_mps2 =
            std::max(pace.braking_mps2, (v * v - speed * speed) / (2 * std::max(away, kLate_s * v)));
      }
    };
    add(0, track.limit_mps, track.bend_mps);
    if (track.zone_count > 1) {
      for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
        add(static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
    }
    begins += track.length;
  }
  return pace;
}

double calm_speed_mps(const world::Tracks& tracks, const Track& track, const DriverTraits& traits,
                      double front_m) {
  const double brake_mps2 = kCalmly * static_cast<double>(traits.brake_mps2);
  const auto from = [&](double speed_mps, double away_m) {
    return std::sqrt(speed_mps * speed_mps + 2 * brake_mps2 * std::max(0.0, away_m));
  };
  double calm = std::numeric_limits<double>::infinity(), begins = -front_m;
  for (const Track* at = &track;;) {
    for (const world::SpeedZone& zone : tracks.zones(*at)) {
      const float speed = std::min(zone.limit_mps * traits.speed_factor, zone.bend_mps);
      calm = std::min(calm, from(static_cast<double>(speed), begins + static_cast<double>(zone.from_m)));
    }
    if (at->onward_count == 0 && !at->is_corridor() && !tracks.exits(tracks[at->carriageway]).empty())
      calm = std::min(calm, from(0, begins + static_cast<double>(at->stop_m) - kLaneEndRoom_m));
    begins += at->length;
    if (at->onward_count != 1 || from(0, begins) >= calm) return calm;
    at = &tracks[tracks.onward(*at).front()];
  }
}

}  // namespace backlot::traffic
