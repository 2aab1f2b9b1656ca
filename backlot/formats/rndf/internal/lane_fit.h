// A smooth course through the waypoints of a lane.
#pragma once

#include <span>
#include <vector>

#include "backlot/formats/rndf/internal/course.h"

namespace backlot::formats::rndf::internal {

// Files give places to 0.1 m. Each waypoint may be moved by this much where that makes the course straighter.
inline constexpr double kRounding_m = 0.15;

struct LaneFit {
  Course course;
  std::vector<double> metres;  // of each waypoint along it, never falling
};

// Through all waypoints but for kRounding_m, and round at each like the circle over it and its neighbours. Long legs are straight in
// their middle: how a road bends is known near its waypoints only. At least two waypoints must lie kShortestLane_m apart.
inline constexpr double kShortestLane_m = 0.3;
LaneFit fit_lane(std::span<const WorldPoint> waypoints);
bool can_fit(std::span<const WorldPoint> waypoints);

}  // namespace backlot::formats::rndf::internal
