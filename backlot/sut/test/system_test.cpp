#include "backlot/sut/system.h"

#include <limits>

#include <gtest/gtest.h>

namespace backlot::sut {
namespace system_test {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(Command, IsSoundAsMade) { EXPECT_EQ(find_fault({}), ""); }

TEST(Command, SteeringMustBeFinite) {
  EXPECT_EQ(find_fault({.motion = Steering{kNan, 0}}), "the steering angle is not a finite number");
  EXPECT_EQ(find_fault({.motion = Steering{0, -kInfinite}}), "the acceleration is not a finite number");
}

TEST(Command, PathNeedsFinitePoints) {
  EXPECT_NE(find_fault({.motion = TargetPath{}}), "");
  EXPECT_NE(find_fault({.motion = TargetPath{{{0, 0, 1}}}}), "");
  EXPECT_EQ(find_fault({.motion = TargetPath{{{0, 0, 1}, {1, 0, 1}}}}), "");
  EXPECT_NE(find_fault({.motion = TargetPath{{{0, 0, 1}, {1, kNan, 1}}}}), "");
  TargetPath longest;
  longest.points.resize(1000);
  EXPECT_EQ(find_fault({.motion = longest}), "");
  longest.points.resize(1001);
  EXPECT_NE(find_fault({.motion = longest}), "");
}

TEST(Command, SignalsHaveNamesAndNumbers) {
  EXPECT_EQ(find_fault({.signals = {{"a", 1}}}), "");
  EXPECT_NE(find_fault({.signals = {{"", 1}}}), "");
  EXPECT_EQ(find_fault({.signals = {{"b", kNan}}}), "the signal b is not a finite number");
}

TEST(Failure, HasNames) {
  EXPECT_EQ(to_text(Failure::crashed), "crashed");
  EXPECT_EQ(to_text(Failure::hung), "hung");
  EXPECT_EQ(to_text(Failure::protocol), "protocol");
}

}  // namespace system_test
}  // namespace backlot::sut
