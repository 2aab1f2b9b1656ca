// Cross-sections of roads that are measured in plan.
#pragma once

#include <span>

#include "backlot/geometry/plan_table.h"
#include "backlot/network/internal/cross_section.h"

namespace backlot::network::internal {

// The section by distance of the ribbon, where the one given goes by plan, from `from` to `to` of the road. Exact where the
// plan grows evenly with the distance, else to 1e-5 m.
CrossSection by_distance(const CrossSection& section, std::span<const geometry::PlanStation> stations,
                         double from, double to);

}  // namespace backlot::network::internal
