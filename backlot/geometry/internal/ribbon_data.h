#pragma once

#include <cstdint>
#include <vector>

#include "backlot/geometry/internal/segment.h"
#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::geometry::internal {

// A stretch of equally long segments: the one at distance d is floor((d - start) / length of a segment).
struct Piece {
  double start;
  double segments_per_metre;
  std::uint32_t first_segment;
  std::uint32_t segment_count;
};

// The numbers of a ribbon, as the queries read them.
struct RibbonData {
  WorldPoint origin;  // whole metres; segments are relative to it
  double length = 0;
  SurfaceEdges edges;
  std::vector<Segment> segments;
  std::vector<NormalCubic> normals;  // as many as segments, or none: level across
  std::vector<Piece> pieces;         // the last one is a sentinel that starts at infinity
  std::vector<std::uint32_t> bins;   // bin i: the piece at distance i / bins_per_metre
  double bins_per_metre = 0;

  bool is_banked() const { return !normals.empty(); }

  // The segment that holds a distance in [0, length].
  std::uint32_t segment_at(double distance) const {
    std::uint32_t p = bins[static_cast<std::size_t>(distance * bins_per_metre)];
    while (distance >= pieces[p + 1].start) ++p;
    const Piece& piece = pieces[p];
    const auto i = static_cast<std::uint32_t>((distance - piece.start) * piece.segments_per_metre);
    return piece.first_segment + (i < piece.segment_count ? i : piece.segment_count - 1);
  }

  Axes axes_at(std::uint32_t segment, const Vec3& first, double u) const {
    return is_banked() ? banked_axes(first, normals[segment], u) : level_axes(first);
  }
};

}  // namespace backlot::geometry::internal
