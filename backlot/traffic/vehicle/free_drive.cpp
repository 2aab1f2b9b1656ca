#include "backlot/traffic/vehicle/free_drive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

constexpr double kFreeEarlyBrake_mps2 =
    1.2;  // drivers brake for slower stretches no sooner than this asks for
constexpr double kForEver = std::numeric_limits<double>::infinity();

// Gaining speed from zero, in units of v0, v0/a and v0^2/a: time and way by speed, up to nearly the wanted speed.
class Gaining {
 public:
  static constexpr std::size_t kCount = 200;
  static constexpr double kTop = 0.996;

  struct At {
    double u = 0, time = 0, way = 0;
  };

  constexpr Gaining() {
    constexpr int kParts = 16;
    double time = 0, way = 0;
    for (std::size_t k = 1; k <= kCount; ++k) {
      for (int part = 0; part < kParts; ++part) {
        const double u = (static_cast<double>(k - 1) + (part + 0.5) / kParts) * kStep;
        time += kStep / kParts / (1 - u * u * u * u);
        way += kStep / kParts * u / (1 - u * u * u * u);
      }
      times_[k] = time;
      ways_[k] = way;
    }
  }

  // Below kTop.
  At at_speed(double u) const {
    BACKLOT_ASSERT(u >= 0, "a share of the wanted speed is not negative");
    const double at = u * (1 / kStep);
    const auto k = std::min(static_cast<std::size_t>(at), kCount - 1);
    const double q = at - static_cast<double>(k);
    return {u, times_[k] + q * (times_[k + 1] - times_[k]), ways_[k] + q * (ways_[k + 1] - ways_[k])};
  }
  At at_way(double way) const {
    const auto next = std::upper_bound(ways_.begin() + 1, ways_.end() - 1, way);
    const auto k = static_cast<std::size_t>(next - ways_.begin()) - 1;
    const double q = (way - ways_[k]) / (ways_[k + 1] - ways_[k]);
    return {(static_cast<double>(k) + q) * kStep, times_[k] + q * (times_[k + 1] - times_[k]), way};
  }
  At top() const { return {kTop, times_.back(), ways_.back()}; }

 private:
  static constexpr double kStep = kTop / kCount;

  std::array<double, kCount + 1> times_{}, ways_{};
};

constexpr Gaining kGaining;

// Part of a zone, with its own speed.
class Part {
 public:
  Part(const DriverTraits& traits, double v0)
      : a_(static_cast<double>(traits.accel_mps2)), b_(static_cast<double>(traits.brake_mps2)), v0_(v0) {}

  // On a free road.
  Drive go(double v, double way_m) const {
    if (v > v0_) return slow_down(v, way_m);
    if (v >= Gaining::kTop * v0_) return {way_m / v0_, v0_};
    const double per_metre = a_ / (v0_ * v0_), unit_s = v0_ / a_;
    const Gaining::At from = kGaining.at_speed(v / v0_), top = kGaining.top();
    const double way = from.way + way_m * per_metre;
    if (way >= top.way) return {(top.time - from.time) * unit_s + (way - top.way) / per_metre / v0_, v0_};
    const Gaining::At to = kGaining.at_way(way);
    return {(to.time - from.time) * unit_s, to.u * v0_};
  }

  // The same, where the vehicle must be no faster than `cap` so many metres ahead, which are no fewer than the way.
  Drive go_before(double v, double way_m, double cap, double cap_m) const {
    if (cap >= v0_) {
      Drive drive = go(v, way_m);
      drive.speed_mps = std::min(drive.speed_mps, brake_speed(cap, cap_m - way_m));
      return drive;
    }
    if (v >= brake_speed(cap, cap_m)) {
      // one that is also too fast for here does the more cautious of the two
      const Drive braked = brake(v, way_m, (v * v - cap * cap) / (2 * std::max(cap_m, 0.1)));
      const Drive slowed = v > v0_ ? slow_down(v, way_m) : braked;
      return slowed.seconds > braked.seconds ? slowed : braked;
    }
    // where it begins to brake
    double low = std::max(0.0, cap_m - brake_way(std::max(v, v0_), cap)), high = cap_m;
    if (v < Gaining::kTop * v0_ || v > v0_) {
      constexpr int kRounds = 7;
      for (int k = 0; k < kRounds && low < way_m; ++k) {
        const double middle = 0.5 * (low + high);
        (go(v, middle).speed_mps < brake_speed(cap, cap_m - middle) ? low : high) = middle;
      }
    }
    if (low >= way_m) return go(v, way_m);
    const Drive gained = go(v, low), braked = brake(gained.speed_mps, way_m - low, kFreeEarlyBrake_mps2);
    return {gained.seconds + braked.seconds, braked.speed_mps};
  }

  static double brake_way(double v, double to) { return (v * v - to * to) / (2 * kFreeEarlyBrake_mps2); }
  static double brake_speed(double to, double way_m) {
    return to == kForEver ? to : std::sqrt(to * to + 2 * kFreeEarlyBrake_mps2 * std::max(0.0, way_m));
  }

 private:
  static Drive brake(double v, double way_m, double brake_mps2) {
    BACKLOT_ASSERT(brake_mps2 > 0, "braking takes a way");
    const double after = std::sqrt(std::max(0.01, v * v - 2 * brake_mps2 * way_m));
    return {2 * way_m / (v + after), after};
  }

  // Too fast for here: what is too much goes, the less there is the slower.
  Drive slow_down(double v, double way_m) const {
    const double too_fast = v - v0_, per_s = 4 * b_ / v0_;
    // while it lasts, it gains what it is worth in metres
    const double share = std::min(1.0, per_s * way_m / (2 * v));
    const double after = v0_ + too_fast * (1 - share) * (1 - share);
    return {way_m / (0.5 * (v + after)), after};
  }

  double a_, b_, v0_;
};

}  // namespace

Drive drive_along(const DriverTraits& traits, double v, double way_m, std::span<PaceZone> zones) {
  if (!(way_m > 0)) return {0, v};
  if (zones.empty()) return {kForEver, 0};
  BACKLOT_ASSERT(zones.front().from_m <= 0, "the first zone begins at the guide or before");
  BACKLOT_ASSERT(std::ranges::is_sorted(zones, {}, &PaceZone::from_m), "zones come in order");
  BACKLOT_ASSERT(std::ranges::all_of(zones, [](const PaceZone& z) { return z.speed_mps > 0; }),
                 "a driver likes to drive everywhere");
  // backwards: how fast a vehicle may come to each
  double next = kForEver, begins = 0;
  for (std::size_t k = zones.size(); k-- > 0;) {
    PaceZone& zone = zones[k];
    zone.at_start_mps = zone.speed_mps;
    if (next < zone.speed_mps)
      zone.at_start_mps = std::min(zone.speed_mps, Part::brake_speed(next, begins - zone.from_m));
    next = zone.at_start_mps;
    begins = zone.from_m;
  }
  // along
  Drive drive{0, std::max(0.0, v)};
  double at = 0;
  for (std::size_t k = 0; k < zones.size() && at < way_m; ++k) {
    const Part part(traits, zones[k].speed_mps);
    const bool is_last = k + 1 == zones.size();
    const double to = is_last ? way_m : std::min(way_m, zones[k + 1].from_m);
    if (to <= at) continue;
    const Drive here = is_last ? part.go(drive.speed_mps, to - at)
                               : part.go_before(drive.speed_mps, to - at, zones[k + 1].at_start_mps,
                                                zones[k + 1].from_m - at);
    drive = {drive.seconds + here.seconds, here.speed_mps};
    at = to;
  }
  return drive;
}

}  // namespace backlot::traffic
