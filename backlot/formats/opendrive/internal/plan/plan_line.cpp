#include "backlot/formats/opendrive/internal/plan/plan_line.h"

#include <utility>

namespace backlot::formats::opendrive {

std::optional<geometry::Ribbon> plan_line(const RoadPlan& road) {
  geometry::PlanSpine spine;
  spine.elements = road.line.elements;
  base::Result<geometry::Ribbon> ribbon = geometry::Ribbon::build({road.name, std::move(spine), {}});
  if (!ribbon) return std::nullopt;
  return std::move(*ribbon);
}

}  // namespace backlot::formats::opendrive
