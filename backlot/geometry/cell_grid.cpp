#include "backlot/geometry/cell_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::geometry::internal {

namespace {

struct Listing {
  std::int32_t column, row;
  std::uint32_t id;

  friend auto operator<=>(const Listing&, const Listing&) = default;
};

// how far (x, y) is from the chord of a capsule, from above
double plan_distance(const Capsule& c, double x, double y) {
  const double dx = static_cast<double>(c.bx) - static_cast<double>(c.ax);
  const double dy = static_cast<double>(c.by) - static_cast<double>(c.ay);
  const double px = x - static_cast<double>(c.ax), py = y - static_cast<double>(c.ay);
  const double length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0;
  const double rx = px - t * dx, ry = py - t * dy;
  return std::sqrt(rx * rx + ry * ry);
}

std::uint64_t mixed(std::int32_t column, std::int32_t row) {
  std::uint64_t h = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(column)) << 32) |
                    static_cast<std::uint32_t>(row);
  h = (h ^ (h >> 31)) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

}  // namespace

CellGrid::CellGrid(std::span<const Capsule> capsules, std::span<const float> reaches, double cell)
    : cells_per_metre_(1 / cell) {
  BACKLOT_ASSERT(cell > 0, "a grid has cells of some size");
  BACKLOT_ASSERT(reaches.size() == capsules.size(), "each capsule has a reach");
  // which capsule goes to which cell
  std::vector<Listing> listings;
  const double half_diagonal = 0.7072 * cell;
  for (std::uint32_t id = 0; id < capsules.size(); ++id) {
    const Capsule& c = capsules[id];
    const double margin = static_cast<double>(reaches[id]) + static_cast<double>(c.radius);
    const auto low = [&](float a, float b) { return cell_of(static_cast<double>(std::min(a, b)) - margin); };
    const auto high = [&](float a, float b) { return cell_of(static_cast<double>(std::max(a, b)) + margin); };
    for (std::int32_t row = low(c.ay, c.by); row <= high(c.ay, c.by); ++row) {
      for (std::int32_t column = low(c.ax, c.bx); column <= high(c.ax, c.bx); ++column) {
        const double x = (column + 0.5) * cell, y = (row + 0.5) * cell;
        if (plan_distance(c, x, y) <= margin + half_diagonal) listings.push_back({column, row, id});
      }
    }
  }
  std::sort(listings.begin(), listings.end());

  std::size_t cells = 0;
  for (std::size_t i = 0; i < listings.size(); ++i) {
    cells += i == 0 || listings[i].column != listings[i - 1].column || listings[i].row != listings[i - 1].row;
  }
  // at most three quarters full
  slots_.assign(std::bit_ceil(std::max<std::size_t>(4, cells + cells / 3)), Slot{});
  for (std::size_t i = 0; i < listings.size();) {
    std::size_t end = i;
    while (end < listings.size() && listings[end].column == listings[i].column &&
           listings[end].row == listings[i].row)
      ++end;
    Slot& slot = slots_[slot_of(listings[i].column, listings[i].row)];
    slot.column = listings[i].column;
    slot.row = listings[i].row;
    slot.count = static_cast<std::uint32_t>(end - i);
    slot.overflow = static_cast<std::uint32_t>(overflow_.size());
    for (std::size_t k = i; k < end; ++k) {
      if (slot.count <= kInSlot) {
        slot.ids[k - i] = listings[k].id;
      } else {
        overflow_.push_back(listings[k].id);
      }
    }
    i = end;
  }
}

std::int32_t CellGrid::cell_of(double v) const {
  BACKLOT_ASSERT(!std::isnan(v), "a coordinate is a number");
  return static_cast<std::int32_t>(std::floor(std::clamp(v * cells_per_metre_, -2e9, 2e9)));
}

// the slot of a cell, or the free one where it would go
std::size_t CellGrid::slot_of(std::int32_t column, std::int32_t row) const {
  BACKLOT_ASSERT(std::has_single_bit(slots_.size()), "a table of slots has the size of a power of two");
  const std::size_t last = slots_.size() - 1;
  std::size_t i = mixed(column, row) & last;
  while (slots_[i].count != 0 && (slots_[i].column != column || slots_[i].row != row)) i = (i + 1) & last;
  return i;
}

std::span<const std::uint32_t> CellGrid::at(double x, double y) const {
  if (slots_.empty()) return {};
  const Slot& slot = slots_[slot_of(cell_of(x), cell_of(y))];
  if (slot.count <= kInSlot) return {slot.ids, slot.count};
  return {overflow_.data() + slot.overflow, slot.count};
}

}  // namespace backlot::geometry::internal
