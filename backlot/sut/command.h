// What a system under test answers to a view.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace backlot::sut {

// Pedals and wheel until the next cycle.
struct Steering {
  double steering_rad = 0;       // of the front wheels, to the left
  double acceleration_mps2 = 0;  // negative brakes

  friend bool operator==(const Steering&, const Steering&) = default;
};

// A path to follow: points ahead, and the speed at each. A controller of the harness steers along it (path_follower.h).
struct TargetPath {
  struct Point {
    double x = 0, y = 0, speed_mps = 0;

    friend bool operator==(const Point&, const Point&) = default;
  };
  std::vector<Point> points{};  // two or more

  friend bool operator==(const TargetPath&, const TargetPath&) = default;
};

// A number that the system publishes by name, for validators and plots: "planner.confidence".
struct WhiteBoxSignal {
  std::string name{};
  double value = 0;

  friend bool operator==(const WhiteBoxSignal&, const WhiteBoxSignal&) = default;
};

struct Command {
  std::variant<Steering, TargetPath> motion{};
  bool indicates_left = false, indicates_right = false;
  std::vector<WhiteBoxSignal> signals{};

  friend bool operator==(const Command&, const Command&) = default;
};

}  // namespace backlot::sut
