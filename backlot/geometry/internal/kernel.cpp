#include "backlot/geometry/internal/kernel.h"

#include <cstring>

#include "backlot/geometry/internal/hinted.h"
#include "backlot/geometry/internal/placing.h"

namespace backlot::geometry::internal {

namespace {

std::uint64_t locate_scalar(const KernelView&, const WorldPoint*, Located*, std::size_t count) {
  return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

void place_scalar(const RibbonData& data, const RibbonPoint* points, WorldPoint* places, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) places[i] = place(data, points[i]);
}

constexpr Kernel kScalar{"scalar", locate_scalar, place_scalar};

}  // namespace

KernelView view_of(const RibbonData& data, const SurfaceWindow& window) {
  return {.segments = data.segments.data(),
          .normals = data.is_banked() ? data.normals.data() : nullptr,
          .pieces = data.pieces.data(),
          .bins = data.bins.data(),
          .bins_per_metre = data.bins_per_metre,
          .origin = {data.origin.x, data.origin.y, data.origin.z},
          .length = data.length,
          .offset_low = data.edges.right - window.tolerance,
          .offset_high = data.edges.left + window.tolerance,
          .loft_low = window.loft_low - window.tolerance,
          .loft_high = window.loft_high + window.tolerance,
          .segment_count = static_cast<std::uint32_t>(data.segments.size())};
}

const Kernel& scalar_kernel() { return kScalar; }

const Kernel* find_kernel(const char* name) { return std::strcmp(name, kScalar.name) == 0 ? &kScalar : nullptr; }

const Kernel& best_kernel() { return kScalar; }

}  // namespace backlot::geometry::internal
