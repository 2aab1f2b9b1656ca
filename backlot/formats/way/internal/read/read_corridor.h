// Reads the corridors of an intersection.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/intersection_description.h"

namespace backlot::formats::way {

// Behind the word "corridor": [NAME] [from ARM.LANE] [to ARM.LANE] [{ ... }].
network::CorridorDescription read_corridor(text::Cursor& c, const Environment& environment, Reading& reading);

// Behind the word "crosswalk": NAME from (x, y) to (x, y) width 3 m [{ ... }], a corridor of its own for people on foot.
network::CorridorDescription read_free_crosswalk(text::Cursor& c, const Environment& environment,
                                                 Reading& reading);

}  // namespace backlot::formats::way
