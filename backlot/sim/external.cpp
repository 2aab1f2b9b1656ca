#include "backlot/sim/external.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::sim {

namespace {

using world::LooseBody;

constexpr double kJump_m = 0.5,
                 kJumpFactor = 1.5;   // further than this beyond what speed explains it has jumped
constexpr double kEndBrake_mps2 = 3;  // before the end of a path
constexpr double kLookAhead_m = 3, kLookAhead_s = 0.6;  // of a body that follows a path
constexpr double kThere_m = 0.3;                        // its middle stays so far before the end of its path
constexpr double kWreckBrake_mps2 = 8;
constexpr double kMostPathBend_1pm = 0.25;

// What takes a speed to another one in a step, no faster than this.
double accel_to(double wanted, double v, double rate, double dt_s) {
  BACKLOT_ASSERT(rate >= 0 && dt_s > 0, "a speed is reached at some rate");
  return std::clamp((wanted - v) / dt_s, -rate, rate);
}

void brake(double brake_mps2, double dt_s, LooseBody& body) {
  BACKLOT_ASSERT(brake_mps2 >= 0 && dt_s >= 0, "a body is braked over a time");
  world::roll(accel_to(0, body.speed_mps, brake_mps2, dt_s), dt_s, body);
}

// Turns the wheels. A driver says the same angle, by its bits, for many steps: so the bend that it makes is kept.
void steer(double steer_rad, ExternalBody& external) {
  BACKLOT_ASSERT(std::isfinite(steer_rad), "a steering angle is a number");
  ExternalBody::SteerBend& kept = external.bend;
  const auto steer_bits = std::bit_cast<std::uint64_t>(steer_rad);
  if (steer_bits != kept.steer_bits) kept = {steer_bits, world::bend_of(external.body.shape, steer_rad)};
  external.body.bend_1pm = kept.bend_1pm;
}

// ---- by pose

void go_to_pose(const PoseCommand& pose, double share, LooseBody& body) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a body goes some share of its way");
  const base::SinCos heading = base::sin_cos(pose.heading_rad);
  const geometry::Vec3 way = pose.middle - body.middle;
  const double sine = body.heading_x * heading.sin - body.heading_y * heading.cos;
  const double length = std::sqrt(way.x * way.x + way.y * way.y);
  const double sign = pose.speed_mps < 0 ? -1 : 1;
  // what turns more than a wheel can, or hardly moves, tells nothing
  const double bend = length > 0.05 ? sign * sine / length : 0;
  body.bend_1pm = std::fabs(bend) <= kMostPathBend_1pm ? bend : 0;
  body.speed_mps = pose.speed_mps;
  if (share >= 1) {
    body.middle = pose.middle;
    body.heading_x = heading.cos;
    body.heading_y = heading.sin;
    return;
  }
  body.middle = body.middle + share * way;
  const double x = body.heading_x + share * (heading.cos - body.heading_x);
  const double y = body.heading_y + share * (heading.sin - body.heading_y);
  const double norm = std::sqrt(x * x + y * y);
  if (norm < 1e-6) return;  // right about: at the end of the step
  body.heading_x = x / norm;
  body.heading_y = y / norm;
}

// ---- by steering

double accel_by(const SteeringCommand& c, double v, double dt_s) {
  BACKLOT_ASSERT(dt_s > 0, "a step takes time");
  const double gear = c.is_reverse ? -1 : 1;
  if (v * gear < 0) return gear * std::min(std::fabs(c.accel_mps2), std::fabs(v) / dt_s);
  return gear * std::max(c.accel_mps2, -std::fabs(v) / dt_s);
}

// ---- by path

// The place on a path that is so far ahead of the one nearest to a point, from a part on; which part that nearest one is on, and how far it
// is from there to the end of the path.
struct Aim {
  geometry::WorldPoint point;
  std::uint32_t part = 0;
  double left_m = 0;
};

Aim aim_at(const std::vector<geometry::WorldPoint>& path, std::uint32_t part,
           const geometry::WorldPoint& from, double ahead_m) {
  BACKLOT_ASSERT(path.size() >= 2 && ahead_m >= 0, "a path has two points, and an aim lies ahead");
  constexpr std::uint32_t kParts = 16;  // so many are looked at for the nearest place
  const auto last = static_cast<std::uint32_t>(path.size() - 2);
  Aim aim;
  double best = std::numeric_limits<double>::infinity(), best_share = 0;
  for (std::uint32_t k = part; k <= std::min(last, part + kParts); ++k) {
    const geometry::Vec3 line = path[k + 1] - path[k], away = from - path[k];
    const double length2 = line.x * line.x + line.y * line.y;
    const double share =
        length2 > 0 ? std::clamp((away.x * line.x + away.y * line.y) / length2, 0.0, 1.0) : 0;
    const double x = away.x - share * line.x, y = away.y - share * line.y;
    if (x * x + y * y >= best) continue;
    best = x * x + y * y;
    best_share = share;
    aim.part = k;
  }
  aim.point = path[aim.part] + best_share * (path[aim.part + 1] - path[aim.part]);
  geometry::WorldPoint at = aim.point;
  bool is_found = false;
  for (std::uint32_t k = aim.part; k <= last; ++k) {
    const geometry::Vec3 rest = path[k + 1] - at;
    const double length = std::sqrt(rest.x * rest.x + rest.y * rest.y);
    if (!is_found && length >= ahead_m - aim.left_m && length > 0) {
      aim.point = at + ((ahead_m - aim.left_m) / length) * rest;
      is_found = true;
    }
    aim.left_m += length;
    at = path[k + 1];
    if (is_found && aim.left_m > 10 * ahead_m + 200) break;  // far enough to know
  }
  if (!is_found) aim.point = path.back();
  return aim;
}

// Pure pursuit (Coulter, CMU-RI-TR-92-01): the rear axle goes along the circle that leads to a place ahead on the path.
void follow_path(const ByPath& plan, double wanted_mps, double slow_mps2, double dt_s,
                 ExternalBody& external) {
  BACKLOT_ASSERT(dt_s > 0, "a step has a length");
  LooseBody& body = external.body;
  const double back = static_cast<double>(0.5F * body.shape.length_m - body.shape.rear_overhang_m);
  const geometry::WorldPoint axle = world::ahead_of_middle(body, -back);
  const double v = body.speed_mps;
  const Aim aim = aim_at(plan.points, external.part, axle, kLookAhead_m + kLookAhead_s * std::fabs(v));
  external.part = aim.part;
  const geometry::Vec3 to = aim.point - axle;
  const double across = body.heading_x * to.y - body.heading_y * to.x, square = to.x * to.x + to.y * to.y;
  body.bend_1pm = square > 1 ? std::clamp(2 * across / square, -kMostPathBend_1pm, kMostPathBend_1pm) : 0;
  const double left = std::max(0.0, aim.left_m - back - kThere_m);
  const double wanted = std::min(wanted_mps, std::sqrt(2 * kEndBrake_mps2 * left));
  world::roll(accel_to(wanted, v, wanted < v ? slow_mps2 : plan.gain_mps2, dt_s), dt_s, body);
}

// ---- a pattern

void follow_pattern(const ByPattern& plan, const base::Tick& tick, const ExternalSettings& settings,
                    ExternalBody& external) {
  LooseBody& body = external.body;
  while (external.part < plan.manoeuvres.size() && external.since >= plan.manoeuvres[external.part].lasts) {
    external.since -= plan.manoeuvres[external.part].lasts;
    ++external.part;
  }
  const double dt_s = tick.step.seconds();
  if (external.part == plan.manoeuvres.size()) return brake(settings.brake_mps2, dt_s, body);
  const Manoeuvre& now = plan.manoeuvres[external.part];
  steer(now.steer_rad, external);
  world::roll(accel_to(now.speed_mps, body.speed_mps, now.rate_mps2, dt_s), dt_s, body);
  external.since += tick.step;
}

bool is_sound(const Manoeuvre& m, const ExternalSettings& s) {
  return m.lasts.nanoseconds() > 0 && base::is_within(m.speed_mps, -s.fastest_back_mps, s.fastest_mps) &&
         base::is_within(m.rate_mps2, 0, s.most_brake_mps2) &&
         base::is_within(m.steer_rad, -s.most_steer_rad, s.most_steer_rad);
}

// ---- commands

ExternalNote cut(double low, double high, double& value, ExternalNote note) {
  BACKLOT_ASSERT(low <= high, "limits come in order");
  if (base::is_within(value, low, high)) return note;
  value = std::clamp(value, low, high);
  return ExternalNote::clamped;
}

bool is_finite(const PoseCommand& c) {
  return geometry::is_place(c.middle) && std::isfinite(c.heading_rad) && std::isfinite(c.speed_mps);
}
bool is_finite(const SteeringCommand& c) { return std::isfinite(c.steer_rad) && std::isfinite(c.accel_mps2); }
bool is_finite(const PaceCommand& c) { return std::isfinite(c.speed_mps); }

bool suits(const Behaviour& behaviour, const PoseCommand&) {
  return std::holds_alternative<ByPose>(behaviour);
}
bool suits(const Behaviour& behaviour, const SteeringCommand&) {
  return std::holds_alternative<BySteering>(behaviour);
}
bool suits(const Behaviour& behaviour, const PaceCommand&) {
  return std::holds_alternative<ByPath>(behaviour);
}

ExternalNote take(const PoseCommand& c, double dt_s, const ExternalSettings& s, ExternalBody& b) {
  b.pose = c;
  const ExternalNote note = cut(-s.fastest_back_mps, s.fastest_mps, b.pose.speed_mps, ExternalNote::taken);
  const double way = distance_between(c.middle, b.body.middle);
  const double fastest = std::max(std::fabs(b.body.speed_mps), std::fabs(b.pose.speed_mps));
  return way > kJump_m + kJumpFactor * fastest * dt_s ? ExternalNote::jumped : note;
}

ExternalNote take(const SteeringCommand& c, double, const ExternalSettings& s, ExternalBody& b) {
  b.steering = c;
  const ExternalNote note =
      cut(-s.most_steer_rad, s.most_steer_rad, b.steering.steer_rad, ExternalNote::taken);
  return cut(-s.most_brake_mps2, s.most_accel_mps2, b.steering.accel_mps2, note);
}

ExternalNote take(const PaceCommand& c, double, const ExternalSettings& s, ExternalBody& b) {
  b.pace_mps = c.speed_mps;
  return cut(0, s.fastest_mps, b.pace_mps, ExternalNote::taken);
}

}  // namespace

std::string_view to_text(ExternalNote note) {
  constexpr std::string_view kTexts[] = {
      "taken",        "taken, cut to its limits", "taken, with a jump",    "late",
      "not a number", "no such external object",  "not for its behaviour", "missing"};
  static_assert(std::size(kTexts) == static_cast<std::size_t>(ExternalNote::missing) + 1);
  BACKLOT_ASSERT(static_cast<std::size_t>(note) < std::size(kTexts), "a note has a text");
  return kTexts[static_cast<std::size_t>(note)];
}

bool is_sound(const world::BodyShape& s) {
  const auto length = static_cast<double>(s.length_m), wheelbase = static_cast<double>(s.wheelbase_m),
             overhang = static_cast<double>(s.rear_overhang_m);
  return base::is_within(length, 0.15, 25) && base::is_within(static_cast<double>(s.width_m), 0.2, 2.6) &&
         base::is_within(wheelbase, 0.1, length) && base::is_within(overhang, 0, length - wheelbase);
}

bool is_sound(const ExternalBody& e, const ExternalSettings& settings) {
  const LooseBody& b = e.body;
  for (const double value : {b.heading_x, b.heading_y, b.speed_mps, b.bend_1pm, e.steering.steer_rad,
                             e.steering.accel_mps2, e.pose.heading_rad, e.pose.speed_mps, e.pace_mps}) {
    if (!std::isfinite(value)) return false;
  }
  if (!geometry::is_place(b.middle) || !geometry::is_place(e.pose.middle) || !is_sound(b.shape)) return false;
  // the behaviour as it would be checked had it been asked for
  ExternalBody anew = e;
  if (!begin_behaviour(e.behaviour, e.taken_at, settings, anew).empty()) return false;
  const auto* path = std::get_if<ByPath>(&e.behaviour);
  return path == nullptr || std::size_t{e.part} + 2 <= path->points.size();
}

std::string_view begin_behaviour(const Behaviour& behaviour, base::SimTime now,
                                 const ExternalSettings& settings, ExternalBody& body) {
  if (const auto* plan = std::get_if<ByPath>(&behaviour)) {
    if (plan->points.size() < 2) return "a path has two points or more";
    for (const geometry::WorldPoint& p : plan->points)
      if (!geometry::is_place(p)) return "a point of the path is no place";
    if (!base::is_within(plan->speed_mps, 0, settings.fastest_mps)) return "no speed for a path";
    if (!(plan->gain_mps2 > 0 && plan->gain_mps2 <= settings.most_accel_mps2) ||
        !(plan->slow_mps2 > 0 && plan->slow_mps2 <= settings.most_brake_mps2))
      return "the rates of a path are beyond the limits of external objects";
    body.pace_mps = plan->speed_mps;
  }
  if (const auto* plan = std::get_if<ByPattern>(&behaviour)) {
    for (const Manoeuvre& m : plan->manoeuvres)
      if (!is_sound(m, settings)) return "a manoeuvre is beyond the limits, or has no length";
  }
  if (std::holds_alternative<AsExtra>(behaviour)) return "an extra is no external object";
  body.behaviour = behaviour;
  body.has_command = false;
  body.taken_at = now;
  body.steering = {};
  body.pose_in = {};
  body.part = 0;
  body.since = {};
  body.body.bend_1pm = 0;
  return {};
}

ExternalNote take_command(const ExternalCommand& command, const base::Tick& tick, base::Duration dt,
                          const ExternalSettings& settings, ExternalBody& body) {
  return std::visit(
      [&](const auto& what) {
        if (!suits(body.behaviour, what)) return ExternalNote::unsuited;
        if (!is_finite(what)) return ExternalNote::not_finite;
        if (body.has_command && command.made_at < body.made_at) return ExternalNote::late;
        const ExternalNote note = take(what, dt.seconds(), settings, body);
        body.has_command = true;
        body.made_at = command.made_at;
        body.taken_at = tick.time;
        body.pose_in = dt;
        body.has_jumped = note == ExternalNote::jumped;
        return note;
      },
      command.what);
}

void move(const base::Tick& tick, const ExternalSettings& settings, ExternalBody& external) {
  BACKLOT_ASSERT(tick.step.nanoseconds() > 0, "a step has a length");
  BACKLOT_ASSERT(!std::holds_alternative<AsExtra>(external.behaviour), "an extra is moved by its driver");
  LooseBody& body = external.body;
  const double dt_s = tick.step.seconds();
  const bool has_fresh_command = tick.time - external.taken_at < settings.patience;
  if (const auto* plan = std::get_if<ByPath>(&external.behaviour)) {
    const bool goes_on = has_fresh_command || !external.has_command;
    return follow_path(*plan, goes_on ? external.pace_mps : 0,
                       goes_on ? plan->slow_mps2 : settings.brake_mps2, dt_s, external);
  }
  if (const auto* plan = std::get_if<ByPattern>(&external.behaviour))
    return follow_pattern(*plan, tick, settings, external);
  if (external.is_wrecked()) return brake(kWreckBrake_mps2, dt_s, body);
  if (std::holds_alternative<ByPose>(external.behaviour) && external.pose_in.nanoseconds() > 0) {
    go_to_pose(external.pose, external.has_jumped ? 1 : dt_s / external.pose_in.seconds(), body);
    external.pose_in -= std::min(external.pose_in, tick.step);
    return;
  }
  if (std::holds_alternative<BySteering>(external.behaviour) && has_fresh_command) {
    const double v = body.speed_mps;
    steer(external.steering.steer_rad, external);
    const double after = std::clamp(v + accel_by(external.steering, v, dt_s) * dt_s,
                                    -settings.fastest_back_mps, settings.fastest_mps);
    return world::roll((after - v) / dt_s, dt_s, body);
  }
  if (std::holds_alternative<ByPose>(external.behaviour) && has_fresh_command)
    return world::roll(0, dt_s, body);
  // parked, or without commands
  brake(settings.brake_mps2, dt_s, body);
}

}  // namespace backlot::sim
