// A number for all that a step holds, bit by bit: two steps with the same number are the same for whoever reads them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/play_state.h"

namespace backlot::recording {

std::uint64_t digest_of(const record::Frame& frame, std::span<const record::Event> events,
                        const scene::PlayState& state);

// In words, the first difference between two frames: "object 17: x_m is 12.5, recorded was 12.25". Empty where they are the same, bit by bit.
std::string find_difference(const record::Frame& now, const record::Frame& recorded);

}  // namespace backlot::recording
