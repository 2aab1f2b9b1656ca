#include "backlot/draw/internal/network_labels.h"

#include <array>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::draw::internal {

namespace {

using Corners = std::array<SheetPoint, 4>;

Corners corners_of(const TurnedBox& b) {
  const double lx = b.ux * b.half_length, ly = b.uy * b.half_length;
  const double hx = -b.uy * b.half_height, hy = b.ux * b.half_height;
  return {SheetPoint{b.centre.x + lx + hx, b.centre.y + ly + hy},
          {b.centre.x - lx + hx, b.centre.y - ly + hy},
          {b.centre.x - lx - hx, b.centre.y - ly - hy},
          {b.centre.x + lx - hx, b.centre.y + ly - hy}};
}

// Whether one of a's own two directions shows a gap between both.
bool is_separated(const TurnedBox& a, const Corners& b) {
  double along_low = 1e300, along_high = -1e300, across_low = 1e300, across_high = -1e300;
  for (const SheetPoint& p : b) {
    const double x = p.x - a.centre.x, y = p.y - a.centre.y;
    const double along = x * a.ux + y * a.uy, across = y * a.ux - x * a.uy;
    along_low = std::fmin(along_low, along), along_high = std::fmax(along_high, along);
    across_low = std::fmin(across_low, across), across_high = std::fmax(across_high, across);
  }
  return along_low >= a.half_length || along_high <= -a.half_length || across_low >= a.half_height ||
         across_high <= -a.half_height;
}

}  // namespace

double text_width(std::string_view text, double size) {
  BACKLOT_ASSERT(size > 0, "letters have a size");
  std::size_t letters = 0;
  for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return 0.63 * size * static_cast<double>(letters);
}

bool overlap(const TurnedBox& a, const TurnedBox& b) {
  return !is_separated(a, corners_of(b)) && !is_separated(b, corners_of(a));
}

bool LabelRoom::take(const TurnedBox& box) {
  BACKLOT_ASSERT(box.half_length >= 0 && box.half_height >= 0, "a label has a size");
  BACKLOT_ASSERT(std::fabs(box.ux * box.ux + box.uy * box.uy - 1) < 1e-6, "a label lies along a unit vector");
  // the cells under the box's upright bounds
  const double reach_x = std::fabs(box.ux) * box.half_length + std::fabs(box.uy) * box.half_height;
  const double reach_y = std::fabs(box.uy) * box.half_length + std::fabs(box.ux) * box.half_height;
  const auto cell = [&](double v) { return static_cast<std::int64_t>(std::floor(v / cell_)); };
  const std::int64_t i0 = cell(box.centre.x - reach_x), i1 = cell(box.centre.x + reach_x);
  const std::int64_t j0 = cell(box.centre.y - reach_y), j1 = cell(box.centre.y + reach_y);
  for (std::int64_t i = i0; i <= i1; ++i) {
    for (std::int64_t j = j0; j <= j1; ++j) {
      const auto found = cells_.find({i, j});
      if (found == cells_.end()) continue;
      for (const std::uint32_t other : found->second) {
        if (overlap(box, boxes_[other])) return false;
      }
    }
  }
  const auto index = static_cast<std::uint32_t>(boxes_.size());
  boxes_.push_back(box);
  for (std::int64_t i = i0; i <= i1; ++i) {
    for (std::int64_t j = j0; j <= j1; ++j) cells_[{i, j}].push_back(index);
  }
  return true;
}

}  // namespace backlot::draw::internal
