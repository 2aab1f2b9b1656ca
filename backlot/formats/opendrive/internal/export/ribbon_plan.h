// A stretch of a built ribbon as a plan: what a file needs to know of curves that no file described.
#pragma once

#include <vector>

#include "backlot/geometry/plan_table.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::formats::opendrive {

// The spine is a list of cubics by its length, so that seen from above it is exactly a list of parametric cubics. Heights and bank
// are cubics by plan distance, exact at the knots. Stations are plan distances against distances of the ribbon.
struct RibbonPlan {
  geometry::PlanSpine spine;
  std::vector<geometry::PlanStation> stations;  // their distances count from the start of the stretch

  double plan_at(double distance) const { return geometry::plan_at_distance(stations, distance); }
};
RibbonPlan plan_of(const geometry::Ribbon& ribbon, double from, double to);

// The same profile by plan distance; distances and plan distances count from `from`, a distance.
geometry::CubicProfile by_plan(const geometry::CubicProfile& profile, double from, double length,
                               const std::vector<geometry::PlanStation>& stations);

}  // namespace backlot::formats::opendrive
