// The place of the subject, shared by driving software and a human: whoever has the wheel gives the command, and the wheel can pass between them
// at any step. It is a system under test like any other, so that a drive is judged and recorded like any other run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "backlot/sut/system.h"

namespace backlot::server {

// Pedals and wheel of a human.
struct Input {
  double steer = 0;                // 1: as far to the left as it goes
  double throttle = 0, brake = 0;  // 0 to 1
  int indicator = 0;               // -1 left, 1 right
  double sequence = -1;            // as the page counts
  double sent_ms = -1;             // when it was made, by the page's clock
};

class SharedWheel final : public sut::System {
 public:
  // Null: there is no software, and without a human the vehicle rolls out.
  explicit SharedWheel(std::unique_ptr<sut::System> software, bool is_human)
      : software_(std::move(software)), is_human_(is_human) {}

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;

  // ---- between steps, on the thread of the run
  void set_input(const Input& input);
  // False where there is no software to give the wheel to.
  bool give_to(bool is_human);

  bool is_human() const { return is_human_; }
  bool has_software() const { return software_ != nullptr; }
  const Input& used() const { return used_; }  // by the last step
  int steps_waited() const {
    return steps_waited_;
  }  // from its coming to the first step that used it; 1: the very next one

 private:
  sut::Command by_hand(const sut::View& view);

  std::unique_ptr<sut::System> software_;
  bool is_human_;
  sut::Vehicle vehicle_{};
  double cycle_s_ = 0.05;
  double steering_rad_ = 0;  // where the wheel is
  Input input_{}, used_{};
  std::uint64_t step_ = 0, came_ = 0;
  int steps_waited_ = -1;
};

// What pedals and wheel mean for a vehicle at a speed.
double pedals_mps2(const Input& input, double speed_mps);
double wheel_rad(const Input& input, double speed_mps, const sut::Vehicle& vehicle);

}  // namespace backlot::server
