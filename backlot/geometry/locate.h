#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::geometry {

// How an answer was found.
enum class Found : std::uint8_t {
  nowhere,   // the point is no place (NaN, infinite, beyond 1e9 m), or nothing was asked yet
  hinted,    // the minimum in whose basin the hint lies
  cold,      // the global minimum
  fallback,  // the global minimum, since the hint led off the surface
};

enum class AtEnd : std::uint8_t { no, start, end };

// Where a point is on a ribbon; it serves as the hint of the next query. What remains of the point after going to
// `point.distance` on the spine lies across the tangent, so offset and loft are exact; only past an end a part of
// it lies along the tangent: `beyond`.
struct Located {
  RibbonPoint point;          // distance in [0, length]
  double beyond = 0;          // metres past the end (positive) or before the start (negative); 0 between them
  std::uint32_t segment = 0;  // of the ribbon, where the next search begins
  Found found = Found::nowhere;
  AtEnd at_end = AtEnd::no;
  std::uint16_t iterations = 0;  // evaluations of the spine, the most that one segment took

  explicit operator bool() const { return found != Found::nowhere; }
};

// The coordinates that place() maps back to the point, past the ends too: the ribbon goes on straight there.
inline RibbonPoint extended(const Located& l) {
  return {l.point.distance + l.beyond, l.point.offset, l.point.loft};
}

// How far a located point is from the spine, metres.
inline double away_of(const Located& l) {
  return std::sqrt((l.point.offset * l.point.offset + l.point.loft * l.point.loft) + l.beyond * l.beyond);
}

// What counts as on the surface: between the edges, no more than this far below and above, give or take the tolerance.
struct SurfaceWindow {
  double loft_low = -1;
  double loft_high = 3;
  double tolerance = 0;
};

// How far a located point is outside the surface: 0 on it, else metres across the nearest border of edges, window and ends.
double gap(const Ribbon& ribbon, const Located& located, const SurfaceWindow& window = {});

// Cold: the point of the spine nearest to `p`, of all the ribbon; of equally near ones the one with the smallest distance.
Located locate(const Ribbon& ribbon, const WorldPoint& p);

// Hinted: the local minimum of the distance in whose basin the hint lies, while that is on the surface and within
// kHintReach segments of the hint; else the cold answer.
inline constexpr std::uint32_t kHintReach = 64;
Located locate(const Ribbon& ribbon, const WorldPoint& p, const Located& hint,
               const SurfaceWindow& window = {});

// A hint from a distance alone; distances outside the ribbon mean its ends.
inline Located hint_at(const Ribbon& ribbon, double distance) {
  Located hint;
  hint.point.distance = internal::clamp_distance(distance, ribbon.length());
  hint.segment = ribbon.data().segment_at(hint.point.distance);
  hint.found = Found::hinted;
  return hint;
}

// All: every local minimum that lies on the surface, by distance; the same ribbon twice where it crosses over itself.
// Replaces the content of `answers`.
void locate_all(const Ribbon& ribbon, const WorldPoint& p, const SurfaceWindow& window,
                std::vector<Located>& answers);

// located[i] is the hint of points[i] and becomes its answer: the same bits as the single call, several at a time.
void locate(const Ribbon& ribbon, std::span<const WorldPoint> points, std::span<Located> located,
            const SurfaceWindow& window = {});

}  // namespace backlot::geometry
