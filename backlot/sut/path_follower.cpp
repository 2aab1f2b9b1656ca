#include "backlot/sut/path_follower.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::sut {

namespace {

constexpr double kShortestAim_m = 4, kLongestAim_m = 40, kAim_s = 0.7;
constexpr double kSpeedTime_s = 0.5;  // a difference of speed is made up for in so long

struct OnPath {
  std::size_t part = 0;  // between point `part` and the next one
  double share = 0;      // of that part
};

OnPath nearest_on(const TargetPath& path, double x, double y) {
  BACKLOT_ASSERT(path.points.size() >= 2, "a path has two points");
  OnPath best;
  double best2 = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < path.points.size(); ++k) {
    const auto &a = path.points[k], &b = path.points[k + 1];
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    const double share =
        length2 > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
    const double ox = a.x + share * dx - x, oy = a.y + share * dy - y;
    if (const double d2 = ox * ox + oy * oy; d2 < best2) {
      best2 = d2;
      best = {k, share};
    }
  }
  return best;
}

}  // namespace

double pursuit_distance_m(double speed_mps) {
  BACKLOT_ASSERT(!std::isnan(speed_mps), "a speed is a number");
  return std::clamp(kAim_s * speed_mps, kShortestAim_m, kLongestAim_m);
}

double steering_to(const PlanPoint& aim, const OwnState& own, const Vehicle& vehicle) {
  const base::SinCos turn = base::sin_cos(own.heading_rad);
  const double dx = aim.x - (own.x - vehicle.rear_axle_m * turn.cos);
  const double dy = aim.y - (own.y - vehicle.rear_axle_m * turn.sin);
  const double ahead = dx * turn.cos + dy * turn.sin, left = dy * turn.cos - dx * turn.sin;
  if (ahead <= 0) return left >= 0 ? vehicle.most_steer_rad : -vehicle.most_steer_rad;
  const double bend = 2 * left / (ahead * ahead + left * left);
  return std::clamp(base::atan2(vehicle.wheelbase_m * bend, 1), -vehicle.most_steer_rad,
                    vehicle.most_steer_rad);
}

Steering follow_path(const TargetPath& path, const OwnState& own, const Vehicle& vehicle) {
  const OnPath at = nearest_on(path, own.x, own.y);
  double left_m = pursuit_distance_m(own.speed_mps);
  const auto& last = path.points.back();
  PlanPoint aim{last.x, last.y};
  for (std::size_t k = at.part; k + 1 < path.points.size(); ++k) {
    const auto &a = path.points[k], &b = path.points[k + 1];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    const double from = k == at.part ? at.share : 0;
    const double rest_m = (1 - from) * length;
    if (rest_m < left_m) {
      left_m -= rest_m;
      continue;
    }
    const double share = from + (length > 0 ? left_m / length : 0);
    aim = {a.x + share * dx, a.y + share * dy};
    break;
  }
  BACKLOT_ASSERT(at.part + 1 < path.points.size(), "a place on a path lies between two points");
  const auto &a = path.points[at.part], &b = path.points[at.part + 1];
  double speed = a.speed_mps + at.share * (b.speed_mps - a.speed_mps);
  const bool is_behind_end = at.part + 2 == path.points.size() && at.share >= 1;
  if (is_behind_end) speed = 0;
  return {steering_to(aim, own, vehicle), std::clamp((speed - own.speed_mps) / kSpeedTime_s,
                                                     -vehicle.most_brake_mps2, vehicle.most_accel_mps2)};
}

}  // namespace backlot::sut
