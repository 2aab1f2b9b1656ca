// Cubics from what holds at their two ends, after Hermite.
#pragma once

#include <array>

#include "backlot/geometry/cubic_profile.h"

namespace backlot::geometry {

// By powers of a parameter that runs from 0 to 1; slopes are by the parameter too.
std::array<double, 4> hermite(double start, double end, double start_slope, double end_slope);

// The same as a record of a profile, from a distance on for a length above 0; slopes are by the metre.
CubicRecord hermite_record(double from, double length, double start, double end, double start_slope,
                           double end_slope);

// The length of the curve x(p), y(p) in plan, p from 0 to 1: to a micrometre for any bend of a road.
double plan_length(const std::array<double, 4>& x, const std::array<double, 4>& y);

}  // namespace backlot::geometry
