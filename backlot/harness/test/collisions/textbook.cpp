#include "backlot/harness/test/collisions/textbook.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"
#include "backlot/sim/simulation.h"

namespace backlot::harness::test {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr base::Duration kDt = base::Duration::from_milliseconds(50);

double radians(double degrees) { return degrees * kPi / 180; }

struct Driven {
  double metre = 0, speed_mps = 0;
};
// By trapezoids between the moments of the script: the speed is linear there.
Driven driven_at(const Script& script, double time_s) {
  double metre = script.start_m;
  SpeedAt last = script.speeds.front();
  for (const SpeedAt& next : script.speeds) {
    if (next.time_s <= last.time_s) continue;
    const double until_s = std::min(time_s, next.time_s);
    const double share = (until_s - last.time_s) / (next.time_s - last.time_s);
    const double speed = last.speed_mps + share * (next.speed_mps - last.speed_mps);
    metre += 0.5 * (last.speed_mps + speed) * (until_s - last.time_s);
    if (time_s <= next.time_s) return {metre, speed};
    last = next;
  }
  return {metre + last.speed_mps * (time_s - last.time_s), last.speed_mps};
}

sim::PoseCommand pose_at(const Script& script, double time_s) {
  const Driven driven = driven_at(script, time_s);
  const PathPose pose = script.path(driven.metre);
  return {{pose.x, pose.y, 0}, pose.heading_rad, driven.speed_mps};
}

}  // namespace

PathShape straight(double x, double y, double heading_deg) {
  return [=](double s) {
    const double h = radians(heading_deg);
    return PathPose{x + s * std::cos(h), y + s * std::sin(h), h};
  };
}

PathShape shifted(double x, double y, double heading_deg, double from_m, double over_m, double left_m) {
  return [=](double s) {
    const double h = radians(heading_deg), u = std::clamp((s - from_m) / over_m, 0.0, 1.0);
    const double side = left_m * u * u * (3 - 2 * u), slope = left_m * 6 * u * (1 - u) / over_m;
    return PathPose{x + s * std::cos(h) - side * std::sin(h), y + s * std::sin(h) + side * std::cos(h),
                    h + std::atan(slope)};
  };
}

PathShape turned(double x, double y, double heading_deg, double to_turn_m, double radius_m, bool to_left,
                 double turn_deg) {
  return [=](double s) {
    const double h = radians(heading_deg), sign = to_left ? 1 : -1;
    const double bx = x + to_turn_m * std::cos(h), by = y + to_turn_m * std::sin(h);
    if (s <= to_turn_m) return PathPose{x + s * std::cos(h), y + s * std::sin(h), h};
    const double angle = std::min((s - to_turn_m) / radius_m, radians(turn_deg));
    const double ahead = radius_m * std::sin(angle), side = sign * radius_m * (1 - std::cos(angle));
    const double rest = s - to_turn_m - radius_m * angle, g = h + sign * angle;
    return PathPose{bx + ahead * std::cos(h) - side * std::sin(h) + rest * std::cos(g),
                    by + ahead * std::sin(h) + side * std::cos(h) + rest * std::sin(g), g};
  };
}

std::string straight_road() {
  return "network road\ntraffic on the right\nspeed limit 50 km/h\n"
         "profile wide { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m; "
         "vehicle forward 3.5 m; parking 2.5 m }\n"
         "way road { profile wide; begin at (-500 m, 0 m) heading 0 deg; line 1000 m; start open; end open "
         "}\n";
}

std::string single_lane_road() {
  return "network road\ntraffic on the right\nspeed limit 50 km/h\n"
         "profile single { spine; vehicle both 4 m }\n"
         "way road { profile single; begin at (-500 m, 0 m) heading 0 deg; line 1000 m; start open; end open "
         "}\n";
}

std::string bend_road() {
  return "network road\ntraffic on the right\nspeed limit 50 km/h\n"
         "profile narrow { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }\n"
         "way road { profile narrow; begin at (-200 m, 0 m) heading 0 deg; line 200 m; arc left radius 60 m "
         "turn 90 deg; line 200 m; start open; end open }\n";
}

std::string crossing(const std::string& west_and_east, const std::string& south_and_north,
                     const std::string& more) {
  return fmt::format(
      "network cross\ntraffic on the right\nspeed limit 50 km/h\n"
      "profile street {{ vehicle backward 3.5 m; spine; vehicle forward 3.5 m }}\n"
      "template crossing() {{\n"
      "  arm west at (-15 m, 0 m) heading 0 deg {0} {{ vehicle out; vehicle in }}\n"
      "  arm east at (15 m, 0 m) heading 180 deg {0} {{ vehicle out; vehicle in }}\n"
      "  arm south at (0 m, -15 m) heading 90 deg {1} {{ vehicle out; vehicle in }}\n"
      "  arm north at (0 m, 15 m) heading 270 deg {1} {{ vehicle out; vehicle in }}\n"
      "  {2}\n"
      "}}\n"
      "intersection x is crossing at (0 m, 0 m) {{\n"
      "  arm west: west.end\n  arm east: east.start\n  arm south: south.start\n  arm north: north.start\n}}\n"
      "way west {{ profile street; begin at (-315 m, 0 m) heading 0 deg; line 300 m; start open; stop line "
      "at 299 m forward }}\n"
      "way east {{ profile street; begin at (15 m, 0 m) heading 0 deg; line 300 m; end open; stop line at 1 "
      "m backward }}\n"
      "way south {{ profile street; begin at (0 m, -15 m) heading 270 deg; line 300 m; end open; stop line "
      "at 1 m backward }}\n"
      "way north {{ profile street; begin at (0 m, 15 m) heading 90 deg; line 300 m; end open; stop line at "
      "1 m backward }}\n",
      west_and_east, south_and_north, more);
}

Collision collide(const std::string& road, const Script& subject, const Script& other) {
  const auto description = formats::way::read_way(road, "road.way", text::NoFiles());
  BACKLOT_CHECK(description.has_value(), to_text(description.diagnostics()).c_str());
  const auto network = network::Network::build(*description);
  BACKLOT_CHECK(network.has_value(), to_text(network.diagnostics()).c_str());
  const world::Roads roads(*network);
  sim::SimulationSettings settings;
  settings.contacts = sim::ContactLaw::wreck;
  sim::Simulation run(roads, settings);
  const std::array scripts{&subject, &other};
  std::array<world::ObjectId, 2> ids{};
  for (std::size_t k = 0; k < 2; ++k)
    ids[k] = run.add_external(world::ObjectKind::car, pose_at(*scripts[k], 0), sim::ByPose{}).id;
  verdict::ResponsibilityWatch watch(roads, ids[0], ids[1]);
  Collision collision;
  record::Frame frame;
  while (!collision.has_touched && run.tick().time.seconds() < 60) {
    const double next_s = run.tick().time.seconds() + kDt.seconds();
    std::array<sim::ExternalCommand, 2> commands{};
    for (std::size_t k = 0; k < 2; ++k) commands[k] = {ids[k], run.tick().time, pose_at(*scripts[k], next_s)};
    run.step(kDt, commands);
    run.frame(frame, {.has_signals = true});
    watch.see(frame, run.events());
    for (const record::Event& event : run.events()) {
      if (event.kind != record::EventKind::contact) continue;
      collision.has_touched = true;
      collision.contact_s = event.time.seconds();
    }
  }
  collision.facts = watch.finish(collision.contact_s);
  return collision;
}

}  // namespace backlot::harness::test
