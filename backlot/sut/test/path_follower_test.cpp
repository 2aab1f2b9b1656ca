#include "backlot/sut/path_follower.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::sut {
namespace path_follower_test {

// A kinematic bicycle of the test's own, by small steps of its rear axle.
void drive(const Steering& steering, const Vehicle& vehicle, double dt_s, OwnState& own) {
  double x = own.x - vehicle.rear_axle_m * std::cos(own.heading_rad);
  double y = own.y - vehicle.rear_axle_m * std::sin(own.heading_rad);
  for (int k = 0; k < 10; ++k) {
    const double dt = dt_s / 10;
    x += own.speed_mps * std::cos(own.heading_rad) * dt;
    y += own.speed_mps * std::sin(own.heading_rad) * dt;
    own.heading_rad += own.speed_mps * std::tan(steering.steering_rad) / vehicle.wheelbase_m * dt;
    own.speed_mps = std::max(0.0, own.speed_mps + steering.acceleration_mps2 * dt);
  }
  own.x = x + vehicle.rear_axle_m * std::cos(own.heading_rad);
  own.y = y + vehicle.rear_axle_m * std::sin(own.heading_rad);
}

TEST(PathFollower, ComesBackToAStraightPathAndStopsAtItsEnd) {
  const TargetPath path{{{0, 0, 15}, {200, 0, 15}, {300, 0, 0}}};
  const Vehicle vehicle;
  OwnState own{.y = 1.5, .speed_mps = 10};
  for (int k = 0; k < 200; ++k) drive(follow_path(path, own, vehicle), vehicle, 0.05, own);
  EXPECT_NEAR(own.y, 0, 0.02);
  EXPECT_NEAR(own.speed_mps, 15, 0.5);
  for (int k = 0; k < 1200; ++k) drive(follow_path(path, own, vehicle), vehicle, 0.05, own);
  EXPECT_LT(own.x, 301);
  EXPECT_LT(own.speed_mps, 1);
}

TEST(PathFollower, KeepsToACircle) {
  constexpr double kRadius = 30;
  TargetPath path;
  for (int k = 0; k < 600; ++k)
    path.points.push_back({kRadius * std::sin(0.02 * k), kRadius * (1 - std::cos(0.02 * k)), 8});
  const Vehicle vehicle;
  OwnState own{.speed_mps = 8};
  double worst = 0;
  for (int k = 0; k < 400; ++k) {
    drive(follow_path(path, own, vehicle), vehicle, 0.05, own);
    worst = std::max(worst, std::fabs(std::hypot(own.x, own.y - kRadius) - kRadius));
  }
  EXPECT_LT(worst, 0.3);
}

// The angle of a bicycle on a circle of radius R is atan(wheelbase / R).
TEST(PathFollower, SteersOnTheCircleThroughItsAim) {
  const Vehicle vehicle;
  const OwnState own{.x = vehicle.rear_axle_m};  // the rear axle stands at the origin
  const double radius = 20, angle = 0.5;
  const PlanPoint aim{radius * std::sin(angle), radius * (1 - std::cos(angle))};
  EXPECT_NEAR(steering_to(aim, own, vehicle), std::atan(vehicle.wheelbase_m / radius), 1e-9);
  EXPECT_EQ(steering_to({-5, 1}, own, vehicle), vehicle.most_steer_rad);
  EXPECT_EQ(steering_to({-5, -1}, own, vehicle), -vehicle.most_steer_rad);
}

}  // namespace path_follower_test
}  // namespace backlot::sut
