// Which areas are near a place, seen from above.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace backlot::network::internal {

// A rectangle along the axes.
struct PlanBox {
  double x_low = 0, y_low = 0, x_high = 0, y_high = 0;
};

// Squares of the plane, each with the numbers of the boxes that reach into it. Const after it is made.
class AreaGrid {
 public:
  AreaGrid() = default;
  explicit AreaGrid(std::span<const PlanBox> boxes);

  // The boxes that may hold the place, by number; a place outside of all cells has none.
  std::span<const std::uint32_t> near(double x, double y) const;

  std::size_t bytes() const { return (first_.capacity() + items_.capacity()) * sizeof(std::uint32_t); }

 private:
  double x_low_ = 0, y_low_ = 0, cells_per_metre_ = 0;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> first_;  // by cell, one more
  std::vector<std::uint32_t> items_;
};

}  // namespace backlot::network::internal
