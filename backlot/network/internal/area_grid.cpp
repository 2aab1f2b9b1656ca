#include "backlot/network/internal/area_grid.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {
constexpr double kMostCells = 4e6;
}

AreaGrid::AreaGrid(std::span<const PlanBox> boxes) {
  if (boxes.empty()) return;
  PlanBox all = boxes[0];
  double side = 0;
  for (const PlanBox& box : boxes) {
    all.x_low = std::min(all.x_low, box.x_low);
    all.y_low = std::min(all.y_low, box.y_low);
    all.x_high = std::max(all.x_high, box.x_high);
    all.y_high = std::max(all.y_high, box.y_high);
    side += std::max(box.x_high - box.x_low, box.y_high - box.y_low);
  }
  // about the size of an area, but never more cells than memory is meant for
  const double width = all.x_high - all.x_low, height = all.y_high - all.y_low;
  double cell = std::max(side / static_cast<double>(boxes.size()), 1.0);
  cell = std::max(cell, std::sqrt(width * height / kMostCells));
  cell = std::max(cell, std::max(width, height) / kMostCells);
  x_low_ = all.x_low;
  y_low_ = all.y_low;
  cells_per_metre_ = 1 / cell;
  columns_ = static_cast<std::int64_t>(width * cells_per_metre_) + 1;
  rows_ = static_cast<std::int64_t>(height * cells_per_metre_) + 1;

  const auto for_cells = [&](const PlanBox& box, const auto& visit) {
    const auto column = [&](double x) { return static_cast<std::int64_t>((x - x_low_) * cells_per_metre_); };
    const auto row = [&](double y) { return static_cast<std::int64_t>((y - y_low_) * cells_per_metre_); };
    for (std::int64_t r = row(box.y_low); r <= row(box.y_high); ++r)
      for (std::int64_t c = column(box.x_low); c <= column(box.x_high); ++c)
        visit(static_cast<std::size_t>(r * columns_ + c));
  };
  first_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
  for (const PlanBox& box : boxes) for_cells(box, [&](std::size_t cell_at) { ++first_[cell_at + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  items_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for_cells(boxes[i], [&](std::size_t cell_at) { items_[next[cell_at]++] = i; });
}

std::span<const std::uint32_t> AreaGrid::near(double x, double y) const {
  const double column = (x - x_low_) * cells_per_metre_, row = (y - y_low_) * cells_per_metre_;
  if (!(column >= 0 && row >= 0 && column < static_cast<double>(columns_) &&
        row < static_cast<double>(rows_)))
    return {};
  const auto cell =
      static_cast<std::size_t>(static_cast<std::int64_t>(row) * columns_ + static_cast<std::int64_t>(column));
  return std::span(items_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
}

}  // namespace backlot::network::internal
