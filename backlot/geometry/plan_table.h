// How far one has come along a ribbon, against how far a map seen from above would say.
#pragma once

#include <span>
#include <vector>

#include "backlot/geometry/ribbon_description.h"

namespace backlot::geometry {

// A plan distance and the distance along the spine there. A climbing spine is longer than its plan, and a rounded kink is
// shorter than the corner.
struct PlanStation {
  double plan = 0;
  double distance = 0;

  friend bool operator==(const PlanStation&, const PlanStation&) = default;
};

// Stations in which both numbers grow, the first at zero; linear between them, exact to 1e-4 m. Past the ends, and without
// stations, a metre of the one is a metre of the other.
double distance_at_plan(std::span<const PlanStation> stations, double plan);
double plan_at_distance(std::span<const PlanStation> stations, double distance);

// The length of an element, and of all, seen from above.
double plan_length(const PlanElement& element);
double plan_length(const PlanSpine& spine);

}  // namespace backlot::geometry
