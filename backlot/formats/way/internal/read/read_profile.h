// Reads cubic profiles: numbers along a way.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/geometry/cubic_profile.h"

namespace backlot::formats::way {

// At the cursor either a number, which holds everywhere, or nothing and a block:
//   { at 0 m: 0 m; at 120 m: 5 m }                       smooth between stations
//   { from 0 m: 3 m; from 20 m: cubic (3, 0.1, 0, 0) }   in pieces, by powers of the distance from where they begin
geometry::CubicProfile read_cubic_profile(text::Cursor& c, const text::Dimension& dimension,
                                          const Environment& environment, Reading& reading);

// `height`, `left height` or `right height` of a lane; false where none of them comes next.
bool take_height(text::Cursor& c, network::LaneHeights& heights, Given& given, const Environment& environment,
                 Reading& reading);

}  // namespace backlot::formats::way
