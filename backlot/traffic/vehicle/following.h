// Following the one ahead: the Intelligent Driver Model (Treiber, Hennecke, Helbing, Phys. Rev. E 62, 2000).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/traffic/vehicle/traits.h"

namespace backlot::traffic {

// Who is ahead, along the own path.
struct Lead {
  double gap_m = std::numeric_limits<double>::infinity();  // bumper to bumper; below zero where bodies overlap
  double speed_mps = 0;                                    // along the own path
};

// On a free road; gently down where one is too fast.
inline double free_accel(const DriverTraits& traits, double v, double v0) {
  const double a = static_cast<double>(traits.accel_mps2);
  if (v <= v0) {
    const double share = v / v0;
    return a * (1 - (share * share) * (share * share));
  }
  return -static_cast<double>(traits.brake_mps2) * std::min(1.0, 4 * (v - v0) / v0);
}

// What the one ahead takes away from it.
inline double lead_term(const DriverTraits& traits, double v, const Lead& lead) {
  const double a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
  const double approach = v * (v - lead.speed_mps) / (2 * std::sqrt(a * b));
  const double wanted = static_cast<double>(traits.gap_m) +
                        std::max(0.0, v * static_cast<double>(traits.headway_s) + approach);
  const double share = wanted / std::max(lead.gap_m, 0.1);
  return a * (share * share);
}

inline double following_accel(const DriverTraits& traits, double v, double v0, const Lead& lead) {
  const double accel = free_accel(traits, v, v0) - lead_term(traits, v, lead);
  return std::max(accel, -static_cast<double>(traits.hardest_mps2));
}

// To stand before a place that is `room_m` ahead of the front.
inline double stopping_accel(const DriverTraits& traits, double v, double room_m) {
  const Lead wall{room_m + static_cast<double>(traits.gap_m) - 0.3, 0};
  return std::max(static_cast<double>(traits.accel_mps2) - lead_term(traits, v, wall),
                  -static_cast<double>(traits.hardest_mps2));
}

// What it takes to stand there with even braking.
inline double braking_needed(double v, double room_m) { return v * v / (2 * std::max(room_m, 0.01)); }

// How long a way takes from a speed, gaining up to a speed.
inline double time_for(double way_m, double v, double accel_mps2, double top_mps) {
  if (way_m <= 0) return 0;
  const double top = std::max(top_mps, v);
  const double gaining_m = (top * top - v * v) / (2 * accel_mps2);
  if (way_m <= gaining_m) return (std::sqrt(v * v + 2 * accel_mps2 * way_m) - v) / accel_mps2;
  return (top - v) / accel_mps2 + (way_m - gaining_m) / top;
}

}  // namespace backlot::traffic
