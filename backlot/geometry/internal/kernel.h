#pragma once

#include <cstddef>
#include <cstdint>

#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon_data.h"

namespace backlot::geometry::internal {

// What a kernel may see of a ribbon: plain pointers and numbers. Kernels live in .cpp files of their own that are
// compiled for one processor and call no inline function of others, else the linker might take their copy for all.
struct KernelView {
  const Segment* segments;
  const BankedSegment* banked;
  const Piece* pieces;
  const std::uint32_t* bins;
  double bins_per_metre;
  double origin[3];
  Crossfall crossfall;
  double length;
  double offset_low, offset_high, loft_low, loft_high;  // the window, tolerance included
  std::uint32_t segment_count;
};
KernelView view_of(const RibbonData& data, const SurfaceWindow& window);

// The calls of one instruction set; every kernel gives the bits of the single calls.
struct Kernel {
  const char* name;
  // Up to 64 points: answers in place of the hints where the fast way succeeds (hinted.h), and a bit for each point that
  // is left to the single call, with its hint untouched.
  std::uint64_t (*locate)(const KernelView& view, const WorldPoint* points, Located* located,
                          std::size_t count);
  // Likewise: places where the point is an ordinary one, and a bit for each point that is left.
  std::uint64_t (*place)(const KernelView& view, const RibbonPoint* points, WorldPoint* places,
                         std::size_t count);
  // A single call: its coordinates lie side by side in the lanes.
  BankedPose banked_pose;
};
inline constexpr std::size_t kKernelBlock = 64;

// "scalar", "avx2", "avx512"; null where the processor, or the build, lacks it.
const Kernel* find_kernel(const char* name);
const Kernel& best_kernel();

}  // namespace backlot::geometry::internal
