#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backlot/geometry/cubic_profile.h"
#include "backlot/geometry/points.h"

namespace backlot::geometry {

// ---- the shapes of a road in plan, each from its own start pose --------------------------------------------

struct PlanLine {
  double length = 0;

  friend bool operator==(const PlanLine&, const PlanLine&) = default;
};

// Curvature is positive where the road turns left, 1/m.
struct PlanArc {
  double length = 0;
  double curvature = 0;

  friend bool operator==(const PlanArc&, const PlanArc&) = default;
};

// A clothoid: the curvature grows linearly with the distance.
struct PlanSpiral {
  double length = 0;
  double start_curvature = 0;
  double end_curvature = 0;

  friend bool operator==(const PlanSpiral&, const PlanSpiral&) = default;
};

// v(u) = a + b u + c u^2 + d u^3 in the frame of the start pose (u ahead, v to the left). `length` is the true
// arc length of the curve.
struct PlanCubic {
  double length = 0;
  double a = 0, b = 0, c = 0, d = 0;

  friend bool operator==(const PlanCubic&, const PlanCubic&) = default;
};

// u(p), v(p) cubic in p from 0 to `end_parameter`, in the frame of the start pose. Its length is computed.
struct PlanParametricCubic {
  double end_parameter = 1;
  std::array<double, 4> u{}, v{};

  friend bool operator==(const PlanParametricCubic&, const PlanParametricCubic&) = default;
};

struct PlanPose {
  double x = 0, y = 0, heading_rad = 0;

  friend bool operator==(const PlanPose&, const PlanPose&) = default;
};

// One shape of a road in plan. Without a start pose it begins where its predecessor ended; with one it begins
// there, as in files that repeat the pose, and what does not fit is rounded and reported.
struct PlanElement {
  std::variant<PlanLine, PlanArc, PlanSpiral, PlanCubic, PlanParametricCubic> shape;
  std::optional<PlanPose> start{};

  friend bool operator==(const PlanElement&, const PlanElement&) = default;
};

// ---- the spine, in one of two ways -----------------------------------------------------------------------

// A spine after the drawing board: shapes in plan, with elevation and bank by plan distance.
// Bank is the roll about the tangent after heading and pitch, positive where the left side is raised.
struct PlanSpine {
  PlanPose start{};
  double base_z = 0;  // added to the elevation
  std::vector<PlanElement> elements;
  CubicProfile elevation{};
  CubicProfile bank_rad{};

  friend bool operator==(const PlanSpine&, const PlanSpine&) = default;
};

// A point that a free-form spine runs through, with the surface's normal there, or without.
struct SpinePoint {
  WorldPoint position;
  std::optional<Vec3> normal{};

  friend bool operator==(const SpinePoint&, const SpinePoint&) = default;
};

// A spine through points: a cubic spline with continuous curvature. Where normals are missing the surface is level
// across; either all points have one or none.
struct PointSpine {
  std::vector<SpinePoint> points;

  friend bool operator==(const PointSpine&, const PointSpine&) = default;
};

// How far the surface reaches from the spine: left > right, metres of offset. The accuracy of the surface is kept
// up to these edges.
struct SurfaceEdges {
  double left = 8;
  double right = -8;

  friend bool operator==(const SurfaceEdges&, const SurfaceEdges&) = default;
};

// How far it reaches between two plan distances of a PlanSpine, where that is less than along the whole of it.
using EdgesBetween = std::function<SurfaceEdges(double from_plan, double to_plan)>;

// What a ribbon is to be: loose and editable. Ribbon::build checks it and makes the model.
struct RibbonDescription {
  std::string name;
  std::variant<PlanSpine, PointSpine> spine;
  SurfaceEdges edges{};

  friend bool operator==(const RibbonDescription&, const RibbonDescription&) = default;
};

}  // namespace backlot::geometry
