#include "backlot/view/internal/field.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::view::internal {

namespace {

constexpr double kTwoPi = 6.2831853071795862;

}  // namespace

geometry::WorldPoint place_of(const Sensor& sensor, const record::FrameObject& own) {
  return {own.centre.x + sensor.ahead_m * own.heading_x, own.centre.y + sensor.ahead_m * own.heading_y,
          own.centre.z};
}

bool is_in_range(const record::FrameObject& own, const record::FrameObject& other, double range_m) {
  BACKLOT_ASSERT(range_m >= 0, "a sensor has a range");
  const double dx = other.centre.x - own.centre.x, dy = other.centre.y - own.centre.y;
  return dx * dx + dy * dy <= range_m * range_m;
}

bool is_in_field(const Sensor& sensor, const geometry::WorldPoint& eye, const record::FrameObject& own,
                 const record::FrameObject& other) {
  const double dx = other.centre.x - eye.x, dy = other.centre.y - eye.y;
  if (dx * dx + dy * dy > sensor.range_m * sensor.range_m) return false;
  if (sensor.field_rad >= kTwoPi) return true;
  const base::SinCos turn = base::sin_cos(sensor.heading_rad);
  const double look_x = own.heading_x * turn.cos - own.heading_y * turn.sin;
  const double look_y = own.heading_x * turn.sin + own.heading_y * turn.cos;
  const double angle = base::atan2(look_x * dy - look_y * dx, look_x * dx + look_y * dy);
  return std::fabs(angle) <= 0.5 * sensor.field_rad;
}

}  // namespace backlot::view::internal
