// The names of ways along them, and of intersections.
#pragma once

#include <vector>

#include "backlot/draw/internal/network_canvas.h"
#include "backlot/draw/internal/network_labels.h"
#include "backlot/draw/internal/network_levels.h"

namespace backlot::draw::internal {

// Longer ways first. A name is left out if it finds no room, or if its way is too short or too bent; none lies on a
// bridge that leads another way over its own.
void draw_way_names(NetworkCanvas& canvas, const std::vector<NetworkLevel>& levels, LabelRoom& room);
void draw_intersection_names(NetworkCanvas& canvas, LabelRoom& room);

}  // namespace backlot::draw::internal
