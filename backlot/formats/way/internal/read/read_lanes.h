// Reads a division into lanes.
#pragma once

#include <optional>

#include "backlot/formats/way/internal/environment.h"

namespace backlot::formats::way {

// The block of a profile, or of `lanes` in a way: one lane to a line from left to right, and `spine` where it lies.
// Nothing when it could not be read; that was reported.
std::optional<LaneProfile> read_lanes(text::Cursor& c, const Environment& environment, Reading& reading);

}  // namespace backlot::formats::way
