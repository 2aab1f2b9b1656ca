// Places across a path, where nothing is asked of headings.
#pragma once

#include <span>

#include "backlot/geometry/points.h"
#include "backlot/network/path.h"

namespace backlot::network {

// places[i] is the position of pose_at() at this coordinate, so far to the left of the lane's centre: the same bits, and a fraction of the work. Both spans are
// equally long.
void place_across(const Network& network, const Path& path, double metres, std::span<const double> laterals,
                  std::span<geometry::WorldPoint> places, PathCursor& cursor);

}  // namespace backlot::network
