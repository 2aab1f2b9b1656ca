// Directives about the pace of an actor in relation to another object: behind it, ahead of it, before it at a mark; and those about a
// time and a place.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/direct/directive_table.h"
#include "backlot/direct/internal/objects.h"
#include "backlot/direct/ways.h"
#include "backlot/traffic/vehicle/directing.h"

namespace backlot::direct {

namespace {

using traffic::Dials;
using traffic::Throttle;
using world::Mark;

constexpr double kMostGap_m = 300, kMostHeadway_s = 20;  // that can be kept
constexpr double kLeastHeadway_s = 0.3;
constexpr double kMostBefore_s = 120;
constexpr double kReached_mps = 0.5, kReached_m = 0.5;
constexpr double kAtMark_m = 1.5;     // a vehicle that stands so near to a mark stands at it
constexpr double kShort_m = 0.3;      // the actor stops so far before it rather than past it
constexpr double kSlowest_mps = 0.5;  // an actor with time to spare drives no slower than this
constexpr double kSure_s = 0.3,
                 kSureShare = 0.03;  // more than the soonest arrival: no driver is as exact as that
constexpr double kOften_s = 0.1;     // the soonest arrival is added up in these parts

Refusal in_range(bool is_in_range) { return is_in_range ? Refusal::none : Refusal::out_of_range; }

bool is_headway(double headway_s) { return headway_s >= kLeastHeadway_s && headway_s <= kMostHeadway_s; }

Beginning begin_with(const DirectedActor& a, world::ObjectId id, Where where, Refusal nowhere, Lease& lease) {
  const std::optional<SeenObject> object = find_object(a.run, id);
  if (!object) return {Refusal::unknown_object};
  if (!find_along(a, *object, where)) return {nowhere};
  lease.object_mps = object->speed_mps;
  return {};
}

// ---- behind an object

Progress go_on_keeping(const DirectedActor& a, world::ObjectId id, double gap_m, double headway_s,
                       Lease& lease, Dials& dials) {
  BACKLOT_ASSERT(!std::isnan(gap_m) && !std::isnan(headway_s), "a gap and a headway are numbers");
  const internal::Tracked target = internal::follow_object(a, id, Where::ahead, Refusal::not_ahead, lease);
  if (!target.seen) return target.lost;
  dials.throttle = Throttle::keep;
  dials.keeps_lane = true;
  dials.target = {target.seen->ahead_m, target.seen->object.speed_mps};
  dials.target_mps2 = target.accel_mps2;
  dials.gap_m = gap_m;
  dials.headway_s = headway_s;
  const double wanted_m = gap_m + headway_s * a.speed_mps();
  const bool is_reached = std::fabs(dials.target.gap_m - wanted_m) < kReached_m &&
                          std::fabs(dials.target.speed_mps - a.speed_mps()) < kReached_mps;
  return is_once(lease) && is_reached ? Progress{LeaseState::done} : Progress{};
}

// ---- at a mark

// Between which times the actor can be `way_m` ahead: as fast as its driver likes, and a little faster; or slowly, but not standing.
struct Arrivals {
  double soonest_s = 0, latest_s = 0;
};
Arrivals arrivals_at(const DirectedActor& a, const world::Trail& trail, double way_m) {
  BACKLOT_ASSERT(!std::isnan(way_m), "the way to a mark is a number");
  const traffic::DriverTraits& traits = a.driver.traits;
  Arrivals found;
  double v = a.speed_mps(), done = 0;
  double ends = a.track().length - a.mover.metres - a.front_m();  // of the track, from the front
  std::uint32_t k = 0;
  while (done < way_m && found.soonest_s < 3600) {
    while (done >= ends && k < trail.ahead()) ends += a.tracks()[trail.ahead(k++)].length;
    const world::Track& track = a.tracks()[k == 0 ? trail.current() : trail.ahead(k - 1)];
    const double top =
        std::min(traffic::kHurry * static_cast<double>(traffic::road_mps(traits, track.limit_mps)),
                 static_cast<double>(track.bend_mps));
    const double after =
        std::max(0.1, std::min(v + kOften_s * traffic::free_accel(traits, v, top), std::max(v, top)));
    const double part = 0.5 * (v + after) * kOften_s;
    found.soonest_s += kOften_s * std::min(1.0, (way_m - done) / part);
    done += part;
    v = after;
  }
  found.soonest_s += kSure_s + kSureShare * found.soonest_s;
  const double b = static_cast<double>(traits.brake_mps2), now = a.speed_mps();
  const double braking_m = std::max(0.0, (now * now - kSlowest_mps * kSlowest_mps) / (2 * b));
  found.latest_s = way_m > braking_m
                       ? std::max(0.0, (now - kSlowest_mps) / b) + (way_m - braking_m) / kSlowest_mps
                       : (now - std::sqrt(now * now - 2 * b * way_m)) / b;
  return found;
}

// Whether the actor can be at a mark at a time, in seconds of the run.
Beginning begin_arrival(const DirectedActor& a, const Mark& mark, double time_s, Lease& lease) {
  const world::Trail trail = trail_ahead(a, kMarkReach_m);
  const std::optional<double> way = find_way_to(a, trail, mark);
  if (!way) return {Refusal::not_on_way};
  lease.left_m = *way;
  const Arrivals can = arrivals_at(a, trail, *way);
  const double now = a.tick().time.seconds();
  if (time_s - now < can.soonest_s) return {Refusal::too_soon, now + can.soonest_s, now + can.latest_s};
  if (time_s - now > can.latest_s) return {Refusal::too_late, now + can.soonest_s, now + can.latest_s};
  return {};
}

// The actor is past the mark, or its way led elsewhere.
Progress end_of_arrival(const DirectedActor& a, const Lease& lease, double time_s) {
  BACKLOT_ASSERT(!std::isnan(time_s), "an arrival has a time");
  const double v = std::max(a.speed_mps(), kSlowest_mps);
  if (lease.left_m > v * (a.tick().time - lease.seen).seconds() + kReached_m)
    return {LeaseState::failed, Refusal::took_another_way};
  const double at = lease.seen.seconds() + lease.left_m / v;
  return {LeaseState::done, Refusal::none, at, at - time_s};
}

void aim_at_mark(const DirectedActor& a, double way_m, double time_s, Lease& lease, Dials& dials) {
  BACKLOT_ASSERT(!std::isnan(way_m) && !std::isnan(time_s), "the way and the time to a mark are numbers");
  lease.left_m = way_m;
  lease.seen = a.tick().time;
  dials.throttle = Throttle::arrive;
  dials.left_m = way_m;
  dials.left_s = time_s - a.tick().time.seconds();
}

// When the front of an object will be at a mark, in seconds of the run, if it goes on at its speed.
std::optional<double> expected_at(const DirectedActor& a, world::ObjectId id, const Mark& mark) {
  const std::optional<double> way = find_way_to(a, id, mark);
  if (!way) return std::nullopt;
  const double speed = std::max(find_object(a.run, id)->speed_mps, kSlowest_mps);
  return a.tick().time.seconds() + *way / speed;
}

}  // namespace

Refusal KeepGap::check() const { return in_range(gap_m > 0 && gap_m <= kMostGap_m); }
Beginning KeepGap::begin(const DirectedActor& a, Lease& lease) const {
  return begin_with(a, object, Where::ahead, Refusal::not_ahead, lease);
}
Progress KeepGap::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  return go_on_keeping(a, object, gap_m, 0, lease, dials);
}

Refusal KeepHeadway::check() const { return in_range(is_headway(headway_s)); }
Beginning KeepHeadway::begin(const DirectedActor& a, Lease& lease) const {
  return begin_with(a, object, Where::ahead, Refusal::not_ahead, lease);
}
Progress KeepHeadway::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  return go_on_keeping(a, object, 0, headway_s, lease, dials);
}

Refusal Precede::check() const {
  const bool has_gap = gap_m > 0 && gap_m <= kMostGap_m, has_headway = is_headway(headway_s);
  return in_range((has_gap || gap_m == 0) && (has_headway || headway_s == 0) && (has_gap || has_headway));
}
Beginning Precede::begin(const DirectedActor& a, Lease& lease) const {
  return begin_with(a, object, Where::behind, Refusal::not_behind, lease);
}
Progress Precede::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const internal::Tracked target =
      internal::follow_object(a, object, Where::nearest, Refusal::not_behind, lease);
  if (!target.seen) return target.lost;
  internal::aim_ahead_of(*target.seen, target.accel_mps2, gap_m, headway_s, dials);
  const double wanted_m = gap_m + headway_s * dials.target.speed_mps;
  const bool is_reached = std::fabs(dials.target.gap_m - wanted_m) < kReached_m &&
                          std::fabs(dials.target.speed_mps - a.speed_mps()) < kReached_mps;
  return is_once(lease) && is_reached ? Progress{LeaseState::done} : Progress{};
}

Beginning Arrive::begin(const DirectedActor& a, Lease& lease) const {
  return begin_arrival(a, mark, time.seconds(), lease);
}
Progress Arrive::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  const std::optional<double> way = find_way_to(a, mark);
  if (!way) return end_of_arrival(a, lease, time.seconds());
  aim_at_mark(a, *way, time.seconds(), lease, dials);
  return {};
}

Refusal KeepTime::check() const { return in_range(std::fabs(before_s) <= kMostBefore_s); }
Beginning KeepTime::begin(const DirectedActor& a, Lease& lease) const {
  if (!find_object(a.run, object)) return {Refusal::unknown_object};
  if (!find_way_to(a, mark)) return {Refusal::not_on_way};
  const std::optional<double> expected = expected_at(a, object, mark);
  if (!expected) return {Refusal::not_approaching};
  lease.expected_s = *expected;
  return begin_arrival(a, mark, *expected - before_s, lease);
}
// The last time at which the object was expected is kept in the lease: it may be past the mark before the actor is.
Progress KeepTime::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  if (!find_object(a.run, object)) return {LeaseState::failed, Refusal::unknown_object};
  const std::optional<double> expected = expected_at(a, object, mark);
  const double now = a.tick().time.seconds();
  if (expected) {
    lease.expected_s = *expected;
  } else if (lease.expected_s > now + 2 * a.tick().step.seconds()) {
    return {LeaseState::failed, Refusal::not_approaching};  // it turned off before the mark
  }
  const double time_s = lease.expected_s - before_s;
  const std::optional<double> way = find_way_to(a, mark);
  if (!way) return end_of_arrival(a, lease, time_s);
  aim_at_mark(a, *way, time_s, lease, dials);
  return {};
}

Beginning StopAt::begin(const DirectedActor& a, Lease& lease) const {
  const std::optional<double> way = find_way_to(a, mark);
  if (!way) return {Refusal::not_on_way};
  lease.left_m = *way;
  lease.held_from = Directive::kEnd;
  const bool can_stop =
      traffic::braking_needed(a.speed_mps(), *way) <= static_cast<double>(a.driver.traits.hardest_mps2);
  return {can_stop ? Refusal::none : Refusal::too_soon};
}
Progress StopAt::go_on(const DirectedActor& a, Lease& lease, Dials& dials) const {
  if (lease.held_from == Directive::kEnd) {
    const std::optional<double> way = find_way_to(a, mark);
    if (!way && lease.left_m > kAtMark_m) return {LeaseState::failed, Refusal::took_another_way};
    lease.left_m = way.value_or(0);
    dials.stop_m = lease.left_m - kShort_m;
    if (!way) dials.throttle = Throttle::halt;  // it is a few centimetres too far
    if (a.speed_mps() != 0 || lease.left_m > kAtMark_m) return {};
    lease.held_from = a.tick().time;
  }
  if (is_once(lease)) return {LeaseState::done};
  dials.throttle = Throttle::halt;
  return {};
}

}  // namespace backlot::direct
