#include "backlot/drivers/test/closed_loop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"

namespace backlot::drivers::test {

namespace {

constexpr double kHalfLane_m = 1.75, kStep_s = 0.001;

// Metre and offset of a place, by a look at every stretch between two points.
void place(const sut::RouteRoad& road, double x, double y, double& metre, double& offset) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < road.points.size(); ++k) {
    const auto &a = road.points[k], &b = road.points[k + 1];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    const double along = std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length, 0.0, length);
    const double away = std::hypot(a.x + along / length * dx - x, a.y + along / length * dy - y);
    if (away >= best) continue;
    best = away;
    metre = road.spacing_m * static_cast<double>(k) + along;
    offset = (dx * (y - a.y) - dy * (x - a.x)) / length;
  }
}

}  // namespace

sut::RouteRoad make_road(const std::vector<Stretch>& stretches, double limit_mps) {
  sut::RouteRoad road;
  double x = 0, y = 0, heading = 0, since_m = 0;
  constexpr double kFine_m = 0.01;
  const auto add = [&] {
    road.points.push_back({x, y, 0, heading, kHalfLane_m, kHalfLane_m, limit_mps});
    since_m = 0;
  };
  add();
  for (const Stretch& stretch : stretches)
    for (double s = 0; s < stretch.length_m - kFine_m / 2; s += kFine_m) {
      const double middle = heading + 0.5 * kFine_m * stretch.curvature;
      x += kFine_m * std::cos(middle);
      y += kFine_m * std::sin(middle);
      heading += kFine_m * stretch.curvature;
      since_m += kFine_m;
      if (since_m > road.spacing_m - kFine_m / 2) add();
    }
  // the heading of a point is that of the stretch behind it, as the road of a mission has it
  for (std::size_t k = 0; k + 1 < road.points.size(); ++k)
    road.points[k].heading_rad =
        std::atan2(road.points[k + 1].y - road.points[k].y, road.points[k + 1].x - road.points[k].x);
  return road;
}

sut::SeenObject car(std::uint32_t id, double x, double y, double heading_rad, double speed_mps) {
  sut::SeenObject made;
  made.id = id;
  made.x = x;
  made.y = y;
  made.heading_rad = heading_rad;
  made.speed_mps = speed_mps;
  made.length_m = 4.5;
  made.width_m = 1.8;
  made.height_m = 1.5;
  return made;
}

sut::SeenObject later(const sut::SeenObject& o, double seconds) {
  sut::SeenObject at = o;
  const double until =
      o.acceleration_mps2 < 0 ? std::min(seconds, o.speed_mps / -o.acceleration_mps2) : seconds;
  const double metres = o.speed_mps * until + 0.5 * o.acceleration_mps2 * until * until;
  at.x += metres * std::cos(o.heading_rad);
  at.y += metres * std::sin(o.heading_rad);
  at.speed_mps = o.speed_mps + o.acceleration_mps2 * until;
  if (until < seconds) at.speed_mps = at.acceleration_mps2 = 0;
  at.brakes = at.acceleration_mps2 < -0.5;
  return at;
}

std::vector<Moment> drive(const World& world, sut::System& driver, double seconds) {
  sut::Mission mission;
  mission.road = world.road;
  mission.cycle_s = world.cycle_s;
  const auto first = static_cast<std::size_t>(world.start_m / world.road.spacing_m);
  sut::OwnState own;
  own.x = world.road.points[first].x;
  own.y = world.road.points[first].y;
  own.heading_rad = world.road.points[first].heading_rad;
  own.speed_mps = world.start_mps;
  EXPECT_FALSE(driver.reset(mission));
  std::vector<Moment> moments;
  std::int32_t next_line = 0;
  const auto lines = static_cast<std::int32_t>(world.road.lines.size());
  const auto cycles = static_cast<std::uint64_t>(seconds / world.cycle_s);
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    Moment now;
    now.time_s = world.cycle_s * static_cast<double>(cycle);
    now.own = own;
    now.objects = world.bodies(now.time_s);
    place(world.road, own.x, own.y, now.metre, now.offset_m);
    sut::View view;
    view.cycle = cycle;
    view.time_s = now.time_s;
    view.own = own;
    view.objects = now.objects;
    const double front = now.metre + 0.5 * mission.vehicle.length_m;
    while (next_line < lines && world.road.lines[static_cast<std::size_t>(next_line)].metre < front)
      ++next_line;
    view.road =
        sut::RoadAhead{now.metre, now.offset_m, next_line < lines ? next_line : -1, world.light(now.time_s)};
    if (next_line >= lines) view.road->light = sut::LightState::dark;
    EXPECT_FALSE(driver.step(view, now.command));
    EXPECT_EQ(sut::find_fault(now.command), "");
    moments.push_back(now);
    const sut::Steering wheel = std::get<sut::Steering>(now.command.motion);
    const double before = own.speed_mps;
    for (double t = 0; t < world.cycle_s - kStep_s / 2; t += kStep_s) {
      // the rear axle drives along the heading; the body turns about it
      const double rear_x = own.x - mission.vehicle.rear_axle_m * std::cos(own.heading_rad);
      const double rear_y = own.y - mission.vehicle.rear_axle_m * std::sin(own.heading_rad);
      const double step = own.speed_mps * kStep_s;
      const double turned = step * std::tan(wheel.steering_rad) / mission.vehicle.wheelbase_m;
      const double middle = own.heading_rad + 0.5 * turned;
      own.heading_rad += turned;
      own.x = rear_x + step * std::cos(middle) + mission.vehicle.rear_axle_m * std::cos(own.heading_rad);
      own.y = rear_y + step * std::sin(middle) + mission.vehicle.rear_axle_m * std::sin(own.heading_rad);
      own.speed_mps = std::max(0.0, own.speed_mps + wheel.acceleration_mps2 * kStep_s);
    }
    own.acceleration_mps2 = (own.speed_mps - before) / world.cycle_s;
  }
  return moments;
}

std::vector<Moment> drive(const World& world, const char* driver, double seconds) {
  const Shipped* shipped = find_shipped(driver);
  EXPECT_NE(shipped, nullptr) << driver;
  const std::unique_ptr<sut::System> system = shipped->make();
  return drive(world, *system, seconds);
}

bool touches(const Moment& moment, const sut::SeenObject& body) {
  sut::SeenObject own = car(0, moment.own.x, moment.own.y, moment.own.heading_rad, 0);
  const std::array<const sut::SeenObject*, 2> both{&own, &body};
  for (const sut::SeenObject* axis_of : both)
    for (const double turn : {0.0, std::acos(0.0)}) {
      const double ax = std::cos(axis_of->heading_rad + turn), ay = std::sin(axis_of->heading_rad + turn);
      double reach = 0;
      for (const sut::SeenObject* o : both) {
        const double c = std::cos(o->heading_rad), s = std::sin(o->heading_rad);
        reach += 0.5 * (o->length_m * std::fabs(c * ax + s * ay) + o->width_m * std::fabs(c * ay - s * ax));
      }
      if (std::fabs((body.x - own.x) * ax + (body.y - own.y) * ay) > reach) return false;
    }
  return true;
}

bool touches_any(const std::vector<Moment>& moments) {
  return std::any_of(moments.begin(), moments.end(), [](const Moment& now) {
    return std::any_of(now.objects.begin(), now.objects.end(),
                       [&](const sut::SeenObject& body) { return touches(now, body); });
  });
}

double hardest_brake(const std::vector<Moment>& moments) {
  double most = 0;
  for (const Moment& now : moments) most = std::max(most, -now.own.acceleration_mps2);
  return most;
}

}  // namespace backlot::drivers::test
