#include "backlot/world/body.h"

#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::world {

// Numbers that are read from files are compared with the count.
static_assert(count_of(ObjectKind{}) == static_cast<std::uint32_t>(ObjectKind::pedestrian) + 1);

namespace {

// Whether `b` lies wholly beyond a side of `a`.
bool is_apart(const BodyBox& a, const BodyBox& b, double slack) {
  const double dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y;
  const double along = a.heading_x * dx + a.heading_y * dy;
  const double across = a.heading_x * dy - a.heading_y * dx;
  const double cosine = std::fabs(a.heading_x * b.heading_x + a.heading_y * b.heading_y);
  const double sine = std::fabs(a.heading_x * b.heading_y - a.heading_y * b.heading_x);
  return std::fabs(along) >= a.half_length + (cosine * b.half_length + sine * b.half_width) - slack ||
         std::fabs(across) >= a.half_width + (sine * b.half_length + cosine * b.half_width) - slack;
}

}  // namespace

std::string_view to_text(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::car:
      return "car";
    case ObjectKind::truck:
      return "truck";
    case ObjectKind::bus:
      return "bus";
    case ObjectKind::motorcycle:
      return "motorcycle";
    case ObjectKind::bicycle:
      return "bicycle";
    case ObjectKind::pedestrian:
      return "pedestrian";
  }
  return "";
}

BodyShape usual_shape(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::car:
      return {};
    case ObjectKind::truck:
      return {10.0F, 2.5F, 3.5F, 5.0F, 2.5F};
    case ObjectKind::bus:
      return {12.0F, 2.5F, 3.1F, 6.0F, 3.3F};
    case ObjectKind::motorcycle:
      return {2.2F, 0.8F, 1.3F, 1.4F, 0.4F};
    case ObjectKind::bicycle:
      return {1.8F, 0.6F, 1.75F, 1.05F, 0.38F};
    case ObjectKind::pedestrian:
      return {0.26F, 0.44F, 1.75F, 0.1F, 0.08F};
  }
  return {};
}

bool overlap(const BodyBox& a, const BodyBox& b, double slack) {
  BACKLOT_ASSERT(!std::isnan(slack), "slack is a number");
  if (std::fabs(a.centre.z - b.centre.z) >= kLevel_m) return false;
  return !is_apart(a, b, slack) && !is_apart(b, a, slack);
}

}  // namespace backlot::world
