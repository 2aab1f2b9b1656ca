#include "backlot/traffic/vehicle/directing.h"

#include <algorithm>
#include <cmath>

namespace backlot::traffic {

namespace {

constexpr double kLaunch_mps2 = 3.8, kLongLaunch_mps2 = 1.4;  // of cars and motorcycles; of trucks and buses
constexpr double kFeintBrake_mps2 = 5;
constexpr double kGapRate = 0.3, kSpeedRate = 1.1;  // per s2 of the gap, per s of the speed, that is wrong
constexpr double kKeep_mps2 = 2.5;                  // to keep a gap one brakes no harder than this
constexpr double kUnsafe_mps2 = 5;  // a gap that may ask for more braking than this is too short
constexpr double kSlowest_mps = 0.5;
constexpr double kSame_m = 0.5;  // nearer than this to each other two leads are the same one

}  // namespace

double launch_mps2(const world::BodyShape& shape) {
  return shape.is_long() ? kLongLaunch_mps2 : kLaunch_mps2;
}

DriverTraits hurrying(const Dials& dials, const DriverTraits& traits, const world::BodyShape& shape) {
  DriverTraits manner = traits;
  if (dials.throttle == Throttle::launch) {
    manner.accel_mps2 = static_cast<float>(launch_mps2(shape));
    manner.headway_s = std::min(manner.headway_s, 0.7F);
  }
  return manner;
}

Pace told_pace(const Dials& dials, const Pace& own) {
  // who is told when to arrive, or to keep a gap, may drive a little faster than he likes to
  const bool hurries = dials.throttle == Throttle::arrive || dials.throttle == Throttle::keep;
  const auto told = [&](double mps) {
    return std::max(kSlowest_mps, (hurries ? kHurry : 1) * mps + dials.speed_change_mps);
  };
  Pace pace = own;
  pace.wanted_mps = std::min(told(own.wanted_mps), std::max(own.wanted_mps, own.bend_mps));
  pace.road_mps = told(own.road_mps);
  return pace;
}

double speed_to_arrive(double v, double left_m, double left_s, double gain_mps2, double loss_mps2) {
  const double more_m = left_m - v * left_s;  // than at this speed
  const double rate = more_m >= 0 ? gain_mps2 : loss_mps2;
  // x seconds at the rate, then even: more = rate (x left - x^2 / 2)
  const double square = left_s * left_s - 2 * std::fabs(more_m) / rate;
  const double x = left_s - std::sqrt(std::max(0.0, square));
  return more_m >= 0 ? v + rate * x : v - rate * x;
}

double told_accel(const Dials& dials, const DriverTraits& traits, double v, const Pace& pace,
                  const Ahead& ahead, double own_mps2, double dt_s) {
  const double b = static_cast<double>(traits.brake_mps2), hardest = static_cast<double>(traits.hardest_mps2);
  switch (dials.throttle) {
    case Throttle::own:
    case Throttle::launch:
      return own_mps2;
    case Throttle::halt:
      return std::min(own_mps2, v > 0 ? -b : 0.0);
    case Throttle::brake:
      return std::min(own_mps2, v > 0 ? -kFeintBrake_mps2 : 0.0);
    case Throttle::keep: {
      const double wrong_m = dials.target.gap_m - (dials.gap_m + dials.headway_s * v);
      const double wrong_mps = dials.target.speed_mps - v;
      const double keep = std::max(
          std::min(kGapRate * wrong_m + kSpeedRate * wrong_mps, free_accel(traits, v, pace.wanted_mps)),
          -kKeep_mps2);
      // of him whom he follows he minds only that he does not run into him; of others as always
      const bool is_lead = std::fabs(ahead.lead.gap_m - dials.target.gap_m) < kSame_m;
      if (!is_lead) return std::min(keep, own_mps2);
      const double needed = braking_needed(v, dials.target);
      return needed > kUnsafe_mps2 ? std::max(std::min(keep, -needed), -hardest) : keep;
    }
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
