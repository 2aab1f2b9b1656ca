#include "apps/server/drive/shared_wheel.h"

#include <algorithm>

#include "backlot/base/math.h"

namespace backlot::server {

namespace {

constexpr double kThrottle_mps2 = 4, kTopSpeed_mps = 55;  // of a family car
constexpr double kBrake_mps2 = 8;
constexpr double kRoll_mps2 = 0.15, kDrag_per_m = 0.0006;  // rolling resistance; air drag = kDrag_per_m v^2
constexpr double kLateral_mps2 = 6;                        // the wheel at its stop asks for no more than this
constexpr double kWheel_radps = 1.2;                       // of the front wheels: a hand turns no faster
constexpr double kStands_mps = 0.05;

}  // namespace

double pedals_mps2(const Input& input, double speed_mps) {
  const double pull = kThrottle_mps2 * input.throttle * std::max(0.0, 1 - speed_mps / kTopSpeed_mps);
  const double drag = speed_mps > kStands_mps ? kRoll_mps2 + kDrag_per_m * speed_mps * speed_mps : 0;
  return pull - drag - kBrake_mps2 * input.brake;
}

double wheel_rad(const Input& input, double speed_mps, const sut::Vehicle& vehicle) {
  const double v2 = std::max(1.0, speed_mps * speed_mps);
  const double most = std::min(vehicle.most_steer_rad, base::atan(kLateral_mps2 * vehicle.wheelbase_m / v2));
  return input.steer * most;
}

std::optional<sut::Trouble> SharedWheel::reset(const sut::Mission& mission) {
  vehicle_ = mission.vehicle;
  cycle_s_ = mission.cycle_s;
  steering_rad_ = 0;
  step_ = came_ = 0;
  steps_waited_ = -1;
  input_ = used_ = {};
  return software_ ? software_->reset(mission) : std::nullopt;
}

std::optional<sut::Trouble> SharedWheel::step(const sut::View& view, sut::Command& command) {
  ++step_;
  // software that does not drive sees the road all the same, so that it can take over
  command = {};
  if (software_)
    if (std::optional<sut::Trouble> trouble = software_->step(view, command)) return trouble;
  if (is_human_) {
    sut::Command own = by_hand(view);
    own.signals.insert(own.signals.end(), command.signals.begin(), command.signals.end());
    command = std::move(own);
  }
  command.signals.push_back({"driver.is_human", is_human_ ? 1.0 : 0.0});
  return std::nullopt;
}

sut::Command SharedWheel::by_hand(const sut::View& view) {
  if (used_.sequence != input_.sequence) steps_waited_ = static_cast<int>(step_ - came_);
  used_ = input_;
  const double wanted = wheel_rad(input_, view.own.speed_mps, vehicle_);
  const double most = kWheel_radps * cycle_s_;
  steering_rad_ += std::clamp(wanted - steering_rad_, -most, most);
  sut::Command command;
  command.motion = sut::Steering{steering_rad_, pedals_mps2(input_, view.own.speed_mps)};
  command.indicates_left = input_.indicator < 0;
  command.indicates_right = input_.indicator > 0;
  command.signals = {
      {"human.steer", input_.steer}, {"human.throttle", input_.throttle}, {"human.brake", input_.brake}};
  return command;
}

void SharedWheel::set_input(const Input& input) {
  input_ = input;
  input_.steer = std::clamp(input.steer, -1.0, 1.0);
  input_.throttle = std::clamp(input.throttle, 0.0, 1.0);
  input_.brake = std::clamp(input.brake, 0.0, 1.0);
  came_ = step_;
}

bool SharedWheel::give_to(bool is_human) {
  if (!is_human && !software_) return false;
  is_human_ = is_human;
  return true;
}

}  // namespace backlot::server
