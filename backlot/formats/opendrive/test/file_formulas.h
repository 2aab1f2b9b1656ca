// A slow evaluation of what an OpenDRIVE file says, straight from its formulas: for tests that compare. It shares no code with
// the translation or with ribbons.
#pragma once

#include <optional>

#include "backlot/formats/opendrive/document.h"
#include "backlot/geometry/points.h"

namespace backlot::opendrive {

struct FilePoint {
  geometry::WorldPoint position;
  double advance =
      1;  // how far it moves for a metre of the reference line: 1 - curvature * t, in the banked surface
};

// Heading, then pitch, then roll about the tangent; t along the lateral so banked.
FilePoint point_of_file(const Road& road, double s, double t);

// Where the lanes of a road lie at s.
struct LaneSpan {
  int lane = 0;
  double left = 0, right = 0;  // t
};
std::vector<LaneSpan> lanes_of_file(const Road& road, double s);

}  // namespace backlot::opendrive
