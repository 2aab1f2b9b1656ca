#include "backlot/subject/following.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::subject {

namespace {

constexpr double kEase_s = 0.7;       // in which a driver that is too fast corrects its speed
constexpr double kLeast_m = 0.1;      // a gap counts as no less
constexpr double kSlack_m = 0.5;      // of a gap is kept when a driver brakes in need
constexpr double kBrakes_mps2 = 0.5;  // a leader that slows down more than this is braking

}  // namespace

double free_accel(const Style& style, double v, double wanted_mps) {
  BACKLOT_ASSERT(!std::isnan(v) && !std::isnan(wanted_mps), "speeds are forward");
  if (v > wanted_mps) return std::max(-style.brake_mps2, (wanted_mps - v) / kEase_s);
  const double share = v / std::max(wanted_mps, 0.1);
  return std::min(style.accel_mps2 * (1 - share * share * share * share), (wanted_mps - v) / kEase_s);
}

double follow_accel(const Style& style, double v, const Obstacle& obstacle, double still_m) {
  BACKLOT_ASSERT(still_m >= 0, "room at standstill is not negative");
  BACKLOT_ASSERT(!std::isnan(obstacle.gap_m), "a follower drives forward, its gap is a number");
  const double closing = v - obstacle.speed_mps;
  const double keep =
      still_m +
      std::max(0.0, style.headway_s * v + v * closing / (2 * std::sqrt(style.accel_mps2 * style.brake_mps2)));
  const double share = keep / std::max(obstacle.gap_m, kLeast_m);
  return style.accel_mps2 * (1 - share * share);
}

double needed_brake_mps2(double v, const Obstacle& obstacle) {
  BACKLOT_ASSERT(!std::isnan(obstacle.gap_m), "a follower drives forward, its gap is a number");
  const double room = std::max(obstacle.gap_m - kSlack_m, kLeast_m);
  const double u = obstacle.speed_mps, closing = v - u;
  double needed = closing > 0 ? closing * closing / (2 * room) : 0;
  // Behind a leader that is coming to a stop, the metres that it still travels may be used as well.
  if (u >= 0 && obstacle.accel_mps2 < -kBrakes_mps2)
    needed = std::max(needed, v * v / (2 * (room + u * u / (-2 * obstacle.accel_mps2))));
  return needed;
}

}  // namespace backlot::subject
