#pragma once

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry {

// Around a distance the ribbon bends by no more than this in any direction, per metre: a cheap question before one for Ribbon::curvature. Distances past the
// ends count as the ends.
double curvature_bound(const Ribbon& ribbon, double distance);

}  // namespace backlot::geometry
