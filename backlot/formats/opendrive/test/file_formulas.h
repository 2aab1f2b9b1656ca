// An evaluation of what an OpenDRIVE file says, straight from its formulas: for tests that compare. It shares no code with the
// translation or with ribbons.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/document.h"
#include "backlot/geometry/points.h"

namespace backlot::formats::opendrive {

struct FilePoint {
  geometry::WorldPoint position;
  double advance =
      1;  // how far it moves for a metre of the reference line: 1 - curvature * t, in the banked surface
};

// Where the lanes of a road lie at s.
struct LaneSpan {
  const Lane* lane = nullptr;
  double left = 0, right = 0;  // t
};

// The formulas of one road, with tables of its integrals. The road must outlive it.
class RoadFormulas {
 public:
  explicit RoadFormulas(const Road& road);

  // Heading, then pitch, then roll about the tangent; t along the lateral so banked; the heights of shape, cross section surface
  // and lane along the normal. The road has a reference line.
  FilePoint at(double s, double t) const;
  std::vector<LaneSpan> lanes(double s) const;
  // Over the plane of reference line and superelevation.
  double height(double s, double t) const;

 private:
  struct Pose {
    double x = 0, y = 0, heading = 0;
    double rate = 1;  // metres of plan for a metre of s
  };
  struct Curve {
    const Geometry* geometry = nullptr;
    std::vector<Pose> poses;   // of a spiral, evenly along it
    std::vector<double> arcs;  // of a cubic, evenly by its parameter
    double end = 0;            // of the parameter
  };

  static Pose local_pose(const Curve& curve, double d);
  geometry::WorldPoint place(const Curve& curve, double s, double t, double height) const;

  const Road& road_;
  std::vector<Curve> curves_;
};

}  // namespace backlot::formats::opendrive
