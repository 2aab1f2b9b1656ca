#include "backlot/traffic/vehicle/directing.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

constexpr double kLaunch_mps2 = 3.8, kLongLaunch_mps2 = 1.4;  // of cars and motorcycles; of trucks and buses
constexpr double kCyclistLaunch_mps2 =
    1.5;  // of one that stands up in the pedals: half as much again as by itself
constexpr float kLongestBicycle_m = 2;  // any vehicle with an engine is longer
constexpr double kKeepGain_mps2 =
    2;  // a car may gain so much to keep a gap, and a long vehicle as much as it can
constexpr double kKeep_mps2 = 2.5;                  // to keep a gap a driver brakes no harder than this,
constexpr double kKeepMore_mps2 = 1;                // or than so much more than its target
constexpr double kGapRate = 0.3, kSpeedRate = 1.1;  // per s2 of the gap, per s of the speed, that is wrong
constexpr double kHeadwayRate = 0.25;               // per s: so fast a wrong time gap gets right
constexpr double kStand_m = 2;                      // a headway is kept no nearer than this
constexpr double kPrecedeGap = 0.4, kPrecedeSpeed = 1.2;  // per s: of the gap, of the speed, that is wrong
constexpr double kPrecedeShare = 0.2,
                 kPrecedeLeast_mps = 2;  // of the target's speed: a far gap closes no faster
constexpr double kPrecedeHurry =
    1.25;  // ahead of a target that is fast a driver may drive so much faster than it likes to
constexpr double kPrecede_mps2 = 1.3;  // and a driver brakes no harder for it
constexpr double kTopSpeed_s = 1;      // so gently the fastest speed is approached
constexpr double kUnsafe_mps2 = 5;     // a gap that may ask for more braking than this is too short
constexpr double kSlowest_mps = 0.5;
constexpr double kSame_m = 1, kSame_mps = 1;  // two sightings that differ by less are of one body

// To keep a gap behind a target.
//
// By time: the gap s is to be h v. With s' = u - v and the error e = s - h v, the acceleration a = (u - v + k e) / h gives e' = -k e,
// however the target drives (Rajamani, Vehicle Dynamics and Control, 2nd ed., 6.4).
// By distance, and near standing: of the second order in the error, with the acceleration of the target fed forward.
double keep_accel(const Dials& dials, double v) {
  BACKLOT_ASSERT(!std::isnan(dials.target.gap_m) && !std::isnan(v), "a gap and a speed are numbers");
  const double u = dials.target.speed_mps, h = dials.headway_s;
  if (h * v > kStand_m) return (u - v + kHeadwayRate * (dials.target.gap_m - h * v)) / h;
  const double wanted_m = h > 0 ? kStand_m : dials.gap_m;
  return dials.target_mps2 + kSpeedRate * (u - v) + kGapRate * (dials.target.gap_m - wanted_m);
}

// To keep a gap ahead of a target: s is to be g + h u, so v is to be u + h u' while the error e = s - g - h u vanishes.
double precede_accel(const Dials& dials, double v) {
  BACKLOT_ASSERT(!std::isnan(dials.target.gap_m) && !std::isnan(v), "a gap and a speed are numbers");
  const double u = dials.target.speed_mps, du = dials.target_mps2;
  const double wrong_m = dials.target.gap_m - dials.gap_m - dials.headway_s * u;
  const double most = std::max(kPrecedeLeast_mps, kPrecedeShare * u);
  return du + kPrecedeSpeed * (u + dials.headway_s * du - std::clamp(kPrecedeGap * wrong_m, -most, most) - v);
}

// Within what a driver does to keep a gap, and no faster than the vehicle may go.
double within_limits(double accel_mps2, const Dials& dials, const DriverTraits& traits, double v,
                     const Pace& pace) {
  BACKLOT_ASSERT(!std::isnan(accel_mps2), "an acceleration is a number");
  const double gain = std::min(static_cast<double>(traits.accel_mps2), (pace.wanted_mps - v) / kTopSpeed_s);
  const double least = dials.throttle == Throttle::precede ? kPrecede_mps2 : kKeep_mps2;
  const double loss =
      std::min(std::max(least, kKeepMore_mps2 - dials.target_mps2), static_cast<double>(traits.hardest_mps2));
  return std::max(std::min(accel_mps2, gain), -loss);
}

}  // namespace

bool is_same_body(const Lead& a, const Lead& b) {
  return std::fabs(a.gap_m - b.gap_m) < kSame_m && std::fabs(a.speed_mps - b.speed_mps) < kSame_mps;
}

double launch_mps2(const world::BodyShape& shape) {
  if (shape.length_m <= kLongestBicycle_m) return kCyclistLaunch_mps2;
  return shape.is_long() ? kLongLaunch_mps2 : kLaunch_mps2;
}

DriverTraits hurrying(const Dials& dials, const DriverTraits& traits, const world::BodyShape& shape) {
  DriverTraits manner = traits;
  if (dials.throttle == Throttle::launch) {
    manner.accel_mps2 = static_cast<float>(launch_mps2(shape));
    manner.headway_s = std::min(manner.headway_s, 0.7F);
  } else if (dials.throttle == Throttle::keep || dials.throttle == Throttle::precede) {
    const double gain = std::min(kKeepGain_mps2, launch_mps2(shape));
    manner.accel_mps2 = std::max(manner.accel_mps2, static_cast<float>(gain));
  }
  return manner;
}

PaceChange directed_change(const Dials& dials, Passing passing) {
  const bool hurries = dials.throttle == Throttle::arrive || dials.throttle == Throttle::keep ||
                       dials.throttle == Throttle::precede;
  const double hurry = dials.throttle == Throttle::precede ? kPrecedeHurry : kHurry;
  PaceChange change{hurries ? hurry : 1, dials.speed_change_mps};
  if (passing == Passing::is_passed) change = {1, std::min(0.0, change.add_mps)};
  if (passing == Passing::passes) change.add_mps = std::max(0.0, change.add_mps);
  return change;
}

Pace directed_pace(const Pace& own, const PaceChange& change) {
  const auto told = [&](double mps) { return std::max(kSlowest_mps, change.factor * mps + change.add_mps); };
  Pace pace = own;
  pace.wanted_mps = std::min(told(own.wanted_mps), std::max(own.wanted_mps, own.bend_mps));
  pace.road_mps = told(own.road_mps);
  return pace;
}

double speed_to_arrive(double v, double left_m, double left_s, double gain_mps2, double loss_mps2) {
  BACKLOT_ASSERT(!std::isnan(left_m) && !std::isnan(left_s) && gain_mps2 > 0 && loss_mps2 > 0,
                 "a driver can gain speed and lose it");
  const double more_m = left_m - v * left_s;  // than is driven at this speed
  const double rate = more_m >= 0 ? gain_mps2 : loss_mps2;
  // x seconds at the rate, then even: more = rate (x left - x^2 / 2)
  const double square = left_s * left_s - 2 * std::fabs(more_m) / rate;
  const double x = left_s - std::sqrt(std::max(0.0, square));
  return more_m >= 0 ? v + rate * x : v - rate * x;
}

Ahead without_target(const Dials& dials, const Ahead& ahead) {
  Ahead others = ahead;
  const auto take_out = [&](const Lead& target) {
    for (Lead* lead : {&others.lead, &others.beyond}) {
      if (is_same_body(*lead, target)) *lead = {};
    }
  };
  if (dials.throttle == Throttle::keep) take_out(dials.target);
  if (std::isfinite(dials.disregarded.gap_m)) take_out(dials.disregarded);
  return others;
}

double directed_accel(const Dials& dials, const DriverTraits& traits, double v, const Pace& pace,
                      double own_mps2, double dt_s) {
  BACKLOT_ASSERT(dt_s > 0, "a step takes time");
  const double b = static_cast<double>(traits.brake_mps2), hardest = static_cast<double>(traits.hardest_mps2);
  switch (dials.throttle) {
    case Throttle::own:
    case Throttle::launch:
      return own_mps2;
    case Throttle::halt:
      return std::min(own_mps2, v > 0 ? -b : 0.0);
    case Throttle::slow: {
      const double to_speed = (dials.slow_to_mps - v) / std::max(dt_s, 1e-3);
      return std::min(own_mps2, std::max(to_speed, -std::min(dials.slow_mps2, hardest)));
    }
    case Throttle::keep: {
      const double keep = std::min(own_mps2, within_limits(keep_accel(dials, v), dials, traits, v, pace));
      // of the target the driver minds only that it does not run into it
      const double needed = braking_needed(v, dials.target);
      return needed > kUnsafe_mps2 ? std::max(std::min(keep, -needed), -hardest) : keep;
    }
    case Throttle::precede:
      return std::min(own_mps2, within_limits(precede_accel(dials, v), dials, traits, v, pace));
    case Throttle::arrive: {
      const double aim = speed_to_arrive(v, dials.left_m, std::max(dials.left_s, dt_s),
                                         static_cast<double>(traits.accel_mps2), b);
      const double accel = std::clamp((std::max(aim, kSlowest_mps) - v) / std::max(dt_s, 1e-3), -b,
                                      static_cast<double>(traits.accel_mps2));
      return std::min(own_mps2, accel);
    }
  }
  return own_mps2;
}

}  // namespace backlot::traffic
