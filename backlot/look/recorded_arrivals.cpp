// Arrivals from a recorded frame: bounds that hold for every driver and every way.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/look/arrivals.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/look/internal/following_gap.h"

namespace backlot::look {

namespace {

using traffic::DriverTraits;
using world::TrackId;
using world::Tracks;

constexpr double kRecordedBrake_mps2 = 1.2;
constexpr double kRounding = 0.01;  // share of a time by which closed forms of the free road may be off
constexpr float kSigmas = 2;        // traits are cut there
constexpr std::uint32_t kMostEnds =
    64;  // of ways behind the mark; where there are more, the latest time is unknown
constexpr double kNeverArrives_s = std::numeric_limits<double>::infinity();

// The drivers of a kind that are the first and the last at a mark, of all that the shipped sets have.
struct Extremes {
  DriverTraits fast, slow;
};

Extremes extremes_of(world::ObjectKind kind) {
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < world::kObjectKinds, "an object has a kind");
  Extremes e;
  bool is_first = true;
  for (const traffic::DriverSet& set : {traffic::town_drivers(), traffic::motorway_drivers()}) {
    const traffic::KindOfDriver& k = set.kinds[static_cast<std::size_t>(kind)];
    if (is_first) e.fast = e.slow = k.middle;
    is_first = false;
    const float speed = kSigmas * k.spread.speed_factor, headway = kSigmas * k.spread.headway;
    e.fast.speed_factor = std::max(e.fast.speed_factor, k.middle.speed_factor * (1 + speed));
    e.slow.speed_factor = std::min(e.slow.speed_factor, k.middle.speed_factor * (1 - speed));
    e.fast.top_mps = std::max(e.fast.top_mps, k.middle.top_mps * (1 + kSigmas * k.spread.top_mps));
    e.slow.top_mps = std::min(e.slow.top_mps, k.middle.top_mps * (1 - kSigmas * k.spread.top_mps));
    e.fast.accel_mps2 = std::max(e.fast.accel_mps2, k.middle.accel_mps2);
    e.slow.accel_mps2 = std::min(e.slow.accel_mps2, k.middle.accel_mps2);
    // a driver that is too fast for a zone slows down sooner the harder it brakes
    e.fast.brake_mps2 = std::min(e.fast.brake_mps2, k.middle.brake_mps2);
    e.slow.brake_mps2 = std::max(e.slow.brake_mps2, k.middle.brake_mps2);
    e.fast.headway_s = std::min(e.fast.headway_s, k.middle.headway_s * (1 - headway));
    e.slow.headway_s = std::max(e.slow.headway_s, k.middle.headway_s * (1 + headway));
    e.fast.gap_m = std::min(e.fast.gap_m, k.middle.gap_m);
    e.slow.gap_m = std::max(e.slow.gap_m, k.middle.gap_m);
  }
  return e;
}

DriverTraits between(const Extremes& e) {
  DriverTraits t = e.fast;
  const auto mean = [](float a, float b) { return 0.5F * (a + b); };
  t.speed_factor = mean(e.fast.speed_factor, e.slow.speed_factor);
  t.top_mps = mean(e.fast.top_mps, e.slow.top_mps);
  t.accel_mps2 = mean(e.fast.accel_mps2, e.slow.accel_mps2);
  t.brake_mps2 = mean(e.fast.brake_mps2, e.slow.brake_mps2);
  t.headway_s = mean(e.fast.headway_s, e.slow.headway_s);
  t.gap_m = mean(e.fast.gap_m, e.slow.gap_m);
  return t;
}

// The most that a follower can be behind its leader, for all drivers and all speeds from `v` up.
double most_behind_s(const DriverTraits& slow, double leader_length_m, double v) {
  BACKLOT_ASSERT(leader_length_m >= 0, "a leader has a length, and drives forward");
  const double low = std::max(internal::kSlowest_mps, v);
  const double gap_m = static_cast<double>(slow.gap_m) + low * static_cast<double>(slow.headway_s);
  return (leader_length_m + gap_m / std::sqrt(1 - internal::kMostTaken)) / low;
}

}  // namespace

// The metre of its track at which the guide of an extra is.
double Arrivals::guide_m(const Snapshot& snapshot, const Approaching& body) const {
  const Tracks& tracks = snapshot.roads().tracks;
  return tracks.metres_at(tracks[approach_.path_track(body, 0)],
                          snapshot.frame().body(body.number).place.distance);
}

// Up to the end of the track of the mark.
void Arrivals::find_recorded_zones(const Snapshot& snapshot, const Approaching& body,
                                   const DriverTraits& traits) {
  zones_.clear();
  fastest_mps_ = 0;
  const Tracks& tracks = snapshot.roads().tracks;
  double begins = -guide_m(snapshot, body);
  for (std::uint32_t k = 0; !approach_.path_track(body, k).is_empty(); ++k) {
    add_zones(tracks, approach_.path_track(body, k), begins, traits);
    begins += tracks[approach_.path_track(body, k)].length;
  }
}

// Tries every way on behind a track, as far as a driver may brake for it, and keeps the slowest drive.
void Arrivals::go_on(const Tracks& tracks, TrackId track, double begins_m, double reach_m) {
  BACKLOT_ASSERT(!track.is_empty(), "a body travels on a track");
  const std::size_t zone_count = zones_.size();
  const std::span<const TrackId> onward = tracks.onward(tracks[track]);
  const double ends_m = begins_m + tracks[track].length;
  if (onward.empty() || ends_m > reach_m || slowest_.ends >= kMostEnds) {
    ++slowest_.ends;
    const traffic::Drive drive =
        traffic::drive_along(slowest_.traits, slowest_.speed_mps, slowest_.way_m, zones_);
    slowest_.drive.seconds = std::max(slowest_.drive.seconds, drive.seconds);
    slowest_.drive.speed_mps = std::min(slowest_.drive.speed_mps, drive.speed_mps);
    return;
  }
  for (const TrackId next : onward) {
    add_zones(tracks, next, ends_m, slowest_.traits);
    go_on(tracks, next, ends_m, reach_m);
    zones_.resize(zone_count);
  }
}

traffic::Drive Arrivals::slowest_drive(const Snapshot& snapshot, const Approaching& body,
                                       const DriverTraits& traits) {
  const Tracks& tracks = snapshot.roads().tracks;
  find_recorded_zones(snapshot, body, traits);
  const double v = snapshot.motion(body.number).speed_mps,
               most = std::max(v, static_cast<double>(fastest_mps_));
  slowest_ = {traits, v, body.way_m, traffic::drive_along(traits, v, body.way_m, zones_), 0};
  TrackId last{};
  double begins = -guide_m(snapshot, body);
  for (std::uint32_t k = 0; !approach_.path_track(body, k).is_empty(); ++k) {
    if (!last.is_empty()) begins += tracks[last].length;
    last = approach_.path_track(body, k);
  }
  go_on(tracks, last, begins, body.way_m + most * most / (2 * kRecordedBrake_mps2));
  if (slowest_.ends > kMostEnds) slowest_.drive = {kNeverArrives_s, 0};
  return slowest_.drive;
}

// The soonest drive of all drivers, and the latest one. The time grows with the speed that a driver wants, but for one step: a driver that
// is faster than it wants to be only slows down, and brakes for what lies ahead when it has. So both sides of that step are tried, too.
Arrivals::Range Arrivals::recorded_range(const Snapshot& snapshot, const Approaching& body,
                                         const DriverTraits& fast, const DriverTraits& slow) {
  constexpr float kBeside = 1e-4F;
  const double v = snapshot.motion(body.number).speed_mps;
  DriverTraits as_limited = slow;
  as_limited.speed_factor = 1;
  find_recorded_zones(snapshot, body, as_limited);
  const auto at_speed = static_cast<float>(v / zones_.front().speed_mps);
  Range range;
  for (const float factor :
       {slow.speed_factor, at_speed * (1 - kBeside), at_speed * (1 + kBeside), fast.speed_factor}) {
    if (factor < slow.speed_factor || factor > fast.speed_factor) continue;
    DriverTraits quick = fast, late = slow;
    quick.speed_factor = late.speed_factor = factor;
    find_recorded_zones(snapshot, body, quick);
    range.soonest_s = std::min(range.soonest_s, traffic::drive_along(quick, v, body.way_m, zones_).seconds);
    const traffic::Drive drive = slowest_drive(snapshot, body, late);
    range.slowest.seconds = std::max(range.slowest.seconds, drive.seconds);
    range.slowest.speed_mps = std::min(range.slowest.speed_mps, drive.speed_mps);
  }
  return range;
}

Arrival Arrivals::predict_recorded(const Snapshot& snapshot, std::size_t which) {
  BACKLOT_ASSERT(which < approaching_.size(), "nothing of that number approaches");
  const Approaching& body = approaching_[which];
  const Extremes e = extremes_of(snapshot.frame().body(body.number).kind);
  const DriverTraits middle = between(e);
  const Range range = recorded_range(snapshot, body, e.fast, e.slow);
  const traffic::Drive& slow = range.slowest;
  find_recorded_zones(snapshot, body, middle);
  const traffic::Drive usual =
      traffic::drive_along(middle, snapshot.motion(body.number).speed_mps, body.way_m, zones_);

  Predicted predicted{usual.seconds, usual.speed_mps, slow.seconds, slow.speed_mps};
  if (const Lead lead = find_lead(snapshot, which); lead.predicted != nullptr)
    predicted.expected_s =
        std::max(usual.seconds,
                 lead.predicted->expected_s +
                     internal::behind_s(middle, lead.length_m, lead.predicted->speed_mps, usual.speed_mps));
  // any body ahead on the path may be the leader
  for (std::size_t k = 0; k < which; ++k) {
    const Approaching& other = approaching_[k];
    if (other.number == body.number || predicted_[k].expected_s == kNeverArrives_s ||
        !is_on_path(body, approach_.path_track(other, 0)))
      continue;
    const double behind = most_behind_s(e.slow, snapshot.motion(other.number).length_m,
                                        std::min(predicted_[k].lower_mps, slow.speed_mps));
    predicted.upper_s = std::max(predicted.upper_s, predicted_[k].upper_s + behind);
  }
  predicted_.push_back(predicted);
  const double soonest_s = (1 - kRounding) * (1 - kSooner) * range.soonest_s;
  return {std::min(soonest_s, predicted.expected_s), predicted.expected_s,
          std::max((1 + kRounding) * (1 + kLater) * predicted.upper_s, predicted.expected_s)};
}

}  // namespace backlot::look
