#include "backlot/storyboard/vehicle_shape.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/storyboard/test/svg_parts.h"

namespace backlot::storyboard::vehicle_shape_test {
namespace {

using test::elements_of;
using test::Vehicle;

// Ten units to a metre, the origin in the middle of the sheet.
const draw::Projection kProjection(draw::ViewAngles::plan(), 10, {200, 200});

record::FrameObject object(world::ObjectKind kind) {
  const world::BodyShape shape = world::usual_shape(kind);
  record::FrameObject o;
  o.kind = kind;
  o.heading_x = 0.6;
  o.heading_y = 0.8;
  o.length_m = shape.length_m;
  o.width_m = shape.width_m;
  return o;
}

Vehicle drawn(const record::FrameObject& o) {
  draw::Sheet sheet(400, 400);
  draw_vehicle(sheet, kProjection, o, {.fill = "#123456", .title = "0 km/h"});
  return test::vehicles_of(elements_of(sheet.to_svg())).at(0);
}

std::size_t count_of(const Vehicle& v, const char* fill) {
  return static_cast<std::size_t>(std::count(v.fills.begin(), v.fills.end(), fill));
}

TEST(VehicleShape, FillsItsBoxAndNoMore) {
  for (std::uint32_t k = 0; k < world::kVehicleKinds; ++k) {
    const record::FrameObject o = object(static_cast<world::ObjectKind>(k));
    const Vehicle v = drawn(o);
    double length = 0, width = 0;
    for (std::size_t i = 0; i + 1 < v.body.size(); i += 2) {
      const double x = (v.body[i] - 200) / 10, y = (200 - v.body[i + 1]) / 10;
      length = std::max(length, std::fabs(0.6 * x + 0.8 * y));
      width = std::max(width, std::fabs(0.6 * y - 0.8 * x));
    }
    EXPECT_NEAR(2 * length, static_cast<double>(o.length_m), 0.01) << k;
    EXPECT_NEAR(2 * width, static_cast<double>(o.width_m), 0.01) << k;
    EXPECT_GE(count_of(v, "#123456"), 1U);
  }
}

TEST(VehicleShape, ShowsLampsThatAreOn) {
  for (std::uint32_t k = 0; k < world::kVehicleKinds; ++k) {
    record::FrameObject o = object(static_cast<world::ObjectKind>(k));
    EXPECT_EQ(count_of(drawn(o), "#ff1a1a"), 0U);
    EXPECT_EQ(count_of(drawn(o), "#ffa400"), 0U);
    const bool has_lamps = o.kind != world::ObjectKind::bicycle,
               has_one_behind = o.kind == world::ObjectKind::motorcycle;
    o.brakes = o.indicates_left = true;
    EXPECT_EQ(count_of(drawn(o), "#ff1a1a"), !has_lamps ? 0U : has_one_behind ? 1U : 2U);
    EXPECT_EQ(count_of(drawn(o), "#ffa400"), has_lamps ? 2U : 0U);
    o.indicates_right = true;
    EXPECT_EQ(count_of(drawn(o), "#ffa400"), has_lamps ? 4U : 0U);
  }
}

// Seen from above, headed east: front left is up and to the right.
TEST(VehicleShape, CornersAreInOrder) {
  record::FrameObject o = object(world::ObjectKind::car);
  o.heading_x = 1;
  o.heading_y = 0;
  const auto c = corners_on_sheet(kProjection, o);
  const double l = 5.0 * static_cast<double>(o.length_m), w = 5.0 * static_cast<double>(o.width_m);
  EXPECT_NEAR(c[0].x, 200 + l, 1e-9);
  EXPECT_NEAR(c[0].y, 200 - w, 1e-9);
  EXPECT_NEAR(c[2].x, 200 - l, 1e-9);
  EXPECT_NEAR(c[2].y, 200 + w, 1e-9);
}

}  // namespace
}  // namespace backlot::storyboard::vehicle_shape_test
