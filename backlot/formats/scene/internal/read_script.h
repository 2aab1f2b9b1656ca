// The script: beats, their order, branches, and the end.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// The block `script { ... }`, into the scene.
void read_script(const text::Node& block, Reading& r);

// One action of a beat, such as `violator launches`; nothing, with an error, where it cannot be read.
std::optional<scene::ActionDescription> read_action(text::Cursor& c, const Reading& r);

}  // namespace backlot::scene_text
