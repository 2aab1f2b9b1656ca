// Convex cells in plan, and what two of them have in common.
#pragma once

#include <array>
#include <cstddef>

namespace backlot::network::internal {

// The value a share t of the way from a to b.
inline double mixed(double a, double b, double t) { return a + t * (b - a); }

struct PlanPoint {
  double x = 0, y = 0;
};

// Corners counter-clockwise; two of them are the same for a triangle.
using ConvexCell = std::array<PlanPoint, 4>;

struct CellBox {
  double x_low, x_high, y_low, y_high;
};

CellBox box_of(const ConvexCell& cell);
CellBox joined(const CellBox& a, const CellBox& b);

inline bool overlap(const CellBox& a, const CellBox& b) {
  return a.x_low <= b.x_high && b.x_low <= a.x_high && a.y_low <= b.y_high && b.y_low <= a.y_high;
}

// A convex polygon that is cut smaller and smaller.
struct ConvexPolygon {
  static constexpr std::size_t kMost =
      12;  // four corners, and one more for each of up to six cuts; two to spare
  struct Corner {
    double x, y;
    double climb;  // how high one line lies over the other; 0 while that does not matter
  };
  std::array<Corner, kMost> corners;
  std::size_t count = 0;

  // Keeps what lies where a quantity is not negative, by its values at the corners.
  void keep(const std::array<double, kMost>& values);
};

// Where two cells overlap; without corners where they do not.
ConvexPolygon overlap_of(const ConvexCell& cell, const ConvexCell& other);

}  // namespace backlot::network::internal
