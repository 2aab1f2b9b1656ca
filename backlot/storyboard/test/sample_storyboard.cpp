#include "backlot/storyboard/test/sample_storyboard.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"

namespace backlot::storyboard::test {

using record::Frame;
using record::FrameObject;
using world::ObjectId;
using world::ObjectKind;

namespace {

constexpr double kCast_s = 3, kLaunch_s = 5.6, kBrake_s = 8.6;
constexpr double kSpeed_mps = 19, kBrake_mps2 = 6, kLaunch_mps2 = 2.6;
constexpr double kEastbound_y = -1.8, kSouthbound_x = -1.55;

struct Extra {
  ObjectId id;
  ObjectKind kind;
  double x, y, heading_x, heading_y, speed_mps;
};

FrameObject object(ObjectId id, ObjectKind kind, double x, double y, double heading_x, double heading_y,
                   double speed_mps) {
  const world::BodyShape shape = world::usual_shape(kind);
  FrameObject o;
  o.id = id;
  o.kind = kind;
  o.centre = {x, y, 0};
  o.heading_x = heading_x;
  o.heading_y = heading_y;
  o.length_m = shape.length_m;
  o.width_m = shape.width_m;
  o.height_m = shape.height_m;
  o.speed_mps = speed_mps;
  return o;
}

double subject_speed(double t) {
  return std::max(0.0, kSpeed_mps - kBrake_mps2 * std::max(0.0, t - kBrake_s));
}
double violator_speed(double t) { return kLaunch_mps2 * std::max(0.0, t - kLaunch_s); }

void add_cast(Frame& frame, double t) {
  const geometry::WorldPoint s = subject_at(t), v = violator_at(t);
  frame.role_names = {std::string(record::kSubjectRole), "violator"};
  frame.objects.push_back(object(kSubject, ObjectKind::car, s.x, s.y, 1, 0, subject_speed(t)));
  frame.objects.back().role = record::RoleId(0);
  frame.objects.back().brakes = t > kBrake_s;
  frame.objects.push_back(object(kViolator, ObjectKind::car, v.x, v.y, 0, -1, violator_speed(t)));
  if (t >= kCast_s) frame.objects.back().role = record::RoleId(1);
  frame.objects.back().brakes = t < kLaunch_s;
}

void add_extras(Frame& frame, double t) {
  const double y_queue = 18 + 1 + 0.6;
  const Extra extras[] = {
      {{2, 8}, ObjectKind::bus, kSouthbound_x, y_queue + 15, 0, -1, 0},
      {{3, 9}, ObjectKind::motorcycle, 1.55, -20.5, 0, 1, 0},
      {{4, 10}, ObjectKind::car, 1.55, -25.5, 0, 1, 0},
      {{5, 11}, ObjectKind::truck, 150 - 18 * t, 1.8, -1, 0, 18},
      {{6, 12}, ObjectKind::car, 210 - 18 * t, 1.8, -1, 0, 18},
      {{7, 13}, ObjectKind::car, -245 + 18 * t, kEastbound_y, 1, 0, 18},
      {{8, 14}, ObjectKind::car, -70 + 20 * t, kEastbound_y, 1, 0, 20},
  };
  for (const Extra& e : extras) {
    frame.objects.push_back(object(e.id, e.kind, e.x, e.y, e.heading_x, e.heading_y, e.speed_mps));
    frame.objects.back().brakes = e.speed_mps == 0;
    frame.objects.back().indicates_left = e.kind == ObjectKind::motorcycle;
  }
}

Trail trail_of(ObjectId id, const char* role, geometry::WorldPoint (*at)(double)) {
  Trail trail{.id = id, .role = role, .from_s = 0, .step_s = 0.1, .points = {}};
  for (int k = 0; k <= 130; ++k) trail.points.push_back(at(0.1 * k));
  return trail;
}

}  // namespace

const network::Network& county_road() {
  static const network::Network network = [] {
    const std::filesystem::path file =
        std::filesystem::path(__FILE__).parent_path() / "../../../scenes/county_road.way";
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    const auto description = formats::way::read_way(text.str(), "county_road.way", text::NoFiles());
    BACKLOT_CHECK(description.has_value(), "county_road.way can be read");
    auto built = network::Network::build(description.value());
    BACKLOT_CHECK(built.has_value(), "county_road.way can be built");
    return std::move(built).value();
  }();
  return network;
}

geometry::WorldPoint subject_at(double t) {
  const double braking = std::clamp(t - kBrake_s, 0.0, kSpeed_mps / kBrake_mps2);
  const double metres =
      kSpeed_mps * (std::min(t, kBrake_s) + braking) - 0.5 * kBrake_mps2 * braking * braking;
  return {-195 + metres, kEastbound_y, 0};
}

geometry::WorldPoint violator_at(double t) {
  const double moving = std::max(0.0, t - kLaunch_s);
  return {kSouthbound_x, 21.8 - 0.5 * kLaunch_mps2 * moving * moving, 0};
}

record::Frame frame_at(double time_s) {
  Frame frame;
  frame.time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(time_s * 1e9));
  add_cast(frame, time_s);
  add_extras(frame, time_s);
  for (const network::SignalGroup& group : county_road().signal_groups())
    frame.signals.push_back(group.name == "highway" ? network::Aspect::green : network::Aspect::red);
  return frame;
}

Storyboard sample_storyboard() {
  Storyboard board;
  board.scene = "run_red_light";
  board.title = "A car from the left runs the red light as the subject arrives";
  board.subject = kSubject;
  board.marks = {{"line", {-20, kEastbound_y, 0}},
                 {"left_line", {kSouthbound_x, 19, 0}},
                 {"conflict", {-2.45, kEastbound_y, 0}}};
  for (int k = 0; k <= 150; ++k) board.course.push_back({-200 + 2.0 * k, kEastbound_y, 0});
  board.trails = {trail_of(kSubject, "subject", subject_at), trail_of(kViolator, "violator", violator_at)};
  const auto add = [&](const char* beat, const char* caption, double time_s) {
    board.panels.push_back({beat, caption, time_s, frame_at(time_s)});
  };
  add("light", "The light of the subject is steered to the middle of green.", 1.5);
  add("casting", "The head of the queue on the left is cast as violator.", 4);
  add("violation", "The violator launches into the crossing at red, one second before the subject.", 8);
  add("braking", "The subject brakes.", 9.6);
  return board;
}

}  // namespace backlot::storyboard::test
