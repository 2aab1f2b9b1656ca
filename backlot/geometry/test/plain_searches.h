// The closest point as textbooks have it, without bracket or proof: what the paper's authors found to "consistently fail at a
// small number of points on many ordinary ribbons". Run beside ours to see how often.
#pragma once

#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/reference.h"

namespace backlot::geometry::test {

// The distance that 20 steps of Newton's method reach from `start`.
double plain_newton(const Ribbon& ribbon, const WorldPoint& p, double start);

// The distance that 20 steps of minimising a parabola through three distances reach; they begin at the ends and the middle
// of [low, high].
double plain_quadratic(const Ribbon& ribbon, const WorldPoint& p, double low, double high);

// Whether a search ended at the minimum, as well as the method's arithmetic allows (1e-6 m).
bool finds(const ReferenceFoot& expected, double distance);

}  // namespace backlot::geometry::test
