// When two boxes touch: closed forms, and small steps of time with an overlap that is found by corners.
#include "backlot/look/boxes.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::look::boxes_test {
namespace {

using world::BodyBox;

constexpr double kNever = std::numeric_limits<double>::infinity();

BodyBox box(double x, double y, double heading_rad = 0) {
  return {.centre = {x, y, 0},
          .heading_x = std::cos(heading_rad),
          .heading_y = std::sin(heading_rad),
          .half_length = 2.25,
          .half_width = 0.9};
}

// Two cars in one lane; the gap is between the bumpers.
double behind(double gap_m, const SpeedChange& follower, const SpeedChange& leader) {
  return time_to_contact(box(0, 0), follower, box(gap_m + 4.5, 0), leader);
}

TEST(Boxes, OfAFollowerTouchWhenItHasComeUp) {
  EXPECT_NEAR(time_to_contact(box(0, 0), 10, box(24.5, 0), 0), 2, 1e-12);
  EXPECT_NEAR(time_to_contact(box(0, 0), 10, box(24.5, 0), 6), 5, 1e-12);
  EXPECT_EQ(time_to_contact(box(0, 0), 10, box(24.5, 0), 10), kNever);
  EXPECT_EQ(time_to_contact(box(0, 0), 10, box(24.5, 1.81), 0), kNever) << "it passes beside";
}

struct Case {
  const char* what;
  double gap_m;
  SpeedChange follower, leader;
  double seconds;
};

// Each worked out on paper.
const Case kCases[] = {
    {"10 t - t^2 = 16", 16, {10, -2}, {0, 0}, 2},
    {"10 t + t^2 / 2 = 48", 48, {10, 1}, {0, 0}, 4},
    {"the follower stands after 12.5 m", 20, {10, -4}, {0, 0}, kNever},
    {"it comes to stand at the bumper", 12.5, {10, -4}, {0, 0}, 2.5},
    {"2.5 t^2 = 10, while both move", 10, {20, 0}, {20, -5}, 2},
    {"the leader stands after 10 m, and the follower comes 25 m", 15, {10, 0}, {10, -5}, 2.5},
    {"the leader stands after 10 m, the follower after 12.5 m", 2, {10, -4}, {10, -5}, 2},
    {"the follower stands before the gap is gone", 3, {10, -4}, {10, -5}, kNever},
    {"both brake alike", 3, {10, -4}, {10, -4}, kNever},
    {"the leader drives away: 5 t - t^2 / 2 = 12.5 has one root", 12.5, {10, 0}, {5, 1}, 5},
    {"the leader drives away in time", 12.6, {10, 0}, {5, 1}, kNever},
    {"it starts: t^2 = 9", 9, {0, 2}, {0, 0}, 3},
    {"a body that stands and brakes stays", 9, {0, -2}, {0, 0}, kNever},
    {"the leader backs, and brakes: it stands after 4 m", 5, {0, 0}, {-4, 2}, kNever},
    {"the leader backs: 4 t - t^2 = 3", 3, {0, 0}, {-4, 2}, 1},
};

TEST(Boxes, ThatKeepTheirAccelerationTouchWhenTheFormulaSays) {
  for (const Case& one : kCases) {
    const double seconds = behind(one.gap_m, one.follower, one.leader);
    if (std::isfinite(one.seconds)) {
      EXPECT_NEAR(seconds, one.seconds, 1e-9) << one.what;
    } else {
      EXPECT_EQ(seconds, kNever) << one.what;
    }
  }
}

// A car starts from the side into the path of another one: it is in the path after sqrt(2 * 2 / 1.5) s, and the other one is beside it until then.
TEST(Boxes, ThatStartFromTheSideTouchWhenTheyAreInTheWay) {
  const double aside_m = 0.9 + 2.25 + 2;  // 2 m are free between its front and the path
  const double enters_s = std::sqrt(2 * 2 / 1.5);
  const auto touch = [&](double ahead_m) {
    return time_to_contact(box(0, 0), {10, 0}, box(ahead_m, aside_m, -std::acos(0.0)), {0, 1.5});
  };
  EXPECT_NEAR(touch(10 * enters_s), enters_s, 1e-9);  // it is beside when the other comes in
  const double later_m = 10 * enters_s + 5;           // it comes to the side of the other
  EXPECT_NEAR(touch(later_m), (later_m - 2.25 - 0.9) / 10, 1e-9);
  EXPECT_EQ(touch(10 * enters_s - 2.25 - 0.9 - 0.1), kNever) << "it has passed";
}

TEST(Boxes, WithoutAccelerationTouchAsAtConstantSpeed) {
  base::RandomStream random(1, 0, 7);
  std::size_t finite = 0;
  for (int k = 0; k < 20'000; ++k) {
    const BodyBox a = box(0, 0, random.uniform(-3, 3));
    const BodyBox b = box(random.uniform(-30, 30), random.uniform(-30, 30), random.uniform(-3, 3));
    const double a_mps = random.uniform(-5, 20), b_mps = random.uniform(-5, 20);
    const double plain = time_to_contact(a, a_mps, b, b_mps);
    const double changed = time_to_contact(a, SpeedChange{a_mps, 0}, b, SpeedChange{b_mps, 0});
    finite += std::isfinite(plain) ? 1U : 0U;
    if (std::isfinite(plain))
      EXPECT_NEAR(changed, plain, 1e-9) << k;
    else
      EXPECT_EQ(changed, kNever) << k;
  }
  EXPECT_GT(finite, 1000U);
}

// ---- Small steps of time

// Metres that a body goes until a time, in steps, as its speed says: it stands when the speed has come to zero.
double gone(SpeedChange change, double until) {
  constexpr double kStep = 1e-3;
  double metres = 0;
  const bool is_forward = change.speed_mps > 0 || (change.speed_mps == 0 && change.accel_mps2 > 0);
  for (double t = 0; t < until - 0.5 * kStep; t += kStep) {
    const double next = change.speed_mps + change.accel_mps2 * kStep;
    if (is_forward ? next < 0 : next > 0) break;
    metres += 0.5 * (change.speed_mps + next) * kStep;
    change.speed_mps = next;
  }
  return metres;
}

struct Corner {
  double x, y;
};

std::array<Corner, 4> corners_of(const BodyBox& b) {
  std::array<Corner, 4> corners{};
  const double along[] = {1, 1, -1, -1}, across[] = {1, -1, -1, 1};
  for (std::size_t k = 0; k < 4; ++k) {
    const double l = along[k] * b.half_length, w = across[k] * b.half_width;
    corners[k] = {b.centre.x + l * b.heading_x - w * b.heading_y,
                  b.centre.y + l * b.heading_y + w * b.heading_x};
  }
  return corners;
}

bool holds_a_corner_of(const BodyBox& b, const BodyBox& other) {
  for (const Corner& c : corners_of(other)) {
    const double dx = c.x - b.centre.x, dy = c.y - b.centre.y;
    if (std::fabs(dx * b.heading_x + dy * b.heading_y) <= b.half_length &&
        std::fabs(dx * b.heading_y - dy * b.heading_x) <= b.half_width)
      return true;
  }
  return false;
}

// Bodies that come to each other from outside touch first with a corner of one of them.
TEST(Boxes, TouchNeitherBeforeNorAfterTheTimeOfSmallSteps) {
  base::RandomStream random(2, 0, 7);
  std::size_t touched = 0;
  for (int k = 0; k < 800; ++k) {
    const BodyBox a = box(0, 0, random.uniform(-3, 3));
    const BodyBox b = box(random.uniform(-25, 25), random.uniform(-25, 25), random.uniform(-3, 3));
    const SpeedChange of_a{random.uniform(-3, 15), random.uniform(-5, 5)},
        of_b{random.uniform(-3, 15), random.uniform(-5, 5)};
    const double seconds = time_to_contact(a, of_a, b, of_b);
    const auto touch_at = [&](double t) {
      BodyBox a_then = a, b_then = b;
      const double a_m = gone(of_a, t), b_m = gone(of_b, t);
      a_then.centre = {a.centre.x + a_m * a.heading_x, a.centre.y + a_m * a.heading_y, 0};
      b_then.centre = {b.centre.x + b_m * b.heading_x, b.centre.y + b_m * b.heading_y, 0};
      return holds_a_corner_of(a_then, b_then) || holds_a_corner_of(b_then, a_then);
    };
    const double last = std::isfinite(seconds) ? seconds - 0.01 : 10;
    for (double t = 0; t < last; t += 0.05)
      ASSERT_FALSE(touch_at(t)) << k << " at " << t << ", not " << seconds;
    if (!std::isfinite(seconds) || seconds > 10) continue;
    ++touched;
    bool does = false;
    for (double t = seconds; t < seconds + 0.02; t += 0.001) does = does || touch_at(t);
    EXPECT_TRUE(does || seconds == 0) << k << " at " << seconds;
  }
  EXPECT_GT(touched, 50U);
}

}  // namespace
}  // namespace backlot::look::boxes_test
