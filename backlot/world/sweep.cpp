#include "backlot/world/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::world {

BodyBox box_of(const Tracks& tracks, const Track& track, const Entry& entry) {
  BACKLOT_ASSERT(entry.shape < kClassHalfWidths.size(), "there is no such class of widths");
  const double distance = 0.5 * (entry.from + entry.to);
  const double on = std::clamp(distance, 0.0, track.strip_length);
  const Tracks::Pose pose = tracks.pose(track, on, static_cast<double>(entry.middle));
  const double sine = static_cast<double>(entry.sine), cosine = std::sqrt(std::max(0.0, 1 - sine * sine));
  // which end is the front does not matter; but which way the sine turns does
  const double along = std::signbit(entry.speed_mps) ? -cosine : cosine;
  return {pose.point + (distance - on) * pose.tangent, along * pose.tangent.x - sine * pose.tangent.y,
          along * pose.tangent.y + sine * pose.tangent.x, 0.5 * entry.length(),
          kClassHalfWidths[entry.shape]};
}

Sweep::Sweep(const Tracks& tracks, const BodyShape& shape, const Mover& mover, double way_m) {
  BACKLOT_ASSERT(way_m >= 0, "a body sweeps a way ahead");
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

double Sweep::way_to(const BodyBox& other, double air_m) const {
  BACKLOT_ASSERT(air_m >= 0, "air between bodies is not negative");
  for (std::uint32_t k = 0; k < count_; ++k)
    if (overlap(boxes_[k], other, -air_m)) return k == 0 ? 0 : (k - 1) * kStep_m;
  return std::numeric_limits<double>::infinity();
}

}  // namespace backlot::world
