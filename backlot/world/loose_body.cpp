#include "backlot/world/loose_body.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::world {

namespace {

// Turns the heading, and keeps it a unit vector.
void turn(const base::SinCos& t, LooseBody& body) {
  BACKLOT_ASSERT(!std::isnan(t.sin), "an angle is a number");
  const double x = base::turned_x(t, body.heading_x, body.heading_y);
  const double y = base::turned_y(t, body.heading_x, body.heading_y);
  const double scale = 1 / std::sqrt(x * x + y * y);
  body.heading_x = x * scale;
  body.heading_y = y * scale;
}

double to_rear_axle(const BodyShape& shape) {
  return static_cast<double>(0.5F * shape.length_m - shape.rear_overhang_m);
}

}  // namespace

BodyBox box_of(const LooseBody& body) {
  return {body.middle, body.heading_x, body.heading_y, 0.5 * static_cast<double>(body.shape.length_m),
          static_cast<double>(body.shape.half_width_m())};
}

geometry::WorldPoint ahead_of_middle(const LooseBody& body, double metres) {
  return {body.middle.x + metres * body.heading_x, body.middle.y + metres * body.heading_y, body.middle.z};
}

double bend_of(const BodyShape& shape, double steer_rad) {
  return base::tan(steer_rad) / static_cast<double>(shape.wheelbase_m);
}

void roll(double accel_mps2, double dt_s, LooseBody& body) {
  BACKLOT_ASSERT(dt_s >= 0, "time does not run backwards");
  const double v = body.speed_mps;
  double after = v + accel_mps2 * dt_s, way = 0.5 * (v + after) * dt_s;
  if (v * after < 0) {
    after = 0;
    way = -0.5 * v * v / accel_mps2;
  }
  body.speed_mps = after;
  if (way == 0) return;
  // the chord of the axle's arc lies along the mean of both headings
  const double back = to_rear_axle(body.shape), half = 0.5 * body.bend_1pm * way;
  const double chord = std::fabs(half) > 1e-4 ? way * base::sin(half) / half : way * (1 - half * half / 6);
  geometry::WorldPoint axle = ahead_of_middle(body, -back);
  const base::SinCos half_turn = base::sin_cos(half);
  turn(half_turn, body);
  axle.x += chord * body.heading_x;
  axle.y += chord * body.heading_y;
  turn(half_turn, body);
  body.middle.x = axle.x + back * body.heading_x;
  body.middle.y = axle.y + back * body.heading_y;
}

double reach_of(const BodyShape& shape) {
  const auto length = static_cast<double>(shape.length_m), width = static_cast<double>(shape.width_m);
  return 0.5 * std::sqrt(length * length + width * width);
}

// So that no step takes memory.
SurfacesAround::SurfacesAround() {
  constexpr std::size_t kNear = 64;  // surfaces near one place, hardly more
  answers_.reserve(kNear);
  vicinity_.capsules.reserve(4 * kNear);
}

std::span<const geometry::IndexAnswer> SurfacesAround::find(const network::Network& network,
                                                            const LooseBody& body) {
  const double reach_m = reach_of(body.shape);
  if (reach_m != reach_m_ || middle_ != body.middle) {
    network.index().locate_all(body.middle, {-kLevel_m, kLevel_m, reach_m + kPastEnd_m}, answers_, vicinity_);
    middle_ = body.middle;
    reach_m_ = reach_m;
  }
  return answers_;
}

void follow_surface(const network::Network& network, SurfacesAround& around, LooseBody& body) {
  constexpr double kOn_m = 1e-9;
  double best = kLevel_m;
  for (const geometry::IndexAnswer& answer : around.find(network, body))
    if (answer.gap <= kOn_m && std::fabs(answer.located.point.loft) < std::fabs(best))
      best = answer.located.point.loft;
  if (std::fabs(best) < kLevel_m) body.middle.z -= best;
}

}  // namespace backlot::world
