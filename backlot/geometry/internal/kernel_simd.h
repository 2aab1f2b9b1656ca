#pragma once

#include "backlot/geometry/internal/kernel.h"

namespace backlot::geometry::internal {

// The functions of Kernel for processors with AVX2, and with AVX-512 (F, DQ, VL).
std::uint64_t locate_avx2(const KernelView& view, const WorldPoint* points, Located* located,
                          std::size_t count);
std::uint64_t place_avx2(const KernelView& view, const RibbonPoint* points, WorldPoint* places,
                         std::size_t count);
PackedPose banked_pose_avx2(const Segment& segment, const BankedSegment& banked, const WorldPoint& origin,
                            const RibbonPoint& point);
std::uint64_t locate_avx512(const KernelView& view, const WorldPoint* points, Located* located,
                            std::size_t count);
std::uint64_t place_avx512(const KernelView& view, const RibbonPoint* points, WorldPoint* places,
                           std::size_t count);

}  // namespace backlot::geometry::internal
