#include "backlot/network/internal/conflict/swath.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/dependency.h"

namespace backlot::network::internal::swath_test {
namespace {

// An arc to the left from the origin, along the x axis.
SweptLine arc(double length, double radius) {
  return {length, [radius](double s) {
            const base::SinCos h = base::sin_cos(s / radius);
            return SweptLine::Section{radius * h.sin, radius * (1 - h.cos), -h.sin, h.cos, 0, s};
          }};
}

bool holds(const Swath& swath, double x, double y) {
  for (const Swath::Cell& cell : swath.cells()) {
    bool is_inside = true;
    for (std::size_t k = 0; k < 4; ++k) {
      const PlanPoint &p = cell.corners[k], &q = cell.corners[(k + 1) % 4];
      is_inside = is_inside && (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) >= -1e-12;
    }
    if (is_inside) return true;
  }
  return false;
}

TEST(SweptLine, IsAsFineAsItsBendsNeed) {
  const SweptLine straight(20, [](double s) { return SweptLine::Section{s, 0, 0, 1, 0, s}; });
  EXPECT_EQ(straight.sections().size(), 11U);
  const SweptLine wide = arc(20, 100), tight = arc(20, 5);
  EXPECT_GT(wide.sections().size(), straight.sections().size());
  EXPECT_GT(tight.sections().size(), wide.sections().size());
  EXPECT_LT(tight.sections().size(), 400U);
  for (const SweptLine* line : {&straight, &wide, &tight}) {
    EXPECT_EQ(line->sections().front().distance, 0);
    EXPECT_EQ(line->sections().back().distance, 20);
    for (std::size_t k = 0; k + 1 < line->sections().size(); ++k)
      EXPECT_LE(line->off_straight(k).in_plan, 0.001);
  }
}

// Straight, then by 5 degrees to the side within a centimetre: as a kink that was rounded.
TEST(SweptLine, FindsAShortBend) {
  const auto heading = [](double s) { return 0.0873 * std::fmin(1, std::fmax(0, (s - 3.337) / 0.01)); };
  const SweptLine line(8, [&](double s) {
    const base::SinCos h = base::sin_cos(heading(s));
    const double beyond = std::fmax(0, s - 3.342);
    return SweptLine::Section{s - beyond + beyond * h.cos, beyond * h.sin, -h.sin, h.cos, 0, s};
  });
  double widest_step = 0;
  for (std::size_t k = 0; k + 1 < line.sections().size(); ++k) {
    const SweptLine::Section &a = line.sections()[k], &b = line.sections()[k + 1];
    widest_step = std::fmax(widest_step, std::fabs(heading(b.distance) - heading(a.distance)));
  }
  EXPECT_LT(widest_step, 0.04);
  EXPECT_LT(line.sections().size(), 40U);
}

// What the body sweeps is held, and what lies a millimetre outside is not. The tightest turns are tighter than it is wide.
TEST(Swath, HoldsWhatABodySweepsAndHardlyMore) {
  for (const double radius : {40.0, 8.0, 1.7, 1.0}) {
    const double length = std::fmin(12, 3 * radius);
    const SweptLine line = arc(length, radius);
    for (const double half_width : {0.0, 0.3, 0.9, 1.5}) {
      const Swath swath(line, half_width);
      for (double s = 0; s <= length; s += 0.0437) {
        const base::SinCos h = base::sin_cos(s / radius);
        const auto is_held = [&](double offset) {
          return holds(swath, (radius - offset) * h.sin, radius - (radius - offset) * h.cos);
        };
        for (const double share : {-1.0, -0.4, 0.0, 0.7, 1.0}) {
          EXPECT_TRUE(is_held(share * half_width)) << radius << ' ' << half_width << ' ' << s << ' ' << share;
        }
        EXPECT_FALSE(is_held(-half_width - 0.001)) << radius << ' ' << half_width << ' ' << s;
        if (half_width < radius) {
          EXPECT_FALSE(is_held(half_width + 0.001)) << radius << ' ' << half_width << ' ' << s;
        }
      }
    }
  }
}

TEST(Swath, OfALineWithoutLengthIsEmpty) {
  const SweptLine none(0, [](double) { return SweptLine::Section{}; });
  EXPECT_TRUE(Swath(none, 1).is_empty());
}

}  // namespace
}  // namespace backlot::network::internal::swath_test
