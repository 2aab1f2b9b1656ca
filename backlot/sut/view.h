// What a system under test sees in one cycle. It is plain data, made from a frame of the run (backlot/view), and the only thing of a
// run that a system ever gets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace backlot::sut {

enum class SeenKind : std::uint8_t { car, truck, bus, motorcycle, pedestrian, bicycle };
constexpr std::uint32_t count_of(SeenKind) { return 6; }

// The vehicle that the system drives, at the time of the view.
struct OwnState {
  double x = 0, y = 0, z = 0;  // the centre of the body, on the ground
  double heading_rad = 0;
  double speed_mps = 0;  // along the heading; negative in reverse
  double acceleration_mps2 = 0;

  friend bool operator==(const OwnState&, const OwnState&) = default;
};

// Another object as the sensors report it. With the truth as its sensor these are exact values.
struct SeenObject {
  std::uint32_t id = 0;  // the same object has the same number during a run
  SeenKind kind = SeenKind::car;
  double x = 0, y = 0, z = 0;  // the centre of the body, on the ground
  double heading_rad = 0;
  double speed_mps = 0;
  double acceleration_mps2 = 0;
  double length_m = 0, width_m = 0, height_m = 0;
  bool brakes = false, indicates_left = false, indicates_right = false;  // its lights

  friend bool operator==(const SeenObject&, const SeenObject&) = default;
};

enum class LightState : std::uint8_t {
  dark,
  red,
  red_yellow,
  green,        // go, and yield as the rules say
  green_arrow,  // go, protected
  yellow,
  flashing_yellow,
  flashing_red,
};
constexpr std::uint32_t count_of(LightState) { return 8; }

// Where the vehicle is on the road of its mission, and the next line on it.
struct RoadAhead {
  double metre = 0;     // of the centre of the body, on the route
  double offset_m = 0;  // to the left of the centre of the lane
  std::int32_t next_line =
      -1;  // number in RouteRoad::lines of the first line that the front has not passed; -1 without one
  LightState light = LightState::dark;  // shown at that line; dark where it has no light

  friend bool operator==(const RoadAhead&, const RoadAhead&) = default;
};

struct View {
  std::uint64_t cycle = 0;  // 0 is the first one of the run
  double time_s = 0;        // simulated; when the sensors saw this
  OwnState own{};
  std::vector<SeenObject> objects{};  // by id
  std::optional<RoadAhead> road{};    // empty where the system is tested without a map

  friend bool operator==(const View&, const View&) = default;
};

}  // namespace backlot::sut
