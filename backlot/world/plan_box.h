// Places and boxes of the plane, as the world is seen from above.
#pragma once

#include <span>

namespace backlot::world {

struct PlanPoint {
  double x = 0, y = 0;
};

// Sides along the axes.
struct PlanBox {
  double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
};

bool is_number(const PlanPoint& p);
// Of some places, at least one.
PlanBox box_around(std::span<const PlanPoint> corners);
PlanBox box_around(const PlanBox& a, const PlanBox& b);
// Be it with a corner. What is no box touches none.
inline bool touches(const PlanBox& a, const PlanBox& b) {
  return a.low_x <= b.high_x && a.high_x >= b.low_x && a.low_y <= b.high_y && a.high_y >= b.low_y;
}

}  // namespace backlot::world
