#include "backlot/network/internal/conflict/convex_cell.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::network::internal::convex_cell_test {
namespace {

double area_of(const ConvexPolygon& polygon) {
  double twice = 0;
  for (std::size_t k = 0; k < polygon.count; ++k) {
    const auto &p = polygon.corners[k], &q = polygon.corners[(k + 1) % polygon.count];
    twice += p.x * q.y - q.x * p.y;
  }
  return 0.5 * twice;
}

constexpr ConvexCell kSquare = {{{0, 0}, {2, 0}, {2, 2}, {0, 2}}};

TEST(ConvexCell, OverlapsWhereBothAre) {
  const ConvexCell shifted = {{{1, 0.5}, {4, 0.5}, {4, 5}, {1, 5}}};
  const ConvexCell diamond = {{{1, -1}, {3, 1}, {1, 3}, {-1, 1}}};
  const ConvexCell triangle = {{{1, 1}, {5, 1}, {1, 5}, {1, 5}}};
  EXPECT_DOUBLE_EQ(area_of(overlap_of(kSquare, kSquare)), 4);
  EXPECT_DOUBLE_EQ(area_of(overlap_of(kSquare, shifted)), 1.5);
  EXPECT_DOUBLE_EQ(area_of(overlap_of(kSquare, diamond)), 4);
  EXPECT_DOUBLE_EQ(area_of(overlap_of(kSquare, triangle)), 1);
  EXPECT_DOUBLE_EQ(area_of(overlap_of(triangle, kSquare)), 1);
}

TEST(ConvexCell, OverlapsNowhereWhereApart) {
  const ConvexCell right = {{{2.1, 0}, {3, 0}, {3, 2}, {2.1, 2}}};
  // their boxes overlap
  const ConvexCell corner = {{{3, 1.2}, {3, 3}, {1.2, 3}, {1.2, 3}}};
  EXPECT_EQ(overlap_of(kSquare, right).count, 0U);
  EXPECT_FALSE(overlap(box_of(kSquare), box_of(right)));
  EXPECT_EQ(overlap_of(kSquare, corner).count, 0U);
  EXPECT_TRUE(overlap(box_of(kSquare), box_of(corner)));
}

TEST(ConvexCell, TouchesAtASideOfNoWidth) {
  const ConvexCell beside = {{{2, 0.5}, {3, 0.5}, {3, 1}, {2, 1}}};
  EXPECT_GT(overlap_of(kSquare, beside).count, 0U);
}

TEST(ConvexPolygon, KeepsWhatIsNotNegative) {
  ConvexPolygon polygon = overlap_of(kSquare, kSquare);
  std::array<double, ConvexPolygon::kMost> values{};
  for (std::size_t k = 0; k < polygon.count; ++k) {
    polygon.corners[k].climb = polygon.corners[k].x;
    values[k] = 0.5 - polygon.corners[k].x;
  }
  polygon.keep(values);
  EXPECT_DOUBLE_EQ(area_of(polygon), 1);
  for (std::size_t k = 0; k < polygon.count; ++k)
    EXPECT_DOUBLE_EQ(polygon.corners[k].climb, polygon.corners[k].x);
}

}  // namespace
}  // namespace backlot::network::internal::convex_cell_test
