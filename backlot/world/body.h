// The bodies of objects: boxes that stand on the road, and the point of them that follows a path.
//
//      <------------- length ------------->
//     +-------o-----------x--------o-------+      o axles, x the guide: midway between them
//     |       |           |        |       | ->
//     +-------o-----------x--------o-------+
//      rear_m <---------->|<-------------> front_m
//
// The guide follows the path; the rear axle runs along the heading, as a wheel does. So the tail cuts a bend on the inside by
// as much as the nose swings out. Long bodies turn to the kerb with the guide at the nose (nose_guiding.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/geometry/points.h"

namespace backlot::world {

// Kinds of vehicles come first: tables about drivers have a row for each of these alone. A bicycle is one with its rider.
enum class ObjectKind : std::uint8_t { car, truck, bus, motorcycle, bicycle, pedestrian };
inline constexpr std::uint32_t kVehicleKinds = 5, kObjectKinds = 6;
constexpr std::uint32_t count_of(ObjectKind) { return kObjectKinds; }
constexpr bool is_vehicle(ObjectKind kind) { return static_cast<std::uint32_t>(kind) < kVehicleKinds; }
// The word of files and pages: "car", "bicycle" ...
std::string_view to_text(ObjectKind kind);

// Bodies and surfaces whose heights differ by more belong to different levels.
inline constexpr double kLevel_m = 2;

struct BodyShape {
  float length_m = 4.5F;
  float width_m = 1.8F;
  float height_m = 1.5F;
  float wheelbase_m = 2.7F;
  float rear_overhang_m = 0.9F;
  float guide_share = 0.5F;  // of the wheelbase is between the rear axle and the guide

  float half_width_m() const { return 0.5F * width_m; }
  float guide_m() const { return guide_share * wheelbase_m; }  // ahead of the rear axle
  float rear_m() const { return rear_overhang_m + guide_m(); }
  float front_m() const { return length_m - rear_m(); }
  bool is_long() const { return length_m > 7; }

  static void visit(auto& self, auto& field) {
    field(self.length_m, self.width_m, self.height_m, self.wheelbase_m, self.rear_overhang_m,
          self.guide_share);
  }

  // The same body with another guide: so far ahead of its tail.
  BodyShape guided_at(float ahead_m) const {
    BodyShape shape = *this;
    shape.guide_share = (ahead_m - rear_overhang_m) / wheelbase_m;
    return shape;
  }
};

BodyShape usual_shape(ObjectKind kind);

// A box seen from above, and the height of its foot.
struct BodyBox {
  geometry::WorldPoint centre;
  double heading_x = 1, heading_y = 0;  // unit
  double half_length = 0, half_width = 0;
};

// Whether two boxes overlap by more than `slack` metres, those on other levels aside.
bool overlap(const BodyBox& a, const BodyBox& b, double slack = 0);

}  // namespace backlot::world
