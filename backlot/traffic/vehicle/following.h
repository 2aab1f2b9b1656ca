// Following the vehicle ahead: the Intelligent Driver Model (Treiber, Hennecke, Helbing, Phys. Rev. E 62, 2000).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::traffic {

// The vehicle ahead, along the own path.
struct Lead {
  double gap_m =
      std::numeric_limits<double>::infinity();  // bumper to bumper; below zero where bodies overlap
  double speed_mps = 0;                         // along the own path
};

// On a free road; slows down gently where the vehicle is too fast.
inline double free_accel(const DriverTraits& traits, double v, double v0) {
  BACKLOT_ASSERT(!std::isnan(v) && !std::isnan(v0), "speeds are numbers");
  const auto a = static_cast<double>(traits.accel_mps2);
  if (v <= v0) {
    const double share = v / v0;
    return a * (1 - (share * share) * (share * share));
  }
  return -static_cast<double>(traits.brake_mps2) * std::min(1.0, 4 * (v - v0) / v0);
}

// What the vehicle ahead takes away from it.
inline double lead_term(const DriverTraits& traits, double v, const Lead& lead) {
  BACKLOT_ASSERT(!std::isnan(v) && !std::isnan(lead.gap_m), "a gap and a speed are numbers");
  const auto a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
  const double approach = v * (v - lead.speed_mps) / (2 * std::sqrt(a * b));
  const double wanted =
      static_cast<double>(traits.gap_m) + std::max(0.0, v * static_cast<double>(traits.headway_s) + approach);
  const double share = wanted / std::max(lead.gap_m, 0.1);
  return a * (share * share);
}

// What it takes to stand at a place with even braking.
inline double braking_needed(double v, double room_m) { return v * v / (2 * std::max(room_m, 0.01)); }

// The braking that is needed not to run into the vehicle ahead: to come down to its speed within the gap, and to stop behind it should it
// brake as hard as drivers do.
inline double braking_needed(double v, const Lead& lead) {
  BACKLOT_ASSERT(!std::isnan(v) && !std::isnan(lead.gap_m), "a gap and a speed are numbers");
  constexpr double kItsBrake_mps2 = 4.5, kLeast_m = 0.5;
  const double u = std::max(0.0, lead.speed_mps), gap = lead.gap_m - kLeast_m;
  const double closing = v > u ? (v - u) * (v - u) / (2 * std::max(gap, 0.01)) : 0;
  return std::max(1.2 * closing, braking_needed(v, gap + u * u / (2 * kItsBrake_mps2)));
}

// The model. Where the gap is short without danger, since a vehicle cut in, the model would brake too hard: here no harder than needed.
inline double following_accel(const DriverTraits& traits, double v, double v0, const Lead& lead) {
  BACKLOT_ASSERT(!std::isnan(v) && !std::isnan(v0), "speeds are numbers");
  const double accel = free_accel(traits, v, v0) - lead_term(traits, v, lead);
  const auto b = static_cast<double>(traits.brake_mps2);
  if (accel >= -b) return accel;
  return std::max({accel, -std::max(b, braking_needed(v, lead)), -static_cast<double>(traits.hardest_mps2)});
}

// A driver stops this far before a place, to be sure.
inline constexpr double kBefore_m = 0.6;
inline constexpr double kOver_m = 0.02;  // and at least so far
inline constexpr double kLast_m = 0.2;   // this near to its place a vehicle moves up no more, and brakes
inline constexpr double kHalt_s = 0.1;   // evenly, until what speed is left goes in this time

// No harder than it takes to stand before a place that is `room_m` ahead of the front, where more is asked for than comfort.
inline double limit_to_needed_braking(const DriverTraits& traits, double v, double room_m, double accel) {
  BACKLOT_ASSERT(!std::isnan(room_m) && !std::isnan(accel), "room and acceleration are numbers");
  const auto b = static_cast<double>(traits.brake_mps2);
  if (accel >= -b) return accel;
  // a hand's breadth too far is better than a jerk at walking pace; but not over a line ahead
  const double gently_m = std::max(room_m - 0.5 * kBefore_m, 0.3 * v);
  const double needed = braking_needed(v, room_m > kOver_m ? std::min(gently_m, room_m - kOver_m) : gently_m);
  return std::max({accel, -std::max(b, needed), -static_cast<double>(traits.hardest_mps2)});
}

// To stand before a place that is `room_m` ahead of the front.
inline double stopping_accel(const DriverTraits& traits, double v, double room_m) {
  BACKLOT_ASSERT(!std::isnan(room_m), "the room to stop is a number");
  const Lead wall{room_m + static_cast<double>(traits.gap_m) - kBefore_m, 0};
  return limit_to_needed_braking(traits, v, room_m,
                                 static_cast<double>(traits.accel_mps2) - lead_term(traits, v, wall));
}

// The same at the line of a road that waits for others: up to it at even braking, which goes on until the vehicle stands.
inline double pulling_up_accel(const DriverTraits& traits, double v, double room_m) {
  BACKLOT_ASSERT(!std::isnan(room_m), "the room to stop is a number");
  const auto a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
  const double left_m = room_m - kBefore_m;
  const double share = braking_needed(v, left_m) / b;
  const double against = (a + b) * (share * share);
  const double accel = left_m > kLast_m ? a - against : -std::max(std::min(b, v / kHalt_s), against);
  return limit_to_needed_braking(traits, v, room_m, accel);
}

// How long a way takes from a speed, with a constant acceleration up to a top speed.
inline double time_for(double way_m, double v, double accel_mps2, double top_mps) {
  BACKLOT_ASSERT(!std::isnan(way_m) && !std::isnan(v), "a way and a speed are numbers");
  if (way_m <= 0) return 0;
  const double top = std::max(top_mps, v);
  const double gaining_m = (top * top - v * v) / (2 * accel_mps2);
  if (way_m <= gaining_m) return (std::sqrt(v * v + 2 * accel_mps2 * way_m) - v) / accel_mps2;
  return (top - v) / accel_mps2 + (way_m - gaining_m) / top;
}

}  // namespace backlot::traffic
