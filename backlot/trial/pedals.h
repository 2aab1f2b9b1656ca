// Pedals and wheel of a human, as the subject's place publishes them in each step (SharedWheel of apps/server): raw, before a vehicle is moved by them.
#pragma once

#include <optional>
#include <span>

#include "backlot/sut/command.h"

namespace backlot::trial {

// Names of the numbers that are published.
inline constexpr const char *kAcceleratorSignal = "human.throttle", *kBrakeSignal = "human.brake",
                            *kWheelSignal = "human.steer", *kIsHumanSignal = "driver.is_human";

struct Pedals {
  double accelerator = 0, brake = 0;  // 0 to 1
  double steering_wheel = 0;          // -1 as far to the right as it goes, 1 to the left
};

// Empty where no human has the wheel.
std::optional<Pedals> find_pedals(std::span<const sut::WhiteBoxSignal> published);

// Whether a human has the wheel; empty where nothing says so.
std::optional<bool> find_is_human(std::span<const sut::WhiteBoxSignal> published);

}  // namespace backlot::trial
