#include "backlot/network/internal/conflict/fine_swath.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/base/math.h"

namespace backlot::network::internal::fine_swath_test {
namespace {

constexpr double kRadius = 8;

// An arc to the left from the origin, along the x axis.
SweptLine arc() {
  return {10, [](double s) {
            const base::SinCos h = base::sin_cos(s / kRadius);
            return SweptLine::Section{kRadius * h.sin, kRadius * (1 - h.cos), -h.sin, h.cos, 0.1 * s, s};
          }};
}

bool holds(const FineSwath::Part& part, double x, double y) {
  for (std::size_t c = 0; c < part.cells.count; ++c) {
    bool is_inside = true;
    for (std::size_t k = 0; k < 4; ++k) {
      const PlanPoint &p = part.cells.cells[c][k], &q = part.cells.cells[c][(k + 1) % 4];
      is_inside = is_inside && (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) >= -1e-12;
    }
    if (is_inside) return true;
  }
  return false;
}

TEST(FineSwath, BeginsWithThePartsOfTheLine) {
  const SweptLine line = arc();
  const Swath swath(line, 1);
  FineSwath fine(swath);
  for (std::size_t k = 0; k + 1 < line.sections().size(); ++k) {
    EXPECT_EQ(fine.part(k).first.distance, line.sections()[k].distance);
    EXPECT_EQ(fine.part(k).last.distance, line.sections()[k + 1].distance);
    EXPECT_EQ(fine.part(k).off.in_plan, line.off_straight(k).in_plan);
    EXPECT_EQ(&fine.part(k), &fine.part(k));
  }
}

TEST(FineSwath, IsFourTimesAsStraightWithEachHalving) {
  const SweptLine line = arc();
  const Swath swath(line, 1);
  FineSwath fine(swath);
  FineSwath::Part* part = &fine.part(3);
  while (!part->is_straight()) {
    const auto [first, second] = fine.halves(*part);
    EXPECT_EQ(first->first.distance, part->first.distance);
    EXPECT_EQ(first->last.distance, second->first.distance);
    EXPECT_EQ(second->last.distance, part->last.distance);
    EXPECT_NEAR(first->off.in_plan / part->off.in_plan, 0.25, 0.01);
    EXPECT_EQ(fine.halves(*part)[0], first);
    part = second;
  }
  EXPECT_GT(part->length(), 1e-3);
}

// The tightest edge and the widest, at every share of a part that is as fine as it gets.
TEST(FineSwath, HoldsWhatABodySweepsAndHardlyMore) {
  const SweptLine line = arc();
  const Swath swath(line, 1);
  FineSwath fine(swath);
  FineSwath::Part* part = &fine.part(1);
  while (!part->is_straight()) part = fine.halves(*part)[1];
  for (const double share : {0.01, 0.3, 0.5, 0.77, 0.99}) {
    const base::SinCos h = base::sin_cos((part->first.distance + share * part->length()) / kRadius);
    const auto is_held = [&](double offset) {
      return holds(*part, (kRadius - offset) * h.sin, kRadius - (kRadius - offset) * h.cos);
    };
    for (const double side : {-1.0, 1.0}) {
      EXPECT_TRUE(is_held(side)) << share;
      EXPECT_FALSE(is_held(side * (1 + 1.3e-6))) << share;
    }
  }
}

}  // namespace
}  // namespace backlot::network::internal::fine_swath_test
