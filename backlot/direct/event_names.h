// The names behind the numbers in events: kinds of directives, and reasons why a directive or a light was refused.
#pragma once

#include <cstdint>

#include "backlot/direct/answer.h"
#include "backlot/direct/lights.h"
#include "backlot/record/names.h"

namespace backlot::direct {

// Reasons in events count those of directives from 0 on, and those of lights from here on.
inline constexpr std::uint8_t kFirstLightReason = 64;

constexpr std::uint8_t reason_of(Refusal refusal) { return static_cast<std::uint8_t>(refusal); }
constexpr std::uint8_t reason_of(LightRefusal refusal) {
  return refusal == LightRefusal::none
             ? std::uint8_t{0}
             : static_cast<std::uint8_t>(kFirstLightReason + static_cast<std::uint8_t>(refusal));
}

// By Event::directive_kind and Event::reason.
record::EventNames event_names();

}  // namespace backlot::direct
