// A line in the plan by metres: what a lane or an exit follows, dense enough to be taken for the curve itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "backlot/geometry/points.h"

namespace backlot::formats::rndf::internal {

using geometry::WorldPoint;

struct Pose {
  WorldPoint at;
  double dx = 1, dy = 0;  // the direction, of length one

  WorldPoint beside(double offset) const { return {at.x - offset * dy, at.y + offset * dx, 0}; }
};

// Metres in the plan.
double plan_distance(const WorldPoint& a, const WorldPoint& b);

class Course {
 public:
  Course() = default;
  // Through all points; those that lie on each other are one.
  explicit Course(std::span<const WorldPoint> points);

  double length() const { return metres_.empty() ? 0 : metres_.back(); }
  std::span<const WorldPoint> points() const { return points_; }
  double metres(std::size_t point) const { return metres_[point]; }

  // Past the ends: that of the end. The direction is smoothed over the points beside.
  Pose at(double metres) const;

  struct Projected {
    double metres = 0;
    double offset = 0;  // to the left
    double distance = 0;
    bool is_beside = false;  // not past an end
  };
  // The nearest place.
  Projected project(const WorldPoint& p) const;

  // Places from `from` to `to`, both included, at most `spacing` apart where the course bends and up to four times that where it runs
  // straight; `offset` to the left.
  std::vector<WorldPoint> places(double from, double to, double spacing, double offset = 0) const;

 private:
  std::size_t leg_at(double metres) const;

  std::vector<WorldPoint> points_;
  std::vector<double> metres_;
};

// The places of a line but its ends, at least `apart` from each other and from the ends as they follow each other.
std::vector<WorldPoint> inner_places(const std::vector<WorldPoint>& line, double apart);

}  // namespace backlot::formats::rndf::internal
