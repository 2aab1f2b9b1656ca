#include "backlot/world/footprint.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::world {

Footprint footprint_of(const BodyShape& shape, const StripView& v) {
  BACKLOT_ASSERT(!std::isnan(v.distance) && !std::isnan(v.offset),
                 "a footprint is that of a body at a place");
  const auto front = static_cast<double>(shape.front_m()), rear = static_cast<double>(shape.rear_m()),
             half_width = static_cast<double>(shape.half_width_m());
  const double per_metre = 1 / std::max(0.2, 1 - v.curvature * v.offset);  // of distance
  const double nose = front * v.cosine, tail = -rear * v.cosine;
  const double nose_offset = v.offset + front * v.sine - 0.5 * v.curvature * nose * nose;
  const double tail_offset = v.offset - rear * v.sine - 0.5 * v.curvature * tail * tail;
  const double along = half_width * std::fabs(v.sine), across = half_width * std::fabs(v.cosine);
  Footprint f;
  f.from = v.distance + per_metre * (std::min(nose, tail) - along);
  f.to = v.distance + per_metre * (std::max(nose, tail) + along);
  f.right = static_cast<float>(std::min({nose_offset, tail_offset, v.offset}) - across);
  f.left = static_cast<float>(std::max({nose_offset, tail_offset, v.offset}) + across);
  f.middle = static_cast<float>(v.offset + 0.5 * (front - rear) * v.sine);
  f.sine = static_cast<float>(v.sine);
  return f;
}

}  // namespace backlot::world
