#include "backlot/traffic/vehicle/pace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/lane_change.h"

namespace backlot::traffic {

using world::Track;

namespace {

// Before a slower stretch: a vehicle that is too fast for it by what it loses in this time need not brake harder.
constexpr double kLate_s = 0.3;
constexpr double kCalmly = 0.7;  // of the comfortable braking: what calm_speed_mps() counts with

// Calls visit(track, away_m, limit_mps, bend_mps) for the stretches of equal speed from the present one up to the sight, in order.
template <class Visitor>
void for_each_stretch(const Surroundings& around, const Self& self, double sight, const Visitor& visit) {
  const world::Tracks& tracks = around.tracks;
  const world::Trail& trail = self.mover.trail;
  double begins = -self.mover.metres;  // of the track, from the guide
  for (std::uint32_t k = 0; k <= trail.ahead() && begins < sight; ++k) {
    const Track& track = tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    visit(track, begins, track.limit_mps, track.bend_mps);
    if (track.zone_count > 1) {
      for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
        visit(track, begins + static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
    }
    begins += track.length;
  }
}

// To be at a speed so far ahead.
double braking_to(double v, double speed_mps, double away_m) {
  BACKLOT_ASSERT(speed_mps >= 0, "a driver brakes down to a speed");
  return (v * v - speed_mps * speed_mps) / (2 * std::max(away_m, kLate_s * v));
}

}  // namespace

Pace find_pace(const Surroundings& around, const Self& self, const DriverTraits& traits, double sight) {
  const double v = self.speed();
  Pace pace;
  for_each_stretch(
      around, self, sight, [&](const Track& track, double away, float limit_mps, float bend_mps) {
        const auto is_lit = [&](const Track& corridor) {
          return corridor.is_corridor() && around.conflicts.signal(corridor.corridor).has_programme();
        };
        const float road = road_mps(traits, limit_mps);
        const auto speed = static_cast<double>(std::min(road, bend_mps));
        if (away <= 0) {
          pace.wanted_mps = speed;  // the last stretch that has begun counts
          pace.bend_mps = static_cast<double>(bend_mps);
          // in a bend a driver keeps no more distance than on a straight road; at lights queues are dense enough
          pace.road_mps = is_lit(track) ? speed : static_cast<double>(road);
        } else if (away < sight && speed < v) {
          pace.braking_mps2 = std::max(pace.braking_mps2, braking_to(v, speed, away));
        }
      });
  return pace;
}

double braking_ahead_mps2(const Surroundings& around, const Self& self, const DriverTraits& traits,
                          double sight, const PaceChange& change) {
  const double v = self.speed();
  double braking = 0;
  for_each_stretch(around, self, sight, [&](const Track&, double away, float limit_mps, float bend_mps) {
    const double road = change.factor * static_cast<double>(road_mps(traits, limit_mps)) + change.add_mps;
    const double speed = std::max(0.0, std::min(road, static_cast<double>(bend_mps)));
    if (away > 0 && away < sight && speed < v) braking = std::max(braking, braking_to(v, speed, away));
  });
  return braking;
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
      const float speed = std::min(road_mps(traits, zone.limit_mps), zone.bend_mps);
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
