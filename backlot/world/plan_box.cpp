#include "backlot/world/plan_box.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::world {

bool is_number(const PlanPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); }

PlanBox box_around(std::span<const PlanPoint> corners) {
  BACKLOT_ASSERT(!corners.empty(), "there is no box around nothing");
  PlanBox box{corners[0].x, corners[0].y, corners[0].x, corners[0].y};
  for (const PlanPoint& p : corners) box = box_around(box, {p.x, p.y, p.x, p.y});
  return box;
}

PlanBox box_around(const PlanBox& a, const PlanBox& b) {
  return {std::min(a.low_x, b.low_x), std::min(a.low_y, b.low_y), std::max(a.high_x, b.high_x),
          std::max(a.high_y, b.high_y)};
}

}  // namespace backlot::world
