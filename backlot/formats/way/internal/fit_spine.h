// Makes a spine that fits two arms.
#pragma once

#include "backlot/geometry/ribbon_description.h"
#include "backlot/network/intersection_description.h"

namespace backlot::formats::way {

// From the first arm, out of its intersection, to the second, into the other: a straight line where they face each
// other, else a cubic that leaves and arrives in their headings and grades. The places must differ.
geometry::PlanSpine fit_spine(const network::ArmPlace& from, const network::ArmPlace& to);

}  // namespace backlot::formats::way
