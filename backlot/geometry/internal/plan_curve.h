#pragma once

#include <array>
#include <variant>
#include <vector>

#include "backlot/geometry/internal/arc_length.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::geometry::internal {

// A plan curve at one distance: place, direction of travel as a unit vector, signed curvature.
struct PlanSample {
  double x = 0, y = 0;
  double cos_heading = 1, sin_heading = 0;
  double curvature = 0;
};

// The clothoid from the origin along the x axis; a line and an arc are its special cases. Positions come from
// integrating the heading over panels of at most half a radian, to about 1e-15 of the length.
class Clothoid {
 public:
  Clothoid(double length, double start_curvature, double end_curvature);
  double length() const { return length_; }
  double largest_curvature() const;
  PlanSample at(double s) const;

 private:
  double heading_at(double s) const { return s * (curvature_ + 0.5 * s * rate_); }

  double length_, curvature_, rate_;
  std::vector<double> panel_start_, panel_x_, panel_y_;
};

// u(p), v(p) cubic in p, with the speed as the call.
struct PlanCubicShape {
  std::array<double, 4> u, v;
  double operator()(double p) const;
  double curvature(double p) const;
};

// The same by true arc length.
class ParametricCubic {
 public:
  ParametricCubic(const PlanParametricCubic& shape);
  // The graph v(u) up to the arc length given.
  ParametricCubic(const PlanCubic& shape);
  double length() const { return length_; }
  double largest_curvature() const;
  PlanSample at(double s) const;

 private:
  PlanCubicShape shape_;
  ArcLengthTable<PlanCubicShape> table_;
  double length_ = 0;
};

// One element of a plan in the world, by distance from its start.
class PlanCurve {
 public:
  PlanCurve(const PlanElement& element, const PlanPose& start);
  double length() const;
  double largest_curvature() const;  // without its sign
  PlanSample at(double s) const;
  PlanPose end() const;

 private:
  PlanPose start_;
  double cos_start_, sin_start_;
  std::variant<Clothoid, ParametricCubic> shape_;
};

}  // namespace backlot::geometry::internal
