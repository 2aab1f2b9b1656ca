#pragma once

#include <functional>
#include <vector>

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry {

// A stretch on which a place on the surface has more than one pair of coordinates (R6 of the capabilities: the width of
// a way is restricted so that the mapping is unique).
struct UniquenessBreach {
  enum class Kind {
    local,   // the edge lies beyond the centre of curvature: 1 - curvature * offset <= 0
    global,  // another stretch of the same ribbon is nearer to the edge than this one's own spine
  };
  Kind kind = Kind::local;
  bool left = true;         // which edge
  double from = 0, to = 0;  // distances on the ribbon, to within a quarter of a segment
  double worst =
      0;  // local: the least 1 - curvature * offset; global: by how many metres the other is nearer
  double other_distance = 0;  // global: where the other stretch is, at the worst place
  double offset = 0;          // of the edge, at the worst place

  // By how many metres the edge reaches too far at the worst place: beyond the centre of curvature, or nearer to the other stretch.
  double size_m() const;
};

// The edges of a surface at a distance of its ribbon.
using EdgesAt = std::function<SurfaceEdges(double distance)>;

// Both parts of the condition along both edges, by distance. Empty for an ordinary way.
std::vector<UniquenessBreach> find_uniqueness_breaches(const Ribbon& ribbon);
// The same for a surface between two distances, 0 <= from <= to <= length but for a rounding, whose edges differ from those of the ribbon.
std::vector<UniquenessBreach> find_uniqueness_breaches(const Ribbon& ribbon, double from, double to,
                                                       const EdgesAt& edges_at);
// The local part alone, which needs no search.
std::vector<UniquenessBreach> find_local_breaches(const Ribbon& ribbon, double from, double to,
                                                  const EdgesAt& edges_at);

}  // namespace backlot::geometry
