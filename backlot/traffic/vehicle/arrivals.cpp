#include "backlot/traffic/vehicle/arrivals.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace backlot::traffic {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kEarlyBrake_mps2 = 1.2;  // so far behind the mark a slower stretch counts
constexpr std::uint32_t kMostTracks = 64;
constexpr double kNever_s = std::numeric_limits<double>::infinity();
constexpr double kSlowest_mps = 2;  // at the mark, for the time that a body takes to pass it

// The gap at a steady speed, by the model. A vehicle that is nearly at its wanted speed falls back for ever, but not within the time ahead.
double following_gap(const DriverTraits& traits, double v, double v0) {
  constexpr double kMost = 0.5;
  const double share = v < v0 ? v / v0 : 1;
  const double taken = std::min(kMost, (share * share) * (share * share));
  return (static_cast<double>(traits.gap_m) + v * static_cast<double>(traits.headway_s)) /
         std::sqrt(1 - taken);
}

}  // namespace

// Along the vehicle's trail, and from its end along the path that the search has found; past the mark as far as it may brake for it.
void Arrivals::find_zones(const CastingView& view, const world::Coming& coming) {
  zones_.clear();
  const Tracks& tracks = view.world.roads.tracks;
  const world::Mover& mover = view.world.mover(coming.number);
  const DriverTraits& traits = view.driver(coming.number).traits;
  const world::Trail& trail = mover.trail;
  double begins = -mover.metres;
  float fastest = 0;
  for (std::uint32_t k = 0; k < kMostTracks; ++k) {
    const double v = std::max(mover.speed_mps, static_cast<double>(fastest));
    if (begins > coming.way_m + v * v / (2 * kEarlyBrake_mps2)) break;
    const TrackId id = k == 0               ? trail.current()
                       : k <= trail.ahead() ? trail.ahead(k - 1)
                                            : approach_.path_track(coming, k);
    if (id.is_empty()) break;
    const Track& track = tracks[id];
    const auto add = [&](double from_m, float limit_mps, float bend_mps) {
      const float speed = std::min(limit_mps * traits.speed_factor, bend_mps);
      const double from = begins + from_m;
      if (from <= 0) zones_.clear();  // the last zone that has begun counts
      if (from > 0 && zones_.back().speed_mps == static_cast<double>(speed)) return;
      zones_.push_back({from, static_cast<double>(std::max(speed, 0.1F)), 0});
      fastest = std::max(fastest, speed);
    };
    add(0, track.limit_mps, track.bend_mps);
    if (track.zone_count > 1) {
      for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
        add(static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
    }
    begins += track.length;
  }
}

// The nearest of the vehicles before it in the list that are on its path.
const Arrivals::Predicted* Arrivals::find_lead(const CastingView& view, std::size_t which,
                                               double& length_m) const {
  for (std::size_t k = which; k > 0;) {
    const TrackId lead = approach_.path_track(coming_[--k], 0);
    if (predicted_[k].expected_s == kNever_s) continue;  // others go round
    for (std::uint32_t at = 0;; ++at) {
      const TrackId track = approach_.path_track(coming_[which], at);
      if (track.is_empty()) break;
      if (track != lead) continue;
      length_m = view.world.motion(coming_[k].number).length_m;
      return &predicted_[k];
    }
  }
  return nullptr;
}

Arrival Arrivals::predict(const CastingView& view, std::size_t which) {
  const world::Coming& coming = coming_[which];
  if (!view.world.is_extra(coming.number)) {
    const double speed = std::fabs(view.world.motion(coming.number).speed_mps);
    const double seconds = speed < world::Approach::kCreeping_mps ? kNever_s : coming.way_m / speed;
    predicted_.push_back({seconds, speed});
    return {(1 - kSooner) * seconds, seconds, (1 + kLater) * seconds};
  }
  const DriverTraits& traits = view.driver(coming.number).traits;
  find_zones(view, coming);
  const Drive free = drive_along(traits, view.world.mover(coming.number).speed_mps, coming.way_m, zones_);
  Predicted predicted{free.seconds, free.speed_mps};
  double length_m = 0;
  if (const Predicted* lead = find_lead(view, which, length_m)) {
    const double v = std::max(kSlowest_mps, std::min(lead->speed_mps, free.speed_mps));
    const double behind_m = length_m + following_gap(traits, v, free.speed_mps);
    predicted.expected_s = std::max(free.seconds, lead->expected_s + behind_m / v);
  }
  predicted_.push_back(predicted);
  return {(1 - kSooner) * free.seconds, predicted.expected_s, (1 + kLater) * predicted.expected_s};
}

std::span<const Arriving> Arrivals::find(const CastingView& view, const world::Mark& mark, double from_s,
                                         double to_s) {
  found_.clear();
  predicted_.clear();
  if (!(from_s <= to_s) || !(to_s >= 0)) return {};
  coming_ = approach_.find(view.world, mark, {.within_s = std::min(to_s, kFurthest_s)});
  for (std::size_t k = 0; k < coming_.size(); ++k) {
    const Arrival arrival = predict(view, k);
    if (arrival.soonest_s < kNever_s && arrival.soonest_s <= to_s && arrival.latest_s >= from_s)
      found_.push_back({coming_[k].number, coming_[k].way_m, arrival});
  }
  return found_;
}

}  // namespace backlot::traffic
