#include "backlot/world/body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::world::body_test {
namespace {

BodyBox box(double x, double y, double heading_deg, double length, double width, double z = 0) {
  const base::SinCos turn = base::sin_cos(heading_deg * base::kPi / 180);
  return {{x, y, z}, turn.cos, turn.sin, 0.5 * length, 0.5 * width};
}

TEST(BodyShape, LengthIsFrontAndRear) {
  for (std::uint32_t k = 0; k < kVehicleKinds; ++k) {
    const BodyShape shape = usual_shape(static_cast<ObjectKind>(k));
    EXPECT_FLOAT_EQ(shape.front_m() + shape.rear_m(), shape.length_m);
    EXPECT_GT(shape.front_m(), shape.guide_m());  // the front axle is under the body
    EXPECT_GT(shape.rear_overhang_m, 0);
    EXPECT_GT(shape.length_m, shape.width_m);
  }
}

TEST(Overlap, OfNamedCases) {
  struct Case {
    const char* name;
    BodyBox a, b;
    double slack;
    bool expected;
  };
  const BodyBox car = box(0, 0, 0, 4, 2);
  for (const Case& c : {
           Case{"the same place", car, car, 0, true},
           Case{"far away", car, box(50, 0, 0, 4, 2), 0, false},
           Case{"behind each other", car, box(4.01, 0, 0, 4, 2), 0, false},
           Case{"bumper in bumper", car, box(3.99, 0, 0, 4, 2), 0, true},
           Case{"touching", car, box(4, 0, 0, 4, 2), 0, false},
           Case{"touching sides", car, box(0, 2, 0, 4, 2), 0, false},
           Case{"touching, the other way round", car, box(4, 0, 180, 4, 2), -1e-9, true},
           Case{"side by side", car, box(0, 2.01, 0, 4, 2), 0, false},
           Case{"mirrors in each other", car, box(0, 1.99, 0, 4, 2), 0, true},
           Case{"one within the other", box(0, 0, 0, 12, 2.5), box(1, 0.1, 20, 2, 0.8), 0, true},
           Case{"across", car, box(0, 0, 90, 4, 2), 0, true},
           Case{"across the nose", car, box(3.01, 0, 90, 4, 2), 0, false},
           Case{"into the nose, aslant", car, box(2 + 2.1, 0, 45, 4, 2), 0, true},
           Case{"past the corner, aslant", car, box(2 + 2.13, 1 + 2.13 - 1.9, 45, 4, 2), 0, false},
           Case{"boxes along the axes would, these do not", box(0, 0, 45, 10, 1), box(3, -3, 45, 10, 1), 0,
                false},
           Case{"on the bridge above", car, box(0, 0, 0, 4, 2, 5), 0, false},
           Case{"on the bridge below", car, box(0, 0, 0, 4, 2, -5), 0, false},
           Case{"a little higher, on a slope", car, box(3, 0, 0, 4, 2, 0.4), 0, true},
           Case{"by less than the slack", car, box(3.95, 0, 0, 4, 2), 0.1, false},
           Case{"by more than the slack", car, box(3.85, 0, 0, 4, 2), 0.1, true},
           Case{"by less than the slack at the side", car, box(1, 1.95, 0, 4, 2), 0.1, false},
       }) {
    EXPECT_EQ(overlap(c.a, c.b, c.slack), c.expected) << c.name;
    EXPECT_EQ(overlap(c.b, c.a, c.slack), c.expected) << c.name << ", the other first";
  }
}

// ---- the slow way: the area that two boxes have in common, one cut by the sides of the other

struct Point {
  double x, y;
};

std::vector<Point> corners(const BodyBox& b) {
  std::vector<Point> all;
  for (const auto& [along, across] :
       {std::array{1, 1}, std::array{-1, 1}, std::array{-1, -1}, std::array{1, -1}}) {
    const double l = along * b.half_length, w = across * b.half_width;
    all.push_back(
        {b.centre.x + l * b.heading_x - w * b.heading_y, b.centre.y + l * b.heading_y + w * b.heading_x});
  }
  return all;  // counter-clockwise
}

double common_area(const BodyBox& a, const BodyBox& b) {
  std::vector<Point> left = corners(a);
  const std::vector<Point> cutter = corners(b);
  for (std::size_t k = 0; k < cutter.size(); ++k) {
    const Point p = cutter[k], q = cutter[(k + 1) % cutter.size()];
    const auto inside = [&](const Point& s) { return (q.x - p.x) * (s.y - p.y) - (q.y - p.y) * (s.x - p.x); };
    std::vector<Point> cut;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Point s = left[i], e = left[(i + 1) % left.size()];
      const double from = inside(s), to = inside(e);
      if (from >= 0) cut.push_back(s);
      if ((from < 0) != (to < 0)) {
        const double share = from / (from - to);
        cut.push_back({s.x + share * (e.x - s.x), s.y + share * (e.y - s.y)});
      }
    }
    left = cut;
  }
  double twice = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Point s = left[i], e = left[(i + 1) % left.size()];
    twice += s.x * e.y - e.x * s.y;
  }
  return 0.5 * std::fabs(twice);
}

BodyBox moved(BodyBox b, double along, double across, const BodyBox& frame) {
  b.centre.x += along * frame.heading_x - across * frame.heading_y;
  b.centre.y += along * frame.heading_y + across * frame.heading_x;
  return b;
}

// Deeper than the slack: however one of them is pushed along a side, by that much, they still overlap.
bool overlap_slowly(const BodyBox& a, const BodyBox& b, double slack) {
  constexpr double kNothing = 1e-12;
  if (std::fabs(a.centre.z - b.centre.z) >= 2 || common_area(a, b) <= kNothing) return false;
  for (const BodyBox& frame : {a, b}) {
    for (const double sign : {-1.0, 1.0}) {
      if (common_area(a, moved(b, sign * slack, 0, frame)) <= kNothing) return false;
      if (common_area(a, moved(b, 0, sign * slack, frame)) <= kNothing) return false;
    }
  }
  return true;
}

TEST(Overlap, IsThatOfTheSlowWay) {
  base::RandomStream random{3, 0, 0};
  const std::size_t count = geometry::test::point_count(200'000);
  std::size_t overlapping = 0, compared = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto draw = [&] {
      return box(random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(0, 360),
                 random.uniform(0.5, 12), random.uniform(0.4, 3), random.uniform(0, 2.2));
    };
    const BodyBox a = draw(), b = draw();
    const double slack = k % 3 == 0 ? random.uniform(0, 0.5) : 0;
    // within a hair of the border either answer is right
    const bool loose = overlap_slowly(a, b, std::max(0.0, slack - 1e-5)),
               tight = overlap_slowly(a, b, slack + 1e-5);
    if (loose != tight) continue;
    ++compared;
    if (tight) ++overlapping;
    ASSERT_EQ(overlap(a, b, slack), tight) << "pair " << k;
    ASSERT_EQ(overlap(b, a, slack), tight) << "pair " << k;
  }
  EXPECT_GT(compared, count - count / 100 - 1);
  EXPECT_GT(overlapping, count / 5);
  EXPECT_LT(overlapping, count - count / 5);
}

}  // namespace
}  // namespace backlot::world::body_test
