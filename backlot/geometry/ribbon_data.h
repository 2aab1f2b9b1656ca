// Inside a ribbon, for its inline functions: all that the queries read. Callers use ribbon.h.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_description.h"
#include "backlot/geometry/ribbon_segment.h"

namespace backlot::geometry::internal {

// A stretch of equally long segments: the one at distance d is floor((d - start) / length of a segment).
struct Piece {
  double start;
  double segments_per_metre;
  std::uint32_t first_segment;
  std::uint32_t segment_count;
};

// How a surface lies across its spine: what the frame costs.
enum class Crossfall : std::uint8_t {
  flat,    // the whole ribbon in one horizontal plane
  level,   // climbing, level across
  banked,  // with normals of its own
};

// A PlacedPose (ribbon.h) as it lies in memory, two numbers at a time: every way to a pose ends in this form.
struct PackedPose {
  base::Pair position_xy, position_z_heading;
  base::Pair tangent_xy, tangent_z_lateral_x, lateral_yz;
  base::Pair normal_xy;
  double normal_z;
};

// The pose of a point with its distance in that segment; the same bits in every instruction set (kernel.h).
using BankedPose = PackedPose (*)(const Segment& segment, const BankedSegment& banked,
                                  const WorldPoint& origin, const RibbonPoint& point);

// The numbers of a ribbon, as the queries read them.
struct RibbonData {
  WorldPoint origin;  // whole metres; segments are relative to it
  double length = 0;
  SurfaceEdges edges;
  Crossfall crossfall = Crossfall::level;
  bool is_steep = false;  // some heading curve is NaN
  std::vector<Segment> segments;
  std::vector<HeadingCurve> headings;  // as many as segments, none where banked
  std::vector<BankedSegment> banked;   // as many as segments where banked, else none
  BankedPose banked_pose = nullptr;    // this processor's best
  std::vector<Piece> pieces;           // the last one is a sentinel that starts at infinity
  std::vector<std::uint32_t> bins;     // bin i: the piece at distance i / bins_per_metre
  double bins_per_metre = 0;

  bool is_banked() const { return crossfall == Crossfall::banked; }

  // The segment that holds a distance in [0, length].
  BACKLOT_INLINE std::uint32_t segment_at(double distance) const {
    std::uint32_t p = bins[static_cast<std::size_t>(static_cast<std::int64_t>(distance * bins_per_metre))];
    while (distance >= pieces[p + 1].start) ++p;
    const Piece& piece = pieces[p];
    const auto i = static_cast<std::uint32_t>((distance - piece.start) * piece.segments_per_metre);
    return piece.first_segment + (i < piece.segment_count ? i : piece.segment_count - 1);
  }

  // The frame at u of a segment whose Q' is given. The kind of crossfall is a constant where it is called, so that all
  // stays in registers; with_crossfall turns a ribbon's own into one.
  template <Crossfall kCrossfall>
  BACKLOT_INLINE Axes axes_at(std::uint32_t segment, const Split& first, double u) const {
    if constexpr (kCrossfall == Crossfall::flat) return flat_axes(first);
    if constexpr (kCrossfall == Crossfall::level) return level_axes(first);
    if constexpr (kCrossfall == Crossfall::banked) return banked_axes(first, banked[segment], u);
  }
};

template <Crossfall kCrossfall>
using Constant = std::integral_constant<Crossfall, kCrossfall>;

// Calls f(constant) with the crossfall as a compile-time constant.
template <class F>
BACKLOT_INLINE auto with_crossfall(Crossfall crossfall, const F& f) {
  if (crossfall == Crossfall::flat) return f(Constant<Crossfall::flat>{});
  if (crossfall == Crossfall::level) return f(Constant<Crossfall::level>{});
  return f(Constant<Crossfall::banked>{});
}

}  // namespace backlot::geometry::internal
