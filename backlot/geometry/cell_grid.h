// Inside an index: which segments are near a point. Callers use ribbon_index.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/geometry/capsule_tree.h"

namespace backlot::geometry::internal {

// Square cells over the plan, each with all capsules that come within their reach of it, seen from above: whatever is nearer
// than that to a point is in the list of the point's cell. Only cells that have a list exist, in a hash table; the
// list of an ordinary cell sits in its slot, one cache line.
class CellGrid {
 public:
  CellGrid() = default;
  // Reaches and cell are metres; each capsule has a reach of its own.
  CellGrid(std::span<const Capsule> capsules, std::span<const float> reaches, double cell);

  std::size_t bytes() const {
    return slots_.capacity() * sizeof(Slot) + overflow_.capacity() * sizeof(std::uint32_t);
  }

  // The capsules that matter at (x, y), by number, in growing order.
  std::span<const std::uint32_t> at(double x, double y) const;

 private:
  static constexpr std::uint32_t kInSlot = 12;
  struct alignas(64) Slot {
    std::int32_t column, row;
    std::uint32_t count;     // 0: free
    std::uint32_t overflow;  // where the list begins when it does not fit
    std::uint32_t ids[kInSlot];
  };
  static_assert(sizeof(Slot) == 64);

  std::size_t slot_of(std::int32_t column, std::int32_t row) const;
  std::int32_t cell_of(double v) const;

  double cells_per_metre_ = 0;
  std::vector<Slot, base::HugePages<Slot>> slots_;  // a power of two
  std::vector<std::uint32_t> overflow_;
};

}  // namespace backlot::geometry::internal
