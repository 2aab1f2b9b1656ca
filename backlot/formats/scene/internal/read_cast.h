// The cast: roles, and what a vehicle must be and do to play them.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// The block `cast { ... }`, into the scene.
void read_cast(const text::Node& block, Reading& r);

}  // namespace backlot::scene_text
