#include "backlot/geometry/internal/kernel.h"

#include <cstring>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/kernel_simd.h"
#include "backlot/geometry/ribbon_placing.h"

namespace backlot::geometry::internal {

namespace {

// everything is left to the single calls
std::uint64_t all_open(std::size_t count) {
  BACKLOT_ASSERT(count <= 64, "a word has 64 bits");
  return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

constexpr Kernel kScalar{
    "scalar",
    [](const KernelView&, const WorldPoint*, Located*, std::size_t count) { return all_open(count); },
    [](const KernelView&, const RibbonPoint*, WorldPoint*, std::size_t count) { return all_open(count); },
    banked_pose_scalar};

#if defined(__x86_64__)
constexpr Kernel kAvx2{"avx2", locate_avx2, place_avx2, banked_pose_avx2};
constexpr Kernel kAvx512{"avx512", locate_avx512, place_avx512, banked_pose_avx2};

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
}
#endif

}  // namespace

KernelView view_of(const RibbonData& data, const SurfaceWindow& window) {
  return {.segments = data.segments.data(),
          .banked = data.banked.data(),
          .pieces = data.pieces.data(),
          .bins = data.bins.data(),
          .bins_per_metre = data.bins_per_metre,
          .origin = {data.origin.x, data.origin.y, data.origin.z},
          .crossfall = data.crossfall,
          .length = data.length,
          .offset_low = data.edges.right - window.tolerance,
          .offset_high = data.edges.left + window.tolerance,
          .loft_low = window.loft_low - window.tolerance,
          .loft_high = window.loft_high + window.tolerance,
          .segment_count = static_cast<std::uint32_t>(data.segments.size())};
}

const Kernel* find_kernel(const char* name) {
  BACKLOT_ASSERT(name != nullptr, "a kernel that is looked for has a name");
  if (std::strcmp(name, kScalar.name) == 0) return &kScalar;
#if defined(__x86_64__)
  if (std::strcmp(name, kAvx2.name) == 0 && has_avx2()) return &kAvx2;
  if (std::strcmp(name, kAvx512.name) == 0 && has_avx512()) return &kAvx512;
#endif
  return nullptr;
}

const Kernel& best_kernel() {
#if defined(__x86_64__)
  static const Kernel& best = has_avx512() ? kAvx512 : (has_avx2() ? kAvx2 : kScalar);
  return best;
#else
  return kScalar;
#endif
}

}  // namespace backlot::geometry::internal
