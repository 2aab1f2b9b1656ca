#include "backlot/world/sweep.h"

#include <algorithm>

namespace backlot::world {

Sweep::Sweep(const Tracks& tracks, const BodyShape& shape, const Mover& mover, double way_m) {
  constexpr double kLeast_mps = 2;  // shifts take time: as if it drove at least so fast
  Mover body = mover;
  body.speed_mps = std::max(body.speed_mps, kLeast_mps);
  const double step_s = kStep_m / body.speed_mps;
  for (double way = 0; way <= way_m && count_ < kMost; way += kStep_m) {
    boxes_[count_++] = box_of(shape, body);
    move(tracks, shape, 0, step_s, body);
  }
}

bool Sweep::comes_near(const BodyBox& other, double air_m) const {
  return std::ranges::any_of(boxes(), [&](const BodyBox& box) { return overlap(box, other, -air_m); });
}

}  // namespace backlot::world
