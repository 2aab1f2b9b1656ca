// What can be wrong with a scene as a whole, though each of its statements can be read.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// Marks that refer to each other in a circle, or to a mark of the wrong kind.
void check_marks(Reading& r);

// A script without an event or with too many beats, an order of beats that goes in a circle, deadlines that come too
// early, roles that no beat casts.
void check_script(Reading& r);

}  // namespace backlot::scene_text
