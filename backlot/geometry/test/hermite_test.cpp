#include "backlot/geometry/hermite.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::geometry::hermite_test {
namespace {

TEST(Hermite, KeepsValuesAndSlopesAtBothEnds) {
  const std::array<double, 4> c = hermite(2, 5, -1, 4);
  EXPECT_EQ(c[0], 2);
  EXPECT_EQ(c[0] + c[1] + c[2] + c[3], 5);
  EXPECT_EQ(c[1], -1);
  EXPECT_EQ(c[1] + 2 * c[2] + 3 * c[3], 4);
}

TEST(Hermite, IsARecordBySlopesPerMetre) {
  const CubicRecord record = hermite_record(30, 20, 1, 2, 0.05, -0.1);
  EXPECT_NEAR(record.at(30).value, 1, 1e-12);
  EXPECT_NEAR(record.at(30).slope, 0.05, 1e-12);
  EXPECT_NEAR(record.at(50).value, 2, 1e-12);
  EXPECT_NEAR(record.at(50).slope, -0.1, 1e-12);
}

TEST(PlanLength, OfALineIsItsChord) {
  EXPECT_NEAR(plan_length(hermite(10, 40, 30, 30), hermite(0, -40, -40, -40)), 50, 1e-12);
  // there and back: the speed is 0 in the middle
  EXPECT_NEAR(plan_length({0, 4, -4, 0}, {0, 0, 0, 0}), 2, 1e-12);
}

// y = x^2 from 0 to 1, by the closed form.
TEST(PlanLength, OfAParabolaIsTheClosedForm) {
  EXPECT_NEAR(plan_length({0, 1, 0, 0}, {0, 0, 1, 0}), std::sqrt(5.0) / 2 + std::asinh(2.0) / 4, 1e-12);
}

// A bend so narrow that it nearly stops at its tip, against many short chords.
TEST(PlanLength, OfATightBendIsRightToAMicrometre) {
  const std::array<double, 4> x = hermite(0, 0, 90, -90), y = hermite(0, 3, 0, 0);
  double sum = 0, before_x = 0, before_y = 0;
  constexpr int kChords = 1000000;
  for (int i = 1; i <= kChords; ++i) {
    const double p = static_cast<double>(i) / kChords;
    const double at_x = x[0] + p * (x[1] + p * (x[2] + p * x[3])),
                 at_y = y[0] + p * (y[1] + p * (y[2] + p * y[3]));
    sum += std::sqrt((at_x - before_x) * (at_x - before_x) + (at_y - before_y) * (at_y - before_y));
    before_x = at_x;
    before_y = at_y;
  }
  EXPECT_NEAR(plan_length(x, y), sum, 1e-6);
}

}  // namespace
}  // namespace backlot::geometry::hermite_test
