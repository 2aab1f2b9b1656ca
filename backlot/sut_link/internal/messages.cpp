#include "backlot/sut_link/internal/messages.h"

#include <type_traits>

#include <backlot/sut_link/driver.pb.h>

namespace backlot::sut_link {

namespace {

// The enumerations of both sides have the same numbers.
template <class To, class From>
constexpr To same_number(From from) {
  return static_cast<To>(static_cast<int>(from));
}
template <class To, class From>
bool read_enum(From from, To& to) {
  const int number = static_cast<int>(from);
  if (number < 0 || number >= static_cast<int>(count_of(To{}))) return false;
  to = static_cast<To>(number);
  return true;
}
static_assert(same_number<driver::Kind>(sut::SeenKind::motorcycle) == driver::MOTORCYCLE);
static_assert(same_number<driver::Kind>(sut::SeenKind::pedestrian) == driver::PEDESTRIAN);
static_assert(same_number<driver::Kind>(sut::SeenKind::bicycle) == driver::BICYCLE);
static_assert(same_number<driver::LineRule>(sut::LineRule::yield) == driver::YIELD);
static_assert(same_number<driver::Light>(sut::LightState::flashing_red) == driver::FLASHING_RED);
static_assert(same_number<driver::Fault_Kind>(sut::Failure::protocol) == driver::Fault_Kind_PROTOCOL);

// As many messages as there are values. Those that are there are kept, and all their fields are written by the caller.
template <class Message>
void resize(google::protobuf::RepeatedPtrField<Message>& list, std::size_t size) {
  while (static_cast<std::size_t>(list.size()) > size) list.RemoveLast();
  while (static_cast<std::size_t>(list.size()) < size) list.Add();
}

void fill(const sut::Vehicle& from, driver::Vehicle& to) {
  to.set_length_m(from.length_m);
  to.set_width_m(from.width_m);
  to.set_height_m(from.height_m);
  to.set_wheelbase_m(from.wheelbase_m);
  to.set_rear_axle_m(from.rear_axle_m);
  to.set_most_steer_rad(from.most_steer_rad);
  to.set_most_accel_mps2(from.most_accel_mps2);
  to.set_most_brake_mps2(from.most_brake_mps2);
}

void read(const driver::Vehicle& from, sut::Vehicle& to) {
  to.length_m = from.length_m();
  to.width_m = from.width_m();
  to.height_m = from.height_m();
  to.wheelbase_m = from.wheelbase_m();
  to.rear_axle_m = from.rear_axle_m();
  to.most_steer_rad = from.most_steer_rad();
  to.most_accel_mps2 = from.most_accel_mps2();
  to.most_brake_mps2 = from.most_brake_mps2();
}

void fill(const sut::RouteRoad& from, driver::Road& to) {
  to.set_spacing_m(from.spacing_m);
  resize(*to.mutable_points(), from.points.size());
  for (int k = 0; k < to.points_size(); ++k) {
    const sut::RoadPoint& point = from.points[static_cast<std::size_t>(k)];
    driver::RoadPoint& out = *to.mutable_points(k);
    out.set_x(point.x);
    out.set_y(point.y);
    out.set_z(point.z);
    out.set_heading_rad(point.heading_rad);
    out.set_left_m(point.left_m);
    out.set_right_m(point.right_m);
    out.set_limit_mps(point.limit_mps);
  }
  resize(*to.mutable_lines(), from.lines.size());
  for (int k = 0; k < to.lines_size(); ++k) {
    const sut::RoadLine& line = from.lines[static_cast<std::size_t>(k)];
    driver::RoadLine& out = *to.mutable_lines(k);
    out.set_metre(line.metre);
    out.set_end_metre(line.end_metre);
    out.set_rule(same_number<driver::LineRule>(line.rule));
    out.set_turn(line.turn);
  }
}

std::string read(const driver::Road& from, sut::RouteRoad& to) {
  to.spacing_m = from.spacing_m();
  to.points.clear();
  for (const driver::RoadPoint& point : from.points())
    to.points.push_back({point.x(), point.y(), point.z(), point.heading_rad(), point.left_m(),
                         point.right_m(), point.limit_mps()});
  to.lines.clear();
  for (const driver::RoadLine& line : from.lines()) {
    sut::RoadLine out{line.metre(), line.end_metre(), {}, line.turn()};
    if (!read_enum(line.rule(), out.rule)) return "a line of the road has an unknown rule";
    to.lines.push_back(out);
  }
  return {};
}

void fill(const sut::OwnState& from, driver::OwnState& to) {
  to.set_x(from.x);
  to.set_y(from.y);
  to.set_z(from.z);
  to.set_heading_rad(from.heading_rad);
  to.set_speed_mps(from.speed_mps);
  to.set_acceleration_mps2(from.acceleration_mps2);
}

void fill(const sut::SeenObject& from, driver::SeenObject& to) {
  to.set_id(from.id);
  to.set_kind(same_number<driver::Kind>(from.kind));
  to.set_x(from.x);
  to.set_y(from.y);
  to.set_z(from.z);
  to.set_heading_rad(from.heading_rad);
  to.set_speed_mps(from.speed_mps);
  to.set_acceleration_mps2(from.acceleration_mps2);
  to.set_length_m(from.length_m);
  to.set_width_m(from.width_m);
  to.set_height_m(from.height_m);
  to.set_brakes(from.brakes);
  to.set_indicates_left(from.indicates_left);
  to.set_indicates_right(from.indicates_right);
}

bool read(const driver::SeenObject& from, sut::SeenObject& to) {
  to.id = from.id();
  to.x = from.x();
  to.y = from.y();
  to.z = from.z();
  to.heading_rad = from.heading_rad();
  to.speed_mps = from.speed_mps();
  to.acceleration_mps2 = from.acceleration_mps2();
  to.length_m = from.length_m();
  to.width_m = from.width_m();
  to.height_m = from.height_m();
  to.brakes = from.brakes();
  to.indicates_left = from.indicates_left();
  to.indicates_right = from.indicates_right();
  return read_enum(from.kind(), to.kind);
}

}  // namespace

void fill(const sut::Mission& from, driver::Mission& to) {
  to.set_scene(from.scene);
  to.set_seed(from.seed);
  to.set_cycle_s(from.cycle_s);
  to.set_start_time_s(from.start_time_s);
  fill(from.vehicle, *to.mutable_vehicle());
  fill(from.road, *to.mutable_road());
  resize(*to.mutable_checkpoints(), from.checkpoints.size());
  for (int k = 0; k < to.checkpoints_size(); ++k) {
    const sut::Mission::Checkpoint& point = from.checkpoints[static_cast<std::size_t>(k)];
    driver::Place& out = *to.mutable_checkpoints(k);
    out.set_x(point.x);
    out.set_y(point.y);
    out.set_z(point.z);
  }
}

std::string read(const driver::Mission& from, sut::Mission& to) {
  to.scene = from.scene();
  to.seed = from.seed();
  to.cycle_s = from.cycle_s();
  to.start_time_s = from.start_time_s();
  read(from.vehicle(), to.vehicle);
  to.checkpoints.clear();
  for (const driver::Place& place : from.checkpoints())
    to.checkpoints.push_back({place.x(), place.y(), place.z()});
  return read(from.road(), to.road);
}

void fill(const sut::View& from, driver::View& to) {
  to.set_cycle(from.cycle);
  to.set_time_s(from.time_s);
  fill(from.own, *to.mutable_own());
  resize(*to.mutable_objects(), from.objects.size());
  for (int k = 0; k < to.objects_size(); ++k)
    fill(from.objects[static_cast<std::size_t>(k)], *to.mutable_objects(k));
  if (!from.road) {
    to.clear_road();
    return;
  }
  driver::RoadAhead& road = *to.mutable_road();
  road.set_metre(from.road->metre);
  road.set_offset_m(from.road->offset_m);
  road.set_next_line(from.road->next_line);
  road.set_light(same_number<driver::Light>(from.road->light));
}

std::string read(const driver::View& from, sut::View& to) {
  to.cycle = from.cycle();
  to.time_s = from.time_s();
  const driver::OwnState& own = from.own();
  to.own = {own.x(), own.y(), own.z(), own.heading_rad(), own.speed_mps(), own.acceleration_mps2()};
  to.objects.resize(static_cast<std::size_t>(from.objects_size()));
  for (int k = 0; k < from.objects_size(); ++k)
    if (!read(from.objects(k), to.objects[static_cast<std::size_t>(k)]))
      return "an object is of an unknown kind";
  to.road.reset();
  if (!from.has_road()) return {};
  const driver::RoadAhead& road = from.road();
  to.road = sut::RoadAhead{road.metre(), road.offset_m(), road.next_line(), {}};
  if (!read_enum(road.light(), to.road->light)) return "a light shows something unknown";
  return {};
}

void fill(const sut::Command& from, std::uint64_t cycle, driver::Command& to) {
  to.set_cycle(cycle);
  if (const auto* steering = std::get_if<sut::Steering>(&from.motion)) {
    to.mutable_steering()->set_steering_rad(steering->steering_rad);
    to.mutable_steering()->set_acceleration_mps2(steering->acceleration_mps2);
  } else {
    const auto& points = std::get<sut::TargetPath>(from.motion).points;
    resize(*to.mutable_path()->mutable_points(), points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      driver::TargetPath::Point& out = *to.mutable_path()->mutable_points(static_cast<int>(k));
      out.set_x(points[k].x);
      out.set_y(points[k].y);
      out.set_speed_mps(points[k].speed_mps);
    }
  }
  to.set_indicates_left(from.indicates_left);
  to.set_indicates_right(from.indicates_right);
  resize(*to.mutable_signals(), from.signals.size());
  for (std::size_t k = 0; k < from.signals.size(); ++k) {
    driver::Signal& out = *to.mutable_signals(static_cast<int>(k));
    out.set_name(from.signals[k].name);
    out.set_value(from.signals[k].value);
  }
}

std::string read(const driver::Command& from, sut::Command& to) {
  switch (from.motion_case()) {
    case driver::Command::kSteering:
      to.motion = sut::Steering{from.steering().steering_rad(), from.steering().acceleration_mps2()};
      break;
    case driver::Command::kPath: {
      if (!std::holds_alternative<sut::TargetPath>(to.motion)) to.motion = sut::TargetPath{};
      auto& points = std::get<sut::TargetPath>(to.motion).points;
      points.clear();
      for (const driver::TargetPath::Point& point : from.path().points())
        points.push_back({point.x(), point.y(), point.speed_mps()});
      break;
    }
    case driver::Command::MOTION_NOT_SET:
      return "the command has neither steering nor a path";
  }
  to.indicates_left = from.indicates_left();
  to.indicates_right = from.indicates_right();
  to.signals.resize(static_cast<std::size_t>(from.signals_size()));
  for (std::size_t k = 0; k < to.signals.size(); ++k) {
    to.signals[k].name = from.signals(static_cast<int>(k)).name();
    to.signals[k].value = from.signals(static_cast<int>(k)).value();
  }
  return {};
}

void fill(const sut::Trouble& from, driver::Fault& to) {
  to.set_kind(same_number<driver::Fault_Kind>(from.failure));
  to.set_text(from.text);
}

void read(const driver::Fault& from, sut::Trouble& to) {
  if (!read_enum(from.kind(), to.failure)) to.failure = sut::Failure::protocol;
  to.text = from.text().empty() ? "the driver says that it failed, and not why" : from.text();
}

}  // namespace backlot::sut_link
