#pragma once

#include "backlot/base/diagnostic.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::geometry::internal {

// The tightest curve that a spine may have, and the longest spine.
inline constexpr double kLargestCurvature = 100;
inline constexpr double kLongestSpine_m = 1e7;

// All that can be said of a description without building it: numbers that are not finite, lengths below zero, edges the
// wrong way round. The codes are listed in docs/diagnostics.md.
base::Diagnostics check(const RibbonDescription& description);

}  // namespace backlot::geometry::internal
