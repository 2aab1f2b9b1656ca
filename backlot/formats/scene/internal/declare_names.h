// Collects the names that a scene declares.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// From the blocks set, cast and script among these statements, into `r.names`. A name that is taken or has a meaning of its own
// is refused here.
void declare_names(text::Node::Range statements, Reading& r);

}  // namespace backlot::scene_text
