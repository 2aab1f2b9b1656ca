// Bodies that no lane binds: they may stand across lanes, drive the wrong way, leave the road. What is known of one is where it is and how it
// moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/network/network.h"
#include "backlot/world/body.h"

namespace backlot::world {

// Plain data; all of it is state.
struct LooseBody {
  BodyShape shape{};
  geometry::WorldPoint middle{};        // of the box, on the ground
  double heading_x = 1, heading_y = 0;  // unit, in plan
  double speed_mps = 0;                 // along the heading; below zero it reverses
  double bend_1pm = 0;                  // by how much the heading turns to the left, per metre ahead

  static void visit(auto& self, auto& field) {
    field(self.shape, self.middle, self.heading_x, self.heading_y, self.speed_mps, self.bend_1pm);
  }
};

// A loose body with the number and the kind of its object.
struct LooseObject {
  std::uint32_t number = 0;
  LooseBody body{};
  ObjectKind kind = ObjectKind::car;
};

BodyBox box_of(const LooseBody& body);
// The place that is so far ahead of the middle.
geometry::WorldPoint ahead_of_middle(const LooseBody& body, double metres);

// A step of a vehicle with turned front wheels, by the kinematic bicycle: the rear axle rolls along a circle, as far as
// speed and acceleration take it. The speed does not change its sign within a step: a vehicle that stops stands at its end.
void roll(double accel_mps2, double dt_s, LooseBody& body);
// The bend that a steering angle makes.
double bend_of(const BodyShape& shape, double steer_rad);

// The surfaces around a body, which one caller locates and others read for as long as the body stays where it is. A cache for one body:
// nothing depends on what it holds.
class SurfacesAround {
 public:
  SurfacesAround();

  // Those that the body touches, and those whose ends lie within kPastEnd_m of what it covers; by ribbon and distance.
  std::span<const geometry::IndexAnswer> find(const network::Network& network, const LooseBody& body);

 private:
  geometry::Vicinity vicinity_;
  std::vector<geometry::IndexAnswer> answers_;
  geometry::WorldPoint middle_{};  // of the body, as it was when they were located
  double reach_m_ = -1;            // of its box; below zero, nothing has been located
};
inline constexpr double kPastEnd_m = 12;  // no body is further ahead of its guide

// From the middle of a body to its corners.
double reach_of(const BodyShape& shape);

// For a body that has moved: sets its height to that of the surface that it is on; the height stays where there is no surface.
void follow_surface(const network::Network& network, SurfacesAround& around, LooseBody& body);

}  // namespace backlot::world
