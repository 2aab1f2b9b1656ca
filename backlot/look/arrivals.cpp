#include "backlot/look/arrivals.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/look/internal/following_gap.h"

namespace backlot::look {

namespace {

using traffic::DriverTraits;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kEarlyBrake_mps2 =
    1.2;  // a slower stretch behind the mark counts as far as such braking reaches
constexpr std::uint32_t kMostTracks = 64;
constexpr double kNever_s = std::numeric_limits<double>::infinity();

}  // namespace

// The last zone that begins before the body is the first one that counts.
void Arrivals::add_zones(const Tracks& tracks, TrackId id, double begins_m, const DriverTraits& traits) {
  BACKLOT_ASSERT(!id.is_empty(), "zones are those of a track");
  const Track& track = tracks[id];
  const auto add = [&](double from_m, float limit_mps, float bend_mps) {
    const float speed = std::min(road_mps(traits, limit_mps), bend_mps);
    const double from = begins_m + from_m;
    if (from <= 0) zones_.clear();
    if (from > 0 && !zones_.empty() && zones_.back().speed_mps == static_cast<double>(speed)) return;
    zones_.push_back({from, static_cast<double>(std::max(speed, 0.1F)), 0});
    fastest_mps_ = std::max(fastest_mps_, speed);
  };
  add(0, track.limit_mps, track.bend_mps);
  if (track.zone_count > 1) {
    for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
      add(static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
  }
}

// Along the trail of an extra, and from its end along the path that the search has found; past the mark as far as its driver may brake for it.
void Arrivals::find_zones(const Snapshot& snapshot, const Approaching& body) {
  zones_.clear();
  fastest_mps_ = 0;
  const Tracks& tracks = snapshot.roads().tracks;
  const world::Mover& mover = snapshot.mover(body.number);
  const DriverTraits& traits = snapshot.driver(body.number).traits;
  const world::Trail& trail = mover.trail;
  double begins = -mover.metres;
  for (std::uint32_t k = 0; k < kMostTracks; ++k) {
    const double v = std::max(mover.speed_mps, static_cast<double>(fastest_mps_));
    if (begins > body.way_m + v * v / (2 * kEarlyBrake_mps2)) break;
    const TrackId id = k == 0               ? trail.current()
                       : k <= trail.ahead() ? trail.ahead(k - 1)
                                            : approach_.path_track(body, k);
    if (id.is_empty()) break;
    add_zones(tracks, id, begins, traits);
    begins += tracks[id].length;
  }
}

bool Arrivals::is_on_path(const Approaching& body, TrackId track) const {
  for (std::uint32_t at = 0;; ++at) {
    const TrackId on = approach_.path_track(body, at);
    if (on.is_empty()) return false;
    if (on == track) return true;
  }
}

// The nearest of the bodies before this one in the list that are on its path.
Arrivals::Lead Arrivals::find_lead(const Snapshot& snapshot, std::size_t which) const {
  BACKLOT_ASSERT(which < approaching_.size(), "nothing of that number approaches");
  for (std::size_t k = which; k-- > 0;) {
    if (approaching_[k].number == approaching_[which].number) continue;
    if (predicted_[k].expected_s == kNever_s) continue;  // others go round it
    if (is_on_path(approaching_[which], approach_.path_track(approaching_[k], 0)))
      return {&predicted_[k], snapshot.motion(approaching_[k].number).length_m};
  }
  return {};
}

Arrival Arrivals::predict_external(const Snapshot& snapshot, std::size_t which) {
  BACKLOT_ASSERT(which < approaching_.size(), "nothing of that number approaches");
  const double speed = std::fabs(snapshot.motion(approaching_[which].number).speed_mps);
  const double seconds = speed < Approach::kCreeping_mps ? kNever_s : approaching_[which].way_m / speed;
  predicted_.push_back({seconds, speed, seconds, speed});
  return {(1 - kSooner) * seconds, seconds, (1 + kLater) * seconds};
}

Arrival Arrivals::predict(const Snapshot& snapshot, std::size_t which) {
  BACKLOT_ASSERT(which < approaching_.size(), "nothing of that number approaches");
  const Approaching& body = approaching_[which];
  if (snapshot.is_external(body.number)) return predict_external(snapshot, which);
  if (snapshot.is_recorded()) return predict_recorded(snapshot, which);
  const DriverTraits& traits = snapshot.driver(body.number).traits;
  find_zones(snapshot, body);
  const traffic::Drive free =
      traffic::drive_along(traits, snapshot.mover(body.number).speed_mps, body.way_m, zones_);
  Predicted predicted{free.seconds, free.speed_mps};
  if (const Lead lead = find_lead(snapshot, which); lead.predicted != nullptr)
    predicted.expected_s =
        std::max(free.seconds,
                 lead.predicted->expected_s +
                     internal::behind_s(traits, lead.length_m, lead.predicted->speed_mps, free.speed_mps));
  predicted_.push_back(predicted);
  return {(1 - kSooner) * free.seconds, predicted.expected_s, (1 + kLater) * predicted.expected_s};
}

// From a recorded frame a body may come by several ways; the first one found is the shortest.
void Arrivals::add_or_widen(const Arriving& arriving) {
  const auto known = std::ranges::find(found_, arriving.number, &Arriving::number);
  if (known == found_.end()) {
    found_.push_back(arriving);
    return;
  }
  known->arrival.soonest_s = std::min(known->arrival.soonest_s, arriving.arrival.soonest_s);
  known->arrival.latest_s = std::max(known->arrival.latest_s, arriving.arrival.latest_s);
}

std::span<const Arriving> Arrivals::find(const Snapshot& snapshot, const world::Mark& mark, double from_s,
                                         double to_s) {
  found_.clear();
  predicted_.clear();
  if (!(from_s <= to_s) || !(to_s >= 0)) return {};
  const auto meets = [&](const Arrival& arrival) {
    return arrival.soonest_s < kNever_s && arrival.soonest_s <= to_s && arrival.latest_s >= from_s;
  };
  const bool is_recorded = snapshot.is_recorded();
  approaching_ =
      approach_.find(snapshot, mark, {.within_s = std::min(to_s, kFurthest_s), .has_all_ways = is_recorded});
  for (std::size_t k = 0; k < approaching_.size(); ++k) {
    const Arrival arrival = predict(snapshot, k);
    const Arriving arriving{approaching_[k].number, approaching_[k].way_m, arrival};
    if (is_recorded)
      add_or_widen(arriving);
    else if (meets(arrival))
      found_.push_back(arriving);
  }
  if (is_recorded) std::erase_if(found_, [&](const Arriving& a) { return !meets(a.arrival); });
  return found_;
}

}  // namespace backlot::look
