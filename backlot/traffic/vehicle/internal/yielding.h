// Whether a driver has to wait for one other vehicle at a conflict zone. Both vehicles pass the zone in a window of time each.
//
// A yielding driver enters if it can clear the zone, plus a margin, before the other vehicle can reach it. Against a priority
// stream it also needs an acceptable gap (gap_acceptance.h). Once it goes, it only checks that it gets through, and the stream lets it
// through. A driver that goes first trusts the others to have kept their margin: it adds none of its own. It still minds vehicles that
// it cannot expect to wait, those inside the zone and those too near to stop before it. For one that moves on it slows down just as much
// as it takes to come to the zone after that vehicle has left; for one that does not, it waits.
#pragma once

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/internal/goes_first.h"
#include "backlot/traffic/vehicle/internal/witness.h"

namespace backlot::traffic::internal {

inline constexpr double kQueueStart_s =
    1.5;  // a vehicle that stands behind another one starts this much later
inline constexpr double kGiven_s =
    0.4;  // by which the stream slows down for a vehicle that goes through a gap in it

// Whether the driver judges gaps in the other stream by their time: without lights it has to yield to that stream, since it comes
// from a minor road or turns off the major one.
inline bool is_judged(const CorridorAhead& here, const OtherCorridor& other) {
  return here.is_dark_with(other) && other.conflict.standing == network::Precedence::yields &&
         other.state >= network::ControlState::go &&
         (here.state < network::ControlState::go || here.is_on_priority_road());
}

// Whether the other driver looks for gaps in the own stream.
inline bool is_sought_by(const CorridorAhead& here, const OtherCorridor& other) {
  return here.is_dark_with(other) && other.conflict.standing == network::Precedence::goes &&
         here.state >= network::ControlState::go &&
         (other.state < network::ControlState::go || here.is_on_priority_road());
}

// When a vehicle that is expected to keep its speed is at a place.
inline double comes_s(double way_m, double speed_mps, double limit_mps) {
  BACKLOT_ASSERT(!std::isnan(way_m), "a way is a number, a limit is a speed");
  return speed_mps > 0.5 * limit_mps ? way_m / speed_mps : time_for(way_m, speed_mps, 1.0, limit_mps);
}

// How much later than the own vehicle the other one has to be at the conflict zone. A gap counts from front to front. When the own
// vehicle gets there, behind the one before the other vehicle, this part of the gap has passed.
inline double least_lag_s(const CorridorAhead& here, const world::ConflictStretch& stretch, double length_m,
                          double limit_mps) {
  const Driver& driver = here.driver;
  const double gap = asked_gap_s(here.movement(), here.looks_from()) * gap_factor(driver.traits) *
                     impatience(driver.stood_s);
  const double passing_m = static_cast<double>(stretch.other_to - stretch.other_from) + length_m;
  return gap - passing_m / std::max(limit_mps, 1.0) - 0.5 * kMargin_s;
}

// When the other vehicle can be at the conflict zone at the soonest. A driver that judges a gap expects it to keep its speed.
BACKLOT_INLINE double soonest_s(const OtherCorridor& other, const world::ConflictStretch& stretch,
                                const world::Entry& e, bool judges) {
  const auto limit = static_cast<double>(other.conflict.limit_mps);
  const double speed = std::fabs(static_cast<double>(e.speed_mps));
  const double way = static_cast<double>(stretch.other_from) - static_cast<double>(e.front_m);
  return (judges ? comes_s(way, speed, limit) : time_for(way, speed, 2.0, limit * 1.1)) +
         (e.has(world::EntryFlag::queued) ? kQueueStart_s : 0);
}

// When the own rear has left the conflict zone. A vehicle that is too fast for the bend of the corridor comes down to that speed before it.
BACKLOT_INLINE double through_s(const CorridorAhead& here, const world::ConflictStretch& stretch) {
  const DriverTraits& traits = here.driver.traits;
  const double v = here.self.speed(), way = static_cast<double>(stretch.to) + here.length_m - here.front_m;
  const auto top = static_cast<double>(std::min(road_mps(traits, here.track.limit_mps), here.track.bend_mps));
  if (v <= top) return time_for(way, v, 0.8 * static_cast<double>(traits.accel_mps2), top);
  const double outside = std::clamp(-here.front_m, 0.0, way);
  return 2 * outside / (v + top) + (way - outside) / top;
}

// Whether the other vehicle will let the own one pass: it can stop before the conflict zone and is expected to. An external vehicle is
// assumed to yield only if it is stopped or can still stop before the intersection.
BACKLOT_INLINE bool can_wait(const CorridorAhead& here, const world::ConflictStretch& stretch,
                             const world::Entry& e, double speed_mps) {
  const bool is_expected = !e.has(world::EntryFlag::external) || e.pace_mps < kStands_mps ||
                           (e.has(world::EntryFlag::approaches) && !e.has(world::EntryFlag::committed));
  return is_expected && (!e.has(world::EntryFlag::clears) || here.driver.is_clearing()) &&
         static_cast<double>(e.front_m) + speed_mps * (speed_mps / (2 * kOthersBrake_mps2) + 0.2) <=
             static_cast<double>(stretch.other_from);
}

// Whether the other vehicle stays where it is, whatever the rule says.
BACKLOT_INLINE bool is_kept(const CorridorAhead& here, const OtherCorridor& other, const world::Entry& e,
                            double speed_mps, bool other_can_wait) {
  if (e.has(world::EntryFlag::approaches) && !e.has(world::EntryFlag::committed)) {
    // a light tells it to stop and it can; or it has no room to go
    if (e.has(world::EntryFlag::held)) return true;
    // it stands behind a vehicle that waits as the own one does; a long vehicle also waits for it at the line, since it could not wait
    // further on
    if (e.has(world::EntryFlag::queued) &&
        (other.aspect == network::Aspect::dark || here.self.shape.is_long()))
      return true;
    if (other.state == network::ControlState::stop && other_can_wait) return true;
    if (other.state == network::ControlState::prepare_to_stop &&
        -static_cast<double>(e.front_m) * 2 * kEasyBrake_mps2 > speed_mps * speed_mps)
      return true;
  }
  // under lights, a vehicle that stands within the intersection behind another one comes no further while that one stands
  return (here.aspect != network::Aspect::dark || other.aspect != network::Aspect::dark) && other_can_wait &&
         e.has(world::EntryFlag::queued) && !e.has(world::EntryFlag::approaches) && e.pace_mps < kStands_mps;
}

// Whether the own stream goes before the other one by sign or by the rule of the road, where no light is lit.
inline bool has_priority_over(const CorridorAhead& here, const OtherCorridor& other) {
  return here.is_dark_with(other) && other.conflict.standing == network::Precedence::goes;
}

// By how much the own rear has to leave the conflict zone before the other vehicle can reach it. A driver that has decided to go keeps to
// that, where the margin of the decision is used up by small errors of the forecast.
BACKLOT_INLINE double margin_s(const CorridorAhead& here, const OtherCorridor& other, bool has_entered) {
  const bool is_going = has_entered || here.driver.is_committed();
  if (is_judged(here, other)) return is_going ? -kGiven_s : 0;
  if (has_priority_over(here, other)) return 0;
  return is_going && here.is_dark_with(other) ? kSure_s : kMargin_s;
}

// What a driver does about one other vehicle.
struct Yielding {
  bool waits = false;
  double most_mps2 =
      kNoLimit_mps2;  // with this acceleration it reaches the zone when the other vehicle has left
};

// The other vehicle moves on and has left the zone after `gone_s`. A driver that would have to stop for that waits.
BACKLOT_INLINE Yielding let_out(const CorridorAhead& here, const world::ConflictStretch& stretch,
                                double gone_s) {
  const double v = here.self.speed(), way = static_cast<double>(stretch.from) - here.front_m;
  if (way <= 0.5 * v * gone_s) return {.waits = true};
  return {.most_mps2 = 2 * (way - v * gone_s) / (gone_s * gone_s)};
}

BACKLOT_INLINE Yielding yields_to(const CorridorAhead& here, const OtherCorridor& other,
                                  const world::ConflictStretch& stretch, const world::Entry& e,
                                  bool has_entered) {
  const auto front = static_cast<double>(e.front_m);
  const double length = e.length();
  if (front - length > static_cast<double>(stretch.other_to)) return {};  // it has passed
  const double speed = std::fabs(static_cast<double>(e.speed_mps));
  const bool other_can_wait = can_wait(here, stretch, e, speed);
  const bool goes = goes_first(here, other, stretch, e, has_entered);
  if (goes && other_can_wait) return {};
  if (is_kept(here, other, e, speed, other_can_wait)) return {};
  // when can it be there at the soonest, when has the own vehicle passed
  const bool judges = is_judged(here, other), is_going = has_entered || here.driver.is_committed();
  const double soonest = soonest_s(other, stretch, e, judges);
  if (through_s(here, stretch) + margin_s(here, other, has_entered) < soonest)
    return {.waits = judges && !goes && !is_going &&
                     soonest - here.there_s(stretch) <
                         least_lag_s(here, stretch, length, static_cast<double>(other.conflict.limit_mps))};
  // it found a gap in the own stream and goes through it: no need to wait if it is out before the own vehicle comes
  const bool is_on_its_way = is_sought_by(here, other) && speed > 1 &&
                             (!e.has(world::EntryFlag::approaches) || e.has(world::EntryFlag::committed));
  if (other_can_wait && !is_on_its_way) return {.waits = true};  // and the own vehicle is the one that yields
  if (speed <= 1) return {.waits = true};
  // it is in the zone, or will be: when has it passed, when is the own vehicle there at the soonest
  const double out_m = static_cast<double>(stretch.other_to) + length - front;
  const double latest = is_on_its_way
                            ? time_for(out_m, speed, 1.0, top_of(here.around.tracks[other.conflict.other]))
                            : time_for(out_m, speed, 0.7, std::max(speed, 4.0));
  const bool is_sure = is_on_its_way || (is_going && judges);
  const double gone = latest + (is_sure ? kSure_s : 0.5 * kMargin_s);
  if (here.there_s(stretch) > gone) return {};
  // an external vehicle may stop in the zone at any time
  const bool lets_out = has_priority_over(here, other) && !e.has(world::EntryFlag::external);
  return lets_out ? let_out(here, stretch, gone) : Yielding{.waits = true};
}

// The reason, where the driver waits or slows down: the other vehicle is in the way, or comes too soon.
inline WhyStop why_yield(const CorridorAhead& here, const OtherCorridor& other,
                         const world::ConflictStretch& stretch, const world::Entry& e, bool has_entered) {
  WhyStop why{.limit = Limit::gap, .others_corridor = other.conflict.corridor, .object = e.id};
  if (!e.has(world::EntryFlag::approaches)) {
    why.limit = other.conflict.kind == network::DependencyKind::merging ? Limit::merging : Limit::crossing;
    return why;
  }
  const bool judges = is_judged(here, other);
  const auto limit = static_cast<double>(other.conflict.limit_mps);
  const double comes = soonest_s(other, stretch, e, judges);
  const double there = here.there_s(stretch), passing = through_s(here, stretch) - there;
  const double asked = passing + margin_s(here, other, has_entered);
  const bool asks_gap = judges && !has_entered && !here.driver.is_committed();
  why.gap = Why::Gap{comes - there,
                     asks_gap ? std::max(asked, least_lag_s(here, stretch, e.length(), limit)) : asked};
  return why;
}

}  // namespace backlot::traffic::internal
