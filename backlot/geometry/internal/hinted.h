#pragma once

#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon_data.h"

namespace backlot::geometry::internal {

// The limits of the way that nearly all queries with a hint go; the SIMD kernels share them (kernel.h).
inline constexpr int kFastSteps = 6;
inline constexpr double kLeastGain = 0.05;    // below, the point is near the evolute: the careful way
inline constexpr double kInSegment_m = 1e-9;  // how far out of its segment a distance may be evaluated

// Offset, loft and what lies along the tangent of a point seen from the spine.
struct Across {
  double offset, loft, along;
};

BACKLOT_INLINE Across across_level(const Probe& at) {
  const Vec3& q = at.first;
  const double level2 = q.x * q.x + q.y * q.y;
  const double inverse = base::rsqrt_near_one(level2 + q.z * q.z);
  const double across = 1 / std::sqrt(level2);
  return {(q.x * at.r.y - q.y * at.r.x) * across,
          (level2 * at.r.z - q.z * (q.x * at.r.x + q.y * at.r.y)) * (across * inverse), at.ahead * inverse};
}

BACKLOT_INLINE Across across_banked(const Probe& at, const BankedSegment& banked, double u) {
  const Axes axes = banked_axes(split(at.first), banked, u);
  const Split r = split(at.r);
  return {dot(r, axes.lateral), dot(r, axes.normal), dot(r, axes.tangent)};
}

template <Crossfall kCrossfall>
BACKLOT_INLINE Across across_at(const RibbonData& data, std::uint32_t segment, const Probe& at, double u) {
  if constexpr (kCrossfall == Crossfall::banked) {
    return across_banked(at, data.banked[segment], u);
  } else {
    return across_level(at);
  }
}

// Newton from the hint, with proof that the answer is the minimum of the hint's basin and lies on the surface.
// False where either is missing; nothing is lost then but time.
template <Crossfall kCrossfall>
BACKLOT_INLINE bool locate_fast(const RibbonData& data, const Vec3& p, const Located& hint,
                                const SurfaceWindow& window, Located& answer) {
  const double hint_distance = hint.point.distance;
  std::uint32_t i = hint.segment;
  const auto count = static_cast<std::uint32_t>(data.segments.size());
  const Segment* s = &data.segments[i];
  double d = hint_distance;
  for (int step = 1; step <= kFastSteps; ++step) {
    const double u = d - s->start;
    const Probe at = probe(*s, p, u);
    if (!(at.gain > kLeastGain)) return false;
    if (std::fabs(at.ahead) <= kConverged_m * at.gain) {
      const std::uint32_t apart = i > hint.segment ? i - hint.segment : hint.segment - i;
      if (apart > 1) return false;
      const Across across = across_at<kCrossfall>(data, i, at, u);
      const double first_bound = data.segments[hint.segment].curvature_bound;
      const double bound = first_bound > s->curvature_bound ? first_bound : s->curvature_bound;
      const double reach = std::fabs(across.offset) + std::fabs(across.loft);
      if (!is_one_basin(bound, reach, std::fabs(d - hint_distance))) return false;
      if (!(across.offset <= data.edges.left + window.tolerance &&
            across.offset >= data.edges.right - window.tolerance &&
            across.loft <= window.loft_high + window.tolerance &&
            across.loft >= window.loft_low - window.tolerance)) {
        return false;
      }
      answer.point = {d, across.offset, across.loft};
      answer.beyond = 0;
      answer.segment = i;
      answer.found = Found::hinted;
      answer.at_end = AtEnd::no;
      answer.iterations = static_cast<std::uint16_t>(step);
      return true;
    }
    d += at.ahead / at.gain;
    d = d > 0 ? (d < data.length ? d : data.length) : 0;
    // into the neighbour where the step left the segment; further is the careful way's business
    if (d < s->start) {
      if (i > 0) --i;
    } else if (d >= s->start + s->length) {
      if (i + 1 < count) ++i;
    }
    s = &data.segments[i];
    if (!(d >= s->start - kInSegment_m && d <= s->start + s->length + kInSegment_m)) return false;
  }
  return false;
}

}  // namespace backlot::geometry::internal
