#include "backlot/network/internal/conflict/swept_line.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/network/internal/network_data.h"

namespace backlot::network::internal::swept_line_test {
namespace {

// A corridor along an arc to the left.
NetworkData bend(double radius, bool has_swing) {
  NetworkData data;
  geometry::PlanSpine spine;
  spine.elements.push_back({geometry::PlanArc{10, 1 / radius}});
  auto ribbon = geometry::Ribbon::build({"bend", spine, {2, -2}});
  EXPECT_TRUE(ribbon);
  data.ribbons.push_back(std::move(*ribbon));
  data.strips.push_back({.ribbon = RibbonId(0), .from = 0, .to = 10, .lane_count = 1, .break_count = 1});
  data.breaks = {0};
  data.boundaries = {{.a = 1.5}, {.a = -1.5}};
  data.corridors.push_back({.strip = StripId(0), .has_swing = has_swing});
  return data;
}

// A car of 4.5 m by 2.1 m in steady turning: its guide midway between axles 2.7 m apart, the rear one across the radius. Its outer
// front corner lies so far outside of the bend.
double corner_outside(double radius) {
  constexpr double kRearAxle = 1.35, kNose = 2.25, kHalfWidth = 1.05;
  const double rear = std::sqrt(radius * radius - kRearAxle * kRearAxle);
  return std::hypot(rear + kHalfWidth, kRearAxle + kNose) - radius;
}

// And its inner side, at the rear axle, so far inside.
double side_inside(double radius) {
  constexpr double kRearAxle = 1.35, kHalfWidth = 1.05;
  return radius - (std::sqrt(radius * radius - kRearAxle * kRearAxle) - kHalfWidth);
}

TEST(SweptLine, OfACorridorWithSwingHoldsATurningCar) {
  for (const double radius : {6.0, 8.0, 12.0, 30.0}) {
    const NetworkData data = bend(radius, true);
    const SweptLine line = swept_line(data, CorridorId(0));
    const SweptLine::Section middle = line.section_at(5);
    // of the bend, which turns about a place to the left of its start
    const auto from_middle = [&](double u) {
      return std::hypot(middle.x + u * middle.lateral_x, middle.y + u * middle.lateral_y - radius);
    };
    const double outside = from_middle(-1.05) - radius, inside = radius - from_middle(1.05);
    EXPECT_GE(outside, corner_outside(radius)) << radius;
    EXPECT_LE(outside, corner_outside(radius) + 0.25) << radius;
    EXPECT_GE(inside, side_inside(radius) - 0.005) << radius;
    EXPECT_LE(inside, side_inside(radius) + 0.05) << radius;
  }
}

TEST(SweptLine, OfACorridorWithoutSwingIsAsWideAsItsBodies) {
  const NetworkData data = bend(8, false);
  const SweptLine::Section middle = swept_line(data, CorridorId(0)).section_at(5);
  EXPECT_NEAR(std::hypot(middle.lateral_x, middle.lateral_y), 1, 1e-9);
}

}  // namespace
}  // namespace backlot::network::internal::swept_line_test
