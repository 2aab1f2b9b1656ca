#pragma once

#include <cstddef>

#include "backlot/geometry/ribbon.h"

namespace one_ribbon {

// Measures and prints how exact and how fast the ribbon is, with this many random points. False where an answer was
// wrong or a bound was broken.
bool print_table(const backlot::geometry::Ribbon& ribbon, std::size_t points);

}  // namespace one_ribbon
