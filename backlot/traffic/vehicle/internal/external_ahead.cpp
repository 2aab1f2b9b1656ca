#include "backlot/traffic/vehicle/internal/external_ahead.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/dials.h"

namespace backlot::traffic::internal {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;

constexpr double kAir_m = 0.1;             // at each side of the own body
constexpr float kCreeping_mps = 0.3F;      // slower objects stand
constexpr double kBeforeExternal_m = 1.5;  // a driver stands this far before an external object
constexpr double kEarly_mps2 = 1.5;        // and brakes for it no sooner than this asks for
constexpr double kHardly_mps = 1.5;        // a driver slower than this need not leave its path,
constexpr double kStandsSoon_s = 0.7;      // nor one that will stand this soon
constexpr double kMeet_s = 0.7;            // two bodies nearer in time than this meet
constexpr double kCalm_mps2 = 1;           // with this the own body is out of its path at the latest,
constexpr double kBrisk_mps2 = 2;          // with this it is there at the soonest,
constexpr double kSlow_mps = 5;            // gaining up to this speed, or twice as much
constexpr double kUrgentGap_m = 0.4, kUrgentBraking_mps2 = 3.5;  // nearer, and harder than comfort allows
constexpr double kMoment_s = 0.5;  // a driver stands this long before an oncoming object is there
constexpr double kBegins_mps = 7;  // a slower object may gain speed while the own vehicle brakes:
constexpr double kGains = 0.2;     // this much, on the average, for each m/s of the own speed
constexpr double kPasses_m = 6, kPasses_s = 1;  // an object this near, or there this soon,
constexpr double kPassesAir_m = 1;              // with this much room at the sides, goes by
constexpr double kYields_mps2 = 3;              // for a person at the kerb a driver brakes no harder,
constexpr double kAtCrosswalk_m = 0.6;          // and one that is on the crosswalk already goes on
constexpr double kGoes_mps = 0.2;               // people take a slower vehicle for one that stands
constexpr double kBeforePerson_m = 0.4;  // nearer to the path of a person the vehicle is before that person
constexpr double kSeen_s = 3;            // a driver stands still this early before an oncoming object

// Whether the object goes by, or will in a moment, and not in the own direction: a driver that has stopped for it does not creep on
// meanwhile.
bool is_passing(const Entry& e, double speed_mps) {
  return e.pace_mps >= kCreeping_mps && speed_mps < 0.5 * static_cast<double>(e.pace_mps) &&
         (!e.has(EntryFlag::foretold) || e.comes_s() < kPasses_s);
}

}  // namespace

bool ExternalAhead::add(const Entry& e, const Track& track, double front, double scale, double right,
                        double left) {
  BACKLOT_ASSERT(scale > 0, "a body has a right and a left side");
  const double gap = (track.is_along ? e.from - front : front - e.to) / scale,
               length = (e.to - e.from) / scale;
  const double speed = track.sign() * static_cast<double>(e.speed_mps);
  const bool is_in_way = is_claim_between(e, {right - kAir_m, left + kAir_m});
  if (e.has(EntryFlag::at_kerb)) {
    if (is_in_way && (self_.yields_on_foot || e.has(EntryFlag::by_signal))) ask_to_yield(gap);
    return true;
  }
  // a person waits until a vehicle that is already before it has passed; it does not wait for one that stands
  const bool goes = self_.speed() >= kGoes_mps;
  if (e.is_person() && e.has(EntryFlag::foretold) && gap <= (goes ? kBeforePerson_m : 0)) return true;
  // a driver that hardly moves, or brakes and soon will, stays until the object is past; one that is in its path leaves that path
  const bool stays = self_.speed() < kHardly_mps || self_.speed() < -kStandsSoon_s * self_.mover.accel_mps2;
  const bool is_ahead = gap > -static_cast<double>(self_.shape.front_m()) ||
                        (stays && gap + length > -static_cast<double>(self_.shape.length_m));
  if (self_.speed() < kHardly_mps && is_passing(e, speed) && is_ahead && gap < kPasses_m &&
      is_claim_between(e, {right - kPassesAir_m, left + kPassesAir_m}))
    ahead_.external_mps2 = std::max(ahead_.external_mps2, 0.0);
  if (e.has(EntryFlag::foretold)) {
    if (is_in_way && is_ahead && is_met(e, gap, length)) ask_to_stop(gap);
    return true;
  }
  if (e.has(EntryFlag::approaches)) return true;
  if (!is_in_way) return false;
  const bool is_disregarded = self_.dials != nullptr && is_same_body({gap, speed}, self_.dials->disregarded);
  if (!is_disregarded && speed < 0.5 * std::fabs(self_.speed()) &&
      (gap > 0 || is_run_into(e, track, gap, right, left)))
    ask_in_need(gap);
  if (e.has(EntryFlag::travels) || e.pace_mps < kCreeping_mps) return false;
  if (speed < -0.5 * static_cast<double>(e.pace_mps)) {
    if (is_ahead) ask_for_oncoming(gap, -speed);
    return true;
  }
  if (speed >= 0.5 * std::fabs(self_.speed())) return false;
  // it crosses, and may stop at any time
  if (gap < std::min(ahead_.crossing_m, ahead_.lead.gap_m)) {
    ahead_.crossing_m = gap;
    ahead_.is_crossing_fast = false;
  }
  return true;
}

void ExternalAhead::add_begun(const world::EntryList& list, const Track& track, const world::Stance& own,
                              const world::LaneBand& swept) {
  const double front = track.is_along ? own.foot.to : own.foot.from;
  for (auto at = list.begin(); at != list.end() && at.from() < own.foot.to; ++at) {
    const bool is_begun =
        track.is_along ? at.from() < own.foot.from && at->to > own.foot.from : at->to > own.foot.to;
    if (!is_begun || !at->has(EntryFlag::external)) continue;
    const world::LaneBand::Edges edges = swept.at(*at);
    if (at->pace_mps < kCreeping_mps) {
      if (!at->has(EntryFlag::approaches) && is_claim_between(*at, edges)) add_beside(*at, track);
    } else {
      add(*at, track, front, own.distance_per_metre, edges.right, edges.left);
    }
  }
}

// Whether the own body may be where the object will be, while the object is there: when at the soonest, and until when at the latest.
bool ExternalAhead::is_met(const Entry& e, double gap_m, double length_m) const {
  const double v = self_.speed(), out_m = gap_m + length_m + static_cast<double>(self_.shape.length_m);
  return time_for(out_m, v, kCalm_mps2, std::max(v, kSlow_mps)) + kMeet_s > e.comes_s() &&
         time_for(gap_m, v, kBrisk_mps2, 2 * kSlow_mps) - kMeet_s < e.gone_s();
}

// Whether the own body runs into an object that has come level with its front. Footprints are larger than bodies that lie aslant: there
// may be some way left to stop in.
bool ExternalAhead::is_run_into(const Entry& e, const Track& track, double gap_m, double right, double left) {
  return gap_m > -static_cast<double>(self_.shape.front_m()) && is_claim_between(e, {right, left}) &&
         !path_.gets_past(e, track);
}

// An object that stands beside the own body, aslant: a corner of it may be on the own path. A body that touches it already goes on, and
// out.
void ExternalAhead::add_beside(const Entry& e, const Track& track) {
  if (const std::optional<double> way = path_.way_to(e, track))
    ask_for(braking_needed(self_.speed(), *way), *way);
}

void ExternalAhead::ask_to_stop(double gap_m) {
  BACKLOT_ASSERT(!std::isnan(gap_m), "a gap is a number");
  const double room = gap_m - kBeforeExternal_m;
  ask_for(braking_needed(self_.speed(), room), room);
}

// A person at the kerb has the right of way: a driver that still can stop in comfort lets it cross.
void ExternalAhead::ask_to_yield(double gap_m) {
  const double room = gap_m - kBeforeExternal_m;
  if (gap_m < (self_.speed() < kGoes_mps ? 0 : kAtCrosswalk_m)) return;
  const double needed = braking_needed(self_.speed(), room);
  if (needed <= kYields_mps2) ask_for(needed, room);
}

void ExternalAhead::ask_for(double needed_mps2, double way_m) {
  BACKLOT_ASSERT(!std::isnan(needed_mps2) && !std::isnan(way_m), "what is asked for are numbers");
  if (needed_mps2 > kEarly_mps2 || way_m < self_.speed() + 1)
    ahead_.external_mps2 = std::max(ahead_.external_mps2, needed_mps2);
}

// To stand before what does not get out of the way, where comfort would come too late.
void ExternalAhead::ask_in_need(double gap_m) {
  BACKLOT_ASSERT(!std::isnan(gap_m), "a gap is a number");
  const double needed = braking_needed(self_.speed(), gap_m - kUrgentGap_m);
  if (needed > kUrgentBraking_mps2) ahead_.external_mps2 = std::max(ahead_.external_mps2, needed);
}

// To stand a moment before an oncoming object is there. While the own vehicle brakes evenly, the object comes nearer at `speed_mps`;
// one that is slow may just have started. A vehicle that stands stays until the object has passed.
void ExternalAhead::ask_for_oncoming(double gap_m, double speed_mps) {
  BACKLOT_ASSERT(!std::isnan(gap_m) && !std::isnan(speed_mps), "a gap and a speed are numbers");
  const double u = speed_mps, v = self_.speed();
  const double room = std::max(gap_m - kBeforeExternal_m - kMoment_s * u, 0.01);
  const double gains = u < kBegins_mps ? kGains * v : 0;
  const double needed = v * (0.5 * v + u + gains) / room;
  if (needed > kEarly_mps2 || room < kSeen_s * (u + v))
    ahead_.external_mps2 = std::max({ahead_.external_mps2, needed, v > 0 ? kEarly_mps2 : 0});
}

}  // namespace backlot::traffic::internal
