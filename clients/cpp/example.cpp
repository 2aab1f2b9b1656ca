// A driver in C++: keeps its lane, follows its leader, slows down for bends, stops at red.
//
//   c++ -std=c++17 -shared -fPIC -I . clients/cpp/example.cpp -o libexample.so
//   backlot run scenes/lead_brakes.scene --driver ./libexample.so
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "backlot_driver.hpp"

namespace {

constexpr double kAccel = 1.5, kBrake = 2, kHardest = 8;  // m/s2
constexpr double kHeadway_s = 1.6, kStill_m = 3;          // behind a leader, and when standing
constexpr double kSight_m = 120, kPi = 3.14159265358979323846;

// The intelligent driver model of Treiber, Hennecke and Helbing (2000).
double follow(double speed, double gap_m, double leader_mps) {
  const double closing = speed * (speed - leader_mps) / (2 * std::sqrt(kAccel * kBrake));
  const double wanted = kStill_m + std::max(0.0, speed * kHeadway_s + closing);
  return kAccel * (1 - std::pow(wanted / std::max(gap_m, 0.1), 2));
}

class Example : public backlot_driver::Driver {
 public:
  void reset(const backlot_mission& mission) override {
    car_ = mission.vehicle;
    spacing_m_ = mission.spacing_m;
    points_.assign(mission.points, mission.points + mission.point_count);
    lines_.assign(mission.lines, mission.lines + mission.line_count);
    // what the limit and the bend allow, then so much less that it is reached by braking softly
    speeds_.clear();
    for (const backlot_road_point& p : points_) speeds_.push_back(0.92 * p.limit_mps);
    for (std::size_t k = 1; k < points_.size(); ++k) {
      const double turn = std::remainder(points_[k].heading_rad - points_[k - 1].heading_rad, 2 * kPi);
      speeds_[k] = std::min(speeds_[k], std::sqrt(2 / std::max(std::fabs(turn) / spacing_m_, 1e-6)));
    }
    for (std::size_t k = points_.size(); k-- > 1;)
      speeds_[k - 1] = std::min(speeds_[k - 1], std::sqrt(speeds_[k] * speeds_[k] + 1.6 * spacing_m_));
  }

  void step(const backlot_view& view, backlot_driver::Answer& answer) override {
    if (view.has_road == 0 || points_.empty()) throw std::runtime_error("this driver needs a road");
    const double v = std::max(view.own.speed_mps, 0.0);
    double accel = kAccel * (1 - std::pow(v / std::max(speeds_[index(view.metre)], 0.1), 4));
    for (std::size_t k = 0; k < view.object_count; ++k)
      accel = std::min(accel, heed(view.objects[k], view, v));
    if (view.next_line >= 0) {
      const double gap =
          lines_[static_cast<std::size_t>(view.next_line)].metre - view.metre - 0.5 * car_.length_m;
      const bool can_stop = v * v < 2 * 3 * std::max(gap, 0.1);
      if (view.light == BACKLOT_RED || view.light == BACKLOT_RED_YELLOW ||
          view.light == BACKLOT_FLASHING_RED || (view.light == BACKLOT_YELLOW && can_stop))
        accel = std::min(accel, follow(v, gap + kStill_m - 1, 0));
    }
    answer.acceleration_mps2 = std::clamp(accel, -kHardest, kAccel);
    answer.steering_rad = steer(view, v);
    answer.signals.emplace_back("wanted_mps", speeds_[index(view.metre)]);
  }

 private:
  std::size_t index(double metre) const {
    return std::min(static_cast<std::size_t>(std::max(metre / spacing_m_, 0.0)), points_.size() - 1);
  }
  // What a body in the lane ahead allows.
  double heed(const backlot_object& o, const backlot_view& view, double v) const {
    const double dx = o.x - view.own.x, dy = o.y - view.own.y, heading = view.own.heading_rad;
    if (dx * std::cos(heading) + dy * std::sin(heading) < 0 || std::hypot(dx, dy) > kSight_m) return kAccel;
    const auto away = [&](std::size_t k) { return std::hypot(points_[k].x - o.x, points_[k].y - o.y); };
    std::size_t best = index(view.metre);
    for (std::size_t k = best; k <= index(view.metre + kSight_m); ++k)
      if (away(k) < away(best)) best = k;
    if (away(best) > 0.5 * (points_[best].left_m + points_[best].right_m) + 0.3 * o.width_m) return kAccel;
    const double gap =
        static_cast<double>(best) * spacing_m_ - view.metre - 0.5 * (car_.length_m + o.length_m);
    return follow(v, gap, std::max(o.speed_mps * std::cos(o.heading_rad - heading), 0.0));
  }
  // Pure pursuit: the arc of the rear axle through a point of the lane ahead.
  double steer(const backlot_view& view, double v) const {
    const backlot_road_point& aim = points_[index(view.metre + std::clamp(0.7 * v, 4.0, 40.0))];
    const double cos = std::cos(view.own.heading_rad), sin = std::sin(view.own.heading_rad);
    const double dx = aim.x - view.own.x + car_.rear_axle_m * cos;
    const double dy = aim.y - view.own.y + car_.rear_axle_m * sin;
    const double ahead = dx * cos + dy * sin, left = dy * cos - dx * sin;
    return std::atan(car_.wheelbase_m * 2 * left / std::max(ahead * ahead + left * left, 1.0));
  }

  backlot_vehicle car_{};
  double spacing_m_ = 1;
  std::vector<backlot_road_point> points_{};
  std::vector<backlot_road_line> lines_{};
  std::vector<double> speeds_{};
};

}  // namespace

BACKLOT_DRIVER(Example)
