#include "backlot/verdict/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::verdict {

namespace {

using world::BodyBox;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kCrossing = 0.5;  // sine of 30 degrees

// Where a body is in the strip that another one sweeps.
Stretch in_strip_of(const BodyBox& body, const BodyBox& other) {
  BACKLOT_ASSERT(std::fabs(body.heading_x * other.heading_y - body.heading_y * other.heading_x) > 0,
                 "a body crosses the strip of another one");
  // across the strip: how far the body is beside its middle, how fast that changes along its way, and how much room it takes
  const double nx = -other.heading_y, ny = other.heading_x;
  const double beside = (body.centre.x - other.centre.x) * nx + (body.centre.y - other.centre.y) * ny;
  const double slope = body.heading_x * nx + body.heading_y * ny;
  const double along = body.heading_x * other.heading_x + body.heading_y * other.heading_y;
  const double reach =
      other.half_width + body.half_length * std::fabs(slope) + body.half_width * std::fabs(along);
  const double one = (-reach - beside) / slope, two = (reach - beside) / slope;
  return {std::min(one, two), std::max(one, two)};
}

// When a body comes to a metre of its way; below zero: it did.
double time_to(double metre, double speed_mps) {
  BACKLOT_ASSERT(!std::isnan(metre) && !std::isnan(speed_mps), "a way and a speed are numbers");
  if (speed_mps > 0) return metre / speed_mps;
  return metre > 0 ? kInfinite : -kInfinite;
}

// The least constant deceleration with which a body has not gone `room_m` before `until_s`.
double deceleration_within(double room_m, double speed_mps, double until_s) {
  BACKLOT_ASSERT(room_m > 0 && speed_mps > 0, "the body is there already, or never comes");
  if (speed_mps * until_s <= room_m) return 0;
  // It still moves when the room is free, or it has to stop before.
  if (speed_mps * until_s <= 2 * room_m) return 2 * (speed_mps * until_s - room_m) / (until_s * until_s);
  return speed_mps * speed_mps / (2 * room_m);
}

}  // namespace

std::optional<Crossing> find_crossing(const BodyBox& a, const BodyBox& b) {
  const double sine = a.heading_x * b.heading_y - a.heading_y * b.heading_x;
  if (std::fabs(sine) < kCrossing) return std::nullopt;
  return Crossing{in_strip_of(a, b), in_strip_of(b, a)};
}

std::optional<CrossingDeceleration> find_crossing_deceleration(const BodyBox& a, double a_mps,
                                                               const BodyBox& b, double b_mps) {
  const std::optional<Crossing> crossing = find_crossing(a, b);
  if (!crossing || crossing->a.out_m <= 0 || crossing->b.out_m <= 0) return std::nullopt;
  const double a_in_s = time_to(crossing->a.in_m, a_mps), b_in_s = time_to(crossing->b.in_m, b_mps);
  const bool is_of_a = a_in_s >= b_in_s;
  const Stretch &first = is_of_a ? crossing->b : crossing->a, &second = is_of_a ? crossing->a : crossing->b;
  const double first_mps = is_of_a ? b_mps : a_mps, second_mps = is_of_a ? a_mps : b_mps;
  if (second.in_m <= 0 || second_mps <= 0 || !(first_mps > 0 || first.in_m <= 0)) return std::nullopt;
  const double needed = deceleration_within(second.in_m, second_mps, time_to(first.out_m, first_mps));
  if (needed <= 0) return std::nullopt;
  return CrossingDeceleration{needed, is_of_a};
}

}  // namespace backlot::verdict
