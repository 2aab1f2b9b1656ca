#include "backlot/traffic/vehicle/pace.h"

#include <algorithm>

namespace backlot::traffic {

using world::Track;

namespace {

// Before a slower stretch: a vehicle that is too fast for it by what it loses in this time need not brake harder.
constexpr double kLate_s = 0.3;

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

}  // namespace backlot::traffic
