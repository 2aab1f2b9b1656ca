// Drivers for Backlot in C++17: a class over the C interface, compiled into a shared library.
//
//   struct Mine : backlot_driver::Driver {
//     void reset(const backlot_mission& mission) override { ... }
//     void step(const backlot_view& view, backlot_driver::Answer& answer) override { answer.acceleration_mps2 = 0.5; }
//   };
//   BACKLOT_DRIVER(Mine)
//
//   c++ -std=c++17 -shared -fPIC -I PREFIX/include -I PREFIX/share/backlot/clients/cpp mine.cpp -o libmine.so
//   backlot run SCENE --driver ./libmine.so                    in the process of the program
//   backlot run SCENE --driver 'backlot drive ./libmine.so'    in a process of its own: a crash or a hang costs one run
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "backlot/sut_link/backlot_driver.h"

namespace backlot_driver {

// All zero and empty when step is called.
struct Answer {
  double steering_rad = 0;                 // of the front wheels, to the left; until the next cycle
  double acceleration_mps2 = 0;            // negative brakes
  std::vector<backlot_path_point> path{};  // where it has points, it is followed in place of the two numbers
  bool indicates_left = false, indicates_right = false;
  std::vector<std::pair<std::string, double>> signals{};  // numbers that the driver publishes by name
};

// An exception ends the run, and its text is the reason that the run shows.
class Driver {
 public:
  virtual ~Driver() = default;
  // Before each run. The driver must not remember the run before.
  virtual void reset(const backlot_mission& mission) = 0;
  // One cycle.
  virtual void step(const backlot_view& view, Answer& answer) = 0;
};

// A driver with what has to stay in memory between two calls.
template <class Mine>
struct Exported {
  Mine driver{};
  Answer answer{};
  std::vector<backlot_signal> signals{};
  std::string message{};

  template <class Call>
  int guarded(const Call& call) {
    try {
      call();
      return 0;
    } catch (const std::exception& exception) {
      message = exception.what();
    } catch (...) {
      message = "an exception of an unknown kind left the driver";
    }
    return 1;
  }
  int step(const backlot_view& view, backlot_command& command) {
    return guarded([&] {
      answer.steering_rad = answer.acceleration_mps2 = 0;
      answer.indicates_left = answer.indicates_right = false;
      answer.path.clear();
      answer.signals.clear();
      driver.step(view, answer);
      command.steering_rad = answer.steering_rad;
      command.acceleration_mps2 = answer.acceleration_mps2;
      command.path = answer.path.empty() ? nullptr : answer.path.data();
      command.path_count = answer.path.size();
      command.indicates_left = answer.indicates_left;
      command.indicates_right = answer.indicates_right;
      signals.clear();
      for (const auto& [name, value] : answer.signals) signals.push_back({name.c_str(), value});
      command.signals = signals.data();
      command.signal_count = signals.size();
    });
  }
};

}  // namespace backlot_driver

// Exports the functions of backlot_driver.h for a class that is derived from Driver. Once in a library, outside of namespaces.
#define BACKLOT_DRIVER(Mine)                                                                             \
  using BacklotExported = backlot_driver::Exported<Mine>;                                                \
  extern "C" {                                                                                           \
  uint32_t backlot_driver_version(void) { return BACKLOT_DRIVER_VERSION; }                               \
  void* backlot_driver_create(void) {                                                                    \
    try {                                                                                                \
      return new BacklotExported;                                                                        \
    } catch (...) {                                                                                      \
      return nullptr;                                                                                    \
    }                                                                                                    \
  }                                                                                                      \
  int backlot_driver_reset(void* self, const backlot_mission* mission) {                                 \
    auto& mine = *static_cast<BacklotExported*>(self);                                                   \
    return mine.guarded([&] { mine.driver.reset(*mission); });                                           \
  }                                                                                                      \
  int backlot_driver_step(void* self, const backlot_view* view, backlot_command* command) {              \
    return static_cast<BacklotExported*>(self)->step(*view, *command);                                   \
  }                                                                                                      \
  void backlot_driver_destroy(void* self) { delete static_cast<BacklotExported*>(self); }                \
  const char* backlot_driver_message(void* self) {                                                       \
    return static_cast<BacklotExported*>(self)->message.c_str();                                         \
  }                                                                                                      \
  }
